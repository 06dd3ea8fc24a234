// SPDX-License-Identifier: Apache-2.0
// Every exporter on one report, against texts that were looked at.
#include "golden/golden.hpp"

#include <gmock/gmock.h>

#include <clocale>
#include <locale>

#include "fixed_report.hpp"
#include "report/exporters.hpp"
#include "report/progress_lines.hpp"

namespace tare::report {
namespace {

using test::expect_approved;
using test::fixed_report;

std::vector<std::unique_ptr<extend::Exporter>> all_exporters() {
  std::vector<std::unique_ptr<extend::Exporter>> all;
  all.push_back(text_exporter());
  all.push_back(brief_exporter());
  all.push_back(json_exporter());
  all.push_back(jmh_exporter());
  all.push_back(csv_exporter());
  all.push_back(scsv_exporter());
  all.push_back(latex_exporter());
  all.push_back(markdown_exporter());
  return all;
}

class Golden : public testing::TestWithParam<int> {
 protected:
  std::unique_ptr<extend::Exporter> exporter() const {
    return std::move(all_exporters()[static_cast<std::size_t>(GetParam())]);
  }
};

TEST_P(Golden, renders_what_was_approved) {
  expect_approved(exporter()->render(fixed_report()), exporter()->name());
}

TEST_P(Golden, renders_a_report_without_cases) { exporter()->render(Report{}); }

TEST_P(Golden, renders_a_case_without_any_figure) {
  Report report;
  report.cases.emplace_back();
  EXPECT_FALSE(exporter()->render(report).empty());
}

struct CommaAndDots : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST_P(Golden, renders_the_same_in_any_locale) {
  const std::string before = exporter()->render(fixed_report());
  const std::locale old = std::locale::global(std::locale(std::locale(), new CommaAndDots));
  const std::string after = exporter()->render(fixed_report());
  std::locale::global(old);
  EXPECT_EQ(after, before);
}

TEST_P(Golden, tells_of_itself_on_one_line) {
  EXPECT_STRNE(exporter()->extension(), "");
  EXPECT_THAT(exporter()->summary(), testing::Not(testing::HasSubstr("\n")));
}

INSTANTIATE_TEST_SUITE_P(exporters, Golden,
                         testing::Range(0, static_cast<int>(all_exporters().size())),
                         [](const auto& info) {
                           return std::string(
                               all_exporters()[static_cast<std::size_t>(info.param)]->name());
                         });

TEST(golden, run_header_and_result_blocks) {
  const Report report = fixed_report();
  std::string text = run_header(report);
  for (const Case& one : report.cases) text += '\n' + result_block(one, report.confidence);
  expect_approved(text, "progress_lines");
}

}  // namespace
}  // namespace tare::report
