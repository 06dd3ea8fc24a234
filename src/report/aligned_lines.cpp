// SPDX-License-Identifier: Apache-2.0
#include "report/aligned_lines.hpp"

#include <algorithm>

#include "report/printable.hpp"

namespace tare::report {

void AlignedLines::add(const std::string& header, const std::vector<std::string>& cells,
                       std::size_t gap, Align align) {
  std::size_t width = columns_of(header);
  for (const std::string& cell : cells) width = std::max(width, columns_of(cell));
  const auto append = [&](std::string& line, const std::string& text) {
    line.append(gap, ' ');
    line += align == Align::left ? left_aligned(text, width) : right_aligned(text, width);
  };
  append(lines_[0], header);
  for (std::size_t i = 0; i < cells.size(); ++i) append(lines_[i + 1], cells[i]);
}

std::string AlignedLines::text() const {
  std::string text;
  for (const std::string& line : lines_)
    text.append(line, 0, line.find_last_not_of(' ') + 1) += '\n';
  return text;
}

}  // namespace tare::report
