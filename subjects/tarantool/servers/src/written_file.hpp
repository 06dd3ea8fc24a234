// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
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

}  // namespace tarantool::servers
