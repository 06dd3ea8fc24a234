// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "tarantool/servers/failure.hpp"

namespace tarantool::servers {

/// Makes a file of this text, in the place of what is there. Throws Failure.
inline void write_file(const std::filesystem::path& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  if (!file.flush()) throw Failure("cannot write " + path.string());
}

/// Throws Failure.
inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file) throw Failure("cannot read " + path.string());
  return text;
}

}  // namespace tarantool::servers
