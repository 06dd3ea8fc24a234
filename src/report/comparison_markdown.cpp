// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "report/comparison_rows.hpp"
#include "report/comparisons.hpp"
#include "report/markdown_text.hpp"

namespace tare::report {

std::string comparison_markdown(const ComparisonReport& report) {
  const std::string gates = gates_verdict(report);
  std::string text = fmt::format("**{}{}{}**\n\n", markdown_escaped(tally(report)),
                                 gates.empty() ? "" : "; ", markdown_escaped(gates));
  for (const GateFinding& finding : report.findings)
    text += fmt::format("- {}\n", markdown_escaped(finding_text(report, finding)));
  if (!report.findings.empty()) text += '\n';
  const ComparisonTable table(report);
  if (!table.rows.empty())
    text += markdown_table(table.headers, table.rows) + '\n' + code_block(table.legend) + '\n';
  return text + code_block(programs_text(report)) + code_block(comparison_remarks(report));
}

}  // namespace tare::report
