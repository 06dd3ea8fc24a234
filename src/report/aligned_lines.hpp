// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tare::report {

enum class Align { left, right };

/// Lines of aligned cells, the first of them headers; grows column by column.
class AlignedLines {
 public:
  explicit AlignedLines(std::size_t rows) : lines_(rows + 1) {}

  /// One cell for each row. `gap` is the number of blanks before the column.
  void add(const std::string& header, const std::vector<std::string>& cells, std::size_t gap = 2,
           Align align = Align::right);

  /// All lines, without blanks at their ends.
  std::string text() const;

 private:
  std::vector<std::string> lines_;
};

}  // namespace tare::report
