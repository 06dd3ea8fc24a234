// SPDX-License-Identifier: Apache-2.0
#include "report/table.hpp"

#include <fmt/format.h>

#include "report/aligned_lines.hpp"
#include "report/printable.hpp"
#include "report/rows.hpp"

namespace tare::report {

std::string result_table(const Report& report) {
  if (report.cases.empty()) return "No results.\n";
  const Table table(report);
  AlignedLines lines(table.rows.size());
  const auto add = [&](const std::string& header, auto&& cell, std::size_t gap = 2,
                       Align align = Align::right) {
    std::vector<std::string> cells;
    for (const Row& row : table.rows) cells.push_back(std::invoke(cell, row));
    lines.add(header, cells, gap, align);
  };
  add("Benchmark", &Row::name, 0, Align::left);
  for (std::size_t i = 0; i < table.params.size(); ++i)
    add('(' + shown(table.params[i]) + ')', [i](const Row& row) { return row.params[i]; });
  add("Mode", &Row::mode);
  add("Cnt", &Row::count);
  add("Score", &Row::score);
  add(" ", &Row::sign, 1);
  add("Error", &Row::error, 1);
  if (table.has_marks) add("", &Row::mark, 0);
  if (table.has_ranges) add("[min … max]", &Row::range);
  add("Units", &Row::unit);

  const std::string heading =
      table.prefix.empty() ? "" : fmt::format("Names begin with {}\n\n", shown(table.prefix));
  const std::string legend = table.legend.empty() ? "" : '\n' + table.legend;
  return heading + lines.text() + legend;
}

}  // namespace tare::report
