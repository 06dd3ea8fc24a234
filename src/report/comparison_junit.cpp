// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "report/comparison_rows.hpp"
#include "report/comparisons.hpp"
#include "report/numbers.hpp"
#include "report/printable.hpp"

namespace tare::report {
namespace {

/// Text of an attribute or an element. What is printable holds but two code points that XML 1.0
/// does not (its production 2, Char).
std::string escaped(std::string_view text) {
  std::string safe;
  for_each_code_point(printable(text), [&](char32_t point) {
    constexpr char32_t replacement = 0xFFFD;
    switch (point) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      case 0xFFFE:
      case 0xFFFF:
        append(safe, replacement);
        break;
      default:
        append(safe, point);
    }
  });
  return safe;
}

/// The test cases of one candidate.
class Suite {
 public:
  Suite(const ComparisonReport& report, std::uint32_t program)
      : report_(report), program_(program) {}

  void add(const Comparison& one) {
    std::string body = failures_of(display_name(one));
    body +=
        fmt::format("      <system-out>{}: {} to {} {}, ratio {}</system-out>\n",
                    name_of(one.verdict), score_text(one.baseline, one.unit),
                    score_text(one.candidate, one.unit), escaped(one.unit), ratio_text(one.ratio));
    add_case(display_name(one), body);
  }

  void add(const Unpaired& one) {
    std::string body = failures_of(display_name(one));
    if (body.empty()) {
      body = fmt::format("      <skipped message=\"{}\"/>\n", escaped(one.reason));
      ++skipped_;
    }
    add_case(display_name(one), body);
  }

  std::string text() const {
    const std::string name = program_ < report_.programs.size()
                                 ? report_.programs[program_].name
                                 : fmt::format("program {}", program_);
    return fmt::format(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\">\n{}"
        "  </testsuite>\n",
        escaped(name), tests_, failures_, skipped_, cases_);
  }

 private:
  std::string failures_of(const std::string& name) {
    std::string text;
    for (const GateFinding& finding : report_.findings) {
      if (!finding.fails || finding.name != name || finding.program != program_) continue;
      text += fmt::format("      <failure type=\"{}\" message=\"{}\"/>\n", name_of(finding.kind),
                          escaped(finding_text(report_, finding)));
    }
    failures_ += text.empty() ? 0 : 1;
    return text;
  }

  void add_case(const std::string& name, const std::string& body) {
    ++tests_;
    cases_ += fmt::format("    <testcase classname=\"tare\" name=\"{}\">\n{}    </testcase>\n",
                          escaped(name), body);
  }

  const ComparisonReport& report_;
  std::uint32_t program_;
  std::string cases_;
  std::size_t tests_ = 0;
  std::size_t failures_ = 0;
  std::size_t skipped_ = 0;
};

}  // namespace

std::string comparison_junit(const ComparisonReport& report) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  const auto programs = static_cast<std::uint32_t>(report.programs.size());
  for (std::uint32_t program = 1; program < programs; ++program) {
    Suite suite(report, program);
    for (const Comparison& one : report.comparisons)
      if (one.candidate_program == program) suite.add(one);
    for (const Unpaired& one : report.unpaired)
      if (one.program == program) suite.add(one);
    text += suite.text();
  }
  return text + "</testsuites>\n";
}

}  // namespace tare::report
