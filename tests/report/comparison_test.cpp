// SPDX-License-Identifier: Apache-2.0
// Every format of comparisons on one report, against texts that were looked at; and what they make
// of reports that are less full.
#include <gmock/gmock.h>

#include "fixed_comparison.hpp"
#include "golden/golden.hpp"
#include "record/comparison_json.hpp"
#include "report/comparisons.hpp"

namespace tare::report {
namespace {

using test::expect_approved;
using test::fixed_comparison;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(Comparisons, RenderWhatWasApproved) {
  const ComparisonReport report = fixed_comparison();
  expect_approved(comparison_text(report), "comparison_text");
  expect_approved(comparison_markdown(report), "comparison_markdown");
  expect_approved(comparison_junit(report), "comparison_junit");
  expect_approved(to_json(report), "comparison_json");
}

TEST(Comparisons, OfNothingAreSaidToBe) {
  const ComparisonReport nothing;
  EXPECT_THAT(comparison_text(nothing), HasSubstr("Nothing was compared."));
  EXPECT_THAT(comparison_markdown(nothing), HasSubstr("**Nothing was compared**"));
  EXPECT_THAT(comparison_junit(nothing), HasSubstr("<testsuites>\n</testsuites>"));
  EXPECT_THAT(to_json(nothing), HasSubstr("\"comparisons\": []"));
}

TEST(Comparisons, OfSeveralCandidatesNameThem) {
  ComparisonReport report = fixed_comparison();
  report.programs.push_back({"third", ""});
  report.comparisons[0].candidate_program = 2;
  report.findings[0].program = 2;
  EXPECT_THAT(comparison_text(report),
              AllOf(HasSubstr("Program"), HasSubstr("Candidate: third"),
                    HasSubstr("regression: conjure.deserialize (json = TEN) in third: slower")));
  EXPECT_THAT(comparison_junit(report),
              HasSubstr("<testsuite name=\"third\" tests=\"1\" failures=\"1\""));
}

TEST(Comparisons, WithoutGatesSayNothingOfThem) {
  ComparisonReport report = fixed_comparison();
  report.gates.clear();
  report.findings.clear();
  EXPECT_THAT(comparison_text(report), Not(HasSubstr("gate")));
  EXPECT_THAT(comparison_markdown(report), Not(HasSubstr("gate")));
  EXPECT_THAT(comparison_junit(report),
              AllOf(Not(HasSubstr("<failure")), HasSubstr("failures=\"0\" errors=\"0\" "
                                                          "skipped=\"2\"")));
}

TEST(Comparisons, WithGatesThatLetPassSaySo) {
  ComparisonReport report = fixed_comparison();
  for (GateFinding& finding : report.findings) finding.fails = false;
  EXPECT_THAT(comparison_text(report), HasSubstr("gates time>2%, mem.alloc.count.norm>0: passed"));
  EXPECT_THAT(comparison_junit(report), Not(HasSubstr("<failure")));
}

TEST(Comparisons, ThatAreManyLeaveOutOfMarkdownWhatIsTheSame) {
  ComparisonReport report = fixed_comparison();
  report.comparisons.insert(report.comparisons.end(), 200, report.comparisons[4]);
  const std::string text = comparison_markdown(report);
  EXPECT_THAT(text, AllOf(HasSubstr("207 figures"), HasSubstr("Without 201 figures that are"),
                          HasSubstr("| conjure.serialize |"), Not(HasSubstr("| conjure.skip |"))));
}

TEST(Comparisons, ThatWereInterruptedSaySo) {
  ComparisonReport report = fixed_comparison();
  report.complete = false;
  EXPECT_THAT(comparison_text(report), HasSubstr("Not everything was measured"));
  EXPECT_THAT(comparison_markdown(report), HasSubstr("Not everything was measured"));
}

TEST(Comparisons, OfProgramsThatAreNotThereAreRendered) {
  ComparisonReport report = fixed_comparison();
  report.programs.clear();
  EXPECT_THAT(comparison_text(report), HasSubstr("program 1: crashed"));
  comparison_markdown(report);
  comparison_junit(report);
}

}  // namespace
}  // namespace tare::report
