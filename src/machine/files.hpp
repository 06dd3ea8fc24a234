// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tare::machine {

/// The kernel's files, below a root that tests choose. Nothing throws: a file that is absent or
/// cannot be read is an empty text.
class Files {
 public:
  explicit Files(std::filesystem::path root) : root_(std::move(root)) {}

  /// The whole file in valid UTF-8, without blanks at its ends; of what is far longer than
  /// `most_bytes` only the beginning.
  std::string text(const std::string& path) const;

  /// Lines of text(path).
  std::vector<std::string> lines(const std::string& path) const;

  /// What follows `key` and `separator` on the first line that starts with them, blanks around
  /// either aside: `key = "model name"`, `separator = ':'`. Empty if there is no such line.
  std::string field(const std::string& path, std::string_view key, char separator) const;

  /// /proc/cpuinfo of a machine with a thousand processors is longer, and all alike.
  static constexpr std::size_t most_bytes = std::size_t{1} << 20;

 private:
  std::filesystem::path root_;
};

/// Without blanks at both ends.
std::string_view trimmed(std::string_view text);

/// The number that `text` starts with, whatever the locale.
std::optional<double> leading_number(std::string_view text);

}  // namespace tare::machine
