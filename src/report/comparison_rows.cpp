// SPDX-License-Identifier: Apache-2.0
#include "report/comparison_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "report/numbers.hpp"
#include "report/printable.hpp"
#include "report/remarks.hpp"

namespace tare::report {
namespace {

constexpr const char* unknown = "-";

std::string interval_text(const Comparison& one) {
  if (one.exact) return "exact";
  if (std::isnan(one.interval_low) || std::isnan(one.interval_high)) return unknown;
  return fmt::format("[{} … {}]", ratio_text(one.interval_low), ratio_text(one.interval_high));
}

std::string detectable_text(const Comparison& one) {
  if (one.exact) return "any";
  constexpr double beyond_use = 10;  // Who can tell tenfold changes alone knows nothing.
  if (!(one.detectable < beyond_use)) return unknown;
  const double percent = 100 * one.detectable;
  return percent < 10 ? fmt::format("{:.2g}%", percent) : fmt::format("{:.0f}%", percent);
}

std::string program_name(const ComparisonReport& report, std::uint32_t program) {
  if (program >= report.programs.size()) return fmt::format("program {}", program);
  return shown(report.programs[program].name);
}

bool has_several(const ComparisonReport& report) { return report.programs.size() > 2; }

bool knows_spread(const Comparison& one) {
  return !std::isnan(one.baseline_spread) || !std::isnan(one.candidate_spread);
}

std::string verdicts_text(const ComparisonReport& report) {
  std::string text;
  for (const Verdict verdict : {Verdict::slower, Verdict::faster, Verdict::more, Verdict::less,
                                Verdict::unclear, Verdict::same}) {
    const auto count = std::ranges::count(report.comparisons, verdict, &Comparison::verdict);
    if (count == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name_of(verdict));
  }
  return text;
}

}  // namespace

std::string ratio_text(double ratio) {
  if (std::isnan(ratio)) return unknown;
  if (std::isinf(ratio)) return score_text(ratio, "");
  const bool readable = ratio == 0 || (std::abs(ratio) >= 0.01 && std::abs(ratio) < 1e4);
  return readable ? fmt::format("{:.3f}", ratio) : fmt::format("{:.3g}", ratio);
}

ComparisonTable::ComparisonTable(const ComparisonReport& report) {
  const bool several = has_several(report);
  const bool spreads = std::ranges::any_of(report.comparisons, knows_spread);
  const std::string level = confidence_text(report.confidence);
  headers = {"Benchmark"};
  if (several) headers.emplace_back("Program");
  headers.insert(headers.end(), {"Baseline", "Candidate", "Units", "Ratio", level + " interval",
                                 "Verdict", "Detectable"});
  if (spreads) headers.emplace_back("Spread");
  for (const Comparison& one : report.comparisons) {
    std::vector<std::string>& row = rows.emplace_back();
    row = {shown(display_name(one))};
    if (several) row.push_back(program_name(report, one.candidate_program));
    row.insert(row.end(), {score_text(one.baseline, one.unit), score_text(one.candidate, one.unit),
                           shown(one.unit), ratio_text(one.ratio), interval_text(one),
                           name_of(one.verdict), detectable_text(one)});
    if (!spreads) continue;
    row.push_back(knows_spread(one) ? fmt::format("{} / {}", ratio_text(one.baseline_spread),
                                                  ratio_text(one.candidate_spread))
                                    : "");
  }
  legend = fmt::format(
      "Ratio       candidate ÷ baseline. slower, faster: its interval lies beyond ± {:.3g}%; same: "
      "{}within ± {:.3g}%.\n"
      "Detectable  the least change that would have been found 4 times out of 5.\n",
      50 * report.threshold, report.interleaved ? "one of 95% for the last look alone " : "",
      100 * report.threshold);
  if (spreads) legend += "Spread      75th ÷ 25th percentile of the forks, baseline / candidate.\n";
}

std::string programs_text(const ComparisonReport& report) {
  std::string text;
  for (std::size_t i = 0; i < report.programs.size(); ++i) {
    const ComparedProgram& program = report.programs[i];
    text += fmt::format(
        "{} {}{}\n", i == 0 ? "Baseline: " : "Candidate:", shown(program.name),
        program.revision.empty() ? "" : fmt::format(" (revision {})", shown(program.revision)));
  }
  if (report.layouts > 1) text += fmt::format("Placements of each: {}\n", report.layouts);
  return text;
}

std::string tally(const ComparisonReport& report) {
  if (report.comparisons.empty()) return "Nothing was compared";
  return fmt::format("{}: {}", plural(report.comparisons.size(), "figure"), verdicts_text(report));
}

std::string gates_verdict(const ComparisonReport& report) {
  if (report.gates.empty()) return "";
  std::vector<std::string> gates;
  for (const std::string& gate : report.gates) gates.push_back(shown(gate));
  const bool failed = std::ranges::any_of(report.findings, &GateFinding::fails);
  return fmt::format("gate{} {}: {}", gates.size() == 1 ? "" : "s", fmt::join(gates, ", "),
                     failed ? "FAILED" : "passed");
}

std::string finding_text(const ComparisonReport& report, const GateFinding& finding) {
  return fmt::format("{}{}: {}{}: {}{}", name_of(finding.kind), finding.fails ? "" : " (let pass)",
                     shown(finding.name), in_program(report, finding.program),
                     printable(finding.text),
                     finding.gate.empty() ? "" : fmt::format(" ({})", shown(finding.gate)));
}

std::string comparison_remarks(const ComparisonReport& report) {
  std::vector<Note> notes;
  for (const Unpaired& one : report.unpaired)
    notes.push_back({Severity::warning, "not-compared", display_name(one),
                     fmt::format("{}: {}", program_name(report, one.program), one.reason), ""});
  notes.insert(notes.end(), report.notes.begin(), report.notes.end());
  std::string text;
  if (!report.complete) text += "\nNot everything was measured: these are the figures there are.\n";
  const std::string noted = notes_text(notes, report.comparisons.size() + report.unpaired.size());
  return noted.empty() ? text : text + '\n' + noted;
}

std::string in_program(const ComparisonReport& report, std::uint32_t program) {
  return has_several(report) ? " in " + program_name(report, program) : "";
}

}  // namespace tare::report
