// SPDX-License-Identifier: Apache-2.0
#include "machine/files.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>

namespace tare::machine {

namespace {

/// Bytes that are no UTF-8 become U+FFFD: firmware writes what it likes into model names.
std::string valid_utf8(const std::string& bytes) {
  using nlohmann::json;
  return json::parse(json(bytes).dump(-1, ' ', false, json::error_handler_t::replace))
      .get<std::string>();
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks(" \t\r\n\0", 5);  // Device tree texts end in a NUL.
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::optional<double> leading_number(std::string_view text) {
  double number = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  return result.ec == std::errc{} ? std::optional(number) : std::nullopt;
}

std::string Files::text(const std::string& path) const {
  std::ifstream file(root_ / std::filesystem::path(path).relative_path(), std::ios::binary);
  std::string bytes;
  std::array<char, 4096> chunk;  // Files of /proc do not tell their size before they are read.
  while (file && bytes.size() < most_bytes) {
    file.read(chunk.data(), chunk.size());
    bytes.append(chunk.data(), static_cast<std::size_t>(file.gcount()));
  }
  return valid_utf8(std::string(trimmed(bytes)));
}

std::vector<std::string> Files::lines(const std::string& path) const {
  std::vector<std::string> result;
  const std::string all = text(path);
  for (std::size_t begin = 0; begin < all.size();) {
    const std::size_t end = std::min(all.find('\n', begin), all.size());
    result.push_back(all.substr(begin, end - begin));
    begin = end + 1;
  }
  return result;
}

std::string Files::field(const std::string& path, std::string_view key, char separator) const {
  for (const std::string& line : lines(path)) {
    const std::size_t at = line.find(separator);
    if (at != std::string::npos && trimmed(std::string_view(line).substr(0, at)) == key) {
      return std::string(trimmed(std::string_view(line).substr(at + 1)));
    }
  }
  return {};
}

}  // namespace tare::machine
