// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "report/aligned_lines.hpp"
#include "report/comparison_rows.hpp"
#include "report/comparisons.hpp"

namespace tare::report {
namespace {

std::string aligned(const ComparisonTable& table) {
  AlignedLines lines(table.rows.size());
  for (std::size_t column = 0; column < table.headers.size(); ++column) {
    std::vector<std::string> cells;
    for (const std::vector<std::string>& row : table.rows) cells.push_back(row[column]);
    const bool first = column == 0;
    lines.add(table.headers[column], cells, first ? 0 : 2, first ? Align::left : Align::right);
  }
  return lines.text() + '\n' + table.legend;
}

}  // namespace

std::string comparison_text(const ComparisonReport& report) {
  std::string text = programs_text(report);
  if (!report.comparisons.empty()) text += '\n' + aligned(ComparisonTable(report));
  text += comparison_remarks(report);
  text += fmt::format("\n{}.\n", tally(report));
  const std::string gates = gates_verdict(report);
  if (gates.empty()) return text;
  text += fmt::format("{}\n", gates);
  for (const GateFinding& finding : report.findings)
    text += fmt::format("  {}\n", finding_text(report, finding));
  return text;
}

}  // namespace tare::report
