// SPDX-License-Identifier: Apache-2.0
#include "tool/input_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "catalog/wrong_use.hpp"

namespace tare::tool {

std::string content_of(const std::string& path) {
  std::error_code ignored;
  const bool is_folder = std::filesystem::is_directory(path, ignored);
  errno = is_folder ? EISDIR : 0;
  std::ifstream file(path, std::ios::binary);
  if (is_folder || !file)
    throw catalog::WrongUse(fmt::format("{}: {}", path, std::strerror(errno)));
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace tare::tool
