// SPDX-License-Identifier: Apache-2.0
// The last lines a fork printed.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace tare::fork {

/// Keeps the last lines of a stream of any length in bounded memory.
class OutputTail {
 public:
  static constexpr std::size_t most_lines = 20;         ///< JMH's number.
  static constexpr std::size_t most_line_bytes = 1024;  ///< Longer lines lose their end.

  void feed(std::string_view bytes);
  /// The last line counts although it has not ended.
  std::vector<std::string> lines() const;

 private:
  void end_line();

  std::deque<std::string> lines_;
  std::string open_;
};

}  // namespace tare::fork
