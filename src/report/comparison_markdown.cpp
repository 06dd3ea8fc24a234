// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "report/comparison_rows.hpp"
#include "report/comparisons.hpp"
#include "report/markdown_text.hpp"
#include "report/numbers.hpp"

namespace tare::report {
namespace {

/// GitHub takes comments of up to 65,536 characters, of which a row fills some 200.
constexpr std::size_t most_rows = 200;

std::string table_text(ComparisonReport report) {
  std::string text;
  if (report.comparisons.size() > most_rows) {
    const std::size_t same = std::erase_if(
        report.comparisons, [](const Comparison& one) { return one.verdict == Verdict::same; });
    text = fmt::format("Without {} that are the same:\n\n", plural(same, "figure"));
  }
  const ComparisonTable table(report);
  if (table.rows.empty()) return "";
  return text + markdown_table(table.headers, table.rows) + '\n' + code_block(table.legend) + '\n';
}

}  // namespace

std::string comparison_markdown(const ComparisonReport& report) {
  const std::string gates = gates_verdict(report);
  std::string text = fmt::format("**{}{}{}**\n\n", markdown_escaped(tally(report)),
                                 gates.empty() ? "" : "; ", markdown_escaped(gates));
  for (const GateFinding& finding : report.findings)
    text += fmt::format("- {}\n", markdown_escaped(finding_text(report, finding)));
  if (!report.findings.empty()) text += '\n';
  text += table_text(report);
  return text + code_block(programs_text(report)) + code_block(comparison_remarks(report));
}

}  // namespace tare::report
