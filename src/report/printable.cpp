// SPDX-License-Identifier: Apache-2.0
#include "report/printable.hpp"

#include <fmt/format.h>

namespace tare::report {

std::size_t columns_of(std::string_view text) {
  // {fmt} pads by columns, so what it adds to a field of known width tells how many there are. No
  // character fills more columns than it has bytes.
  return 2 * text.size() - fmt::formatted_size("{:<{}}", text, text.size());
}

std::string truncated(std::string_view text, std::size_t columns) {
  if (columns_of(text) <= columns) return std::string(text);
  if (columns == 0) return "";
  std::string cut;
  std::size_t used = 1;  // The ellipsis.
  bool full = false;
  for_each_code_point(text, [&](char32_t point) {
    std::string one;
    append(one, point);
    used += columns_of(one);
    full = full || used > columns;
    if (!full) cut += one;
  });
  return cut + "…";
}

std::string shown(std::string_view text) {
  // Twice the width of a usual terminal: types of C++ have long names.
  constexpr std::size_t most = 160;
  return truncated(printable(text), most);
}

std::string left_aligned(std::string_view text, std::size_t columns) {
  return fmt::format("{:<{}}", text, columns);
}

std::string right_aligned(std::string_view text, std::size_t columns) {
  return fmt::format("{:>{}}", text, columns);
}

}  // namespace tare::report
