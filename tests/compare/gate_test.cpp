// SPDX-License-Identifier: Apache-2.0
#include "compare/gate.hpp"

#include <gmock/gmock.h>

#include <limits>

namespace tare::compare {
namespace {

using Kind = GateFinding::Kind;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string complaint(const char* text) {
  try {
    parse_gates(text);
    return "";
  } catch (const GateError& error) {
    return error.what();
  }
}

/// A figure with its ratio's interval.
Comparison figure(Verdict verdict, double low, double ratio, double high,
                  Better better = Better::lower) {
  Comparison one;
  one.benchmark = "a";
  one.metric = primary_metric;
  one.unit = "ns/op";
  one.better = better;
  one.baseline = 100;
  one.candidate = 100 * ratio;
  one.ratio = ratio;
  one.interval_low = low;
  one.interval_high = high;
  one.verdict = verdict;
  return one;
}

Comparison count(double before, double after) {
  Comparison one;
  one.benchmark = "a";
  one.metric = "mem.alloc.count.norm";
  one.unit = "#/op";
  one.baseline = before;
  one.candidate = after;
  if (before != 0) one.ratio = one.interval_low = one.interval_high = after / before;
  one.verdict = after > before ? Verdict::more : after < before ? Verdict::less : Verdict::same;
  one.exact = true;
  return one;
}

std::vector<GateFinding> checked(const Comparison& one, const char* gates,
                                 const GatePolicy& policy = {}) {
  ComparisonReport report;
  report.comparisons = {one};
  return check(report, parse_gates(gates), policy);
}

TEST(Gates, AreParsed) {
  const std::vector<Gate> gates =
      parse_gates("time>2%, mem.alloc.count.norm > 0,mem.retained.total.norm>1.5 %");
  ASSERT_EQ(gates.size(), 3U);
  EXPECT_EQ(gates[0].text, "time>2%");
  EXPECT_EQ(gates[0].metric, "primary");
  EXPECT_EQ(gates[0].limit, 0.02);
  EXPECT_TRUE(gates[0].relative);
  EXPECT_EQ(gates[1].metric, "mem.alloc.count.norm");
  EXPECT_EQ(gates[1].limit, 0);
  EXPECT_FALSE(gates[1].relative);
  EXPECT_EQ(gates[2].limit, 0.015);
}

TEST(Gates, ThatCannotBeAreRefusedWithAReason) {
  EXPECT_THAT(complaint("time"), HasSubstr("'time' has no '>'"));
  EXPECT_THAT(complaint(""), HasSubstr("has no '>'"));
  EXPECT_THAT(complaint("time>2%,"), HasSubstr("'' has no '>'"));
  EXPECT_THAT(complaint(">2%"), HasSubstr("names no figure"));
  for (const char* text : {"time>", "time>%", "time>x", "time>2%%", "time>=2%", "time>-1",
                           "time>nan", "time>inf", "time>2 3", "time>1e999"})
    EXPECT_THAT(complaint(text), HasSubstr("has no limit of at least 0")) << text;
}

TEST(Gates, FindWhatIsWorseByMoreThanTheyAllow) {
  const Comparison slower = figure(Verdict::slower, 1.02, 1.03, 1.04);
  const std::vector<GateFinding> findings = checked(slower, "time>2%");
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0], (GateFinding{Kind::regression, "time>2%", "a", 1, true, "slower, +3%"}));
  EXPECT_TRUE(fails(findings));
  EXPECT_THAT(checked(slower, "time>4%"), IsEmpty());
  EXPECT_THAT(checked(slower, "mem.alloc.count.norm>0"), IsEmpty());
}

TEST(Gates, ThatAreReachedAreNotPassed) {
  EXPECT_THAT(checked(count(100, 102), "mem.alloc.count.norm>2"), IsEmpty());
  EXPECT_EQ(checked(count(100, 102), "mem.alloc.count.norm>1.9").size(), 1U);
}

TEST(Gates, LetWhatIsBetterPass) {
  EXPECT_THAT(checked(figure(Verdict::faster, 0.5, 0.6, 0.7), "time>0"), IsEmpty());
  EXPECT_THAT(checked(figure(Verdict::faster, 1.5, 1.6, 1.7, Better::higher), "time>0"), IsEmpty());
  EXPECT_THAT(checked(count(2, 1), "mem.alloc.count.norm>0"), IsEmpty());
}

TEST(Gates, LetWhatIsTheSamePass) {
  EXPECT_THAT(checked(figure(Verdict::same, 0.995, 1.002, 1.009), "time>0.1%"), IsEmpty());
  EXPECT_THAT(checked(count(2, 2), "mem.alloc.count.norm>0"), IsEmpty());
}

TEST(Gates, TakeLessForWorseWhereMoreIsBetter) {
  const Comparison slower = figure(Verdict::slower, 0.96, 0.97, 0.98, Better::higher);
  const std::vector<GateFinding> findings = checked(slower, "time>2%");
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].text, "slower, -3%");
  EXPECT_THAT(checked(slower, "time>3.5%"), IsEmpty());
}

TEST(Gates, CountInTheFiguresUnitWithoutPerCent) {
  const Comparison slower = figure(Verdict::slower, 1.02, 1.03, 1.04);
  EXPECT_EQ(checked(slower, "time>2.9").size(), 1U);
  EXPECT_THAT(checked(slower, "time>3.1"), IsEmpty());
  EXPECT_EQ(checked(slower, "time>2.9")[0].text, "slower, +3 ns/op");
}

TEST(Gates, KnowNoShareOfNothing) {
  EXPECT_EQ(checked(count(0, 1), "mem.alloc.count.norm>0").size(), 1U);
  EXPECT_EQ(checked(count(0, 1), "mem.alloc.count.norm>1000%").size(), 1U);
  EXPECT_THAT(checked(count(0, 1), "mem.alloc.count.norm>1"), IsEmpty());
  EXPECT_THAT(checked(count(0, 0), "mem.alloc.count.norm>0%"), IsEmpty());
}

TEST(Gates, AskWhetherUnclearFiguresMayBeWorse) {
  const Comparison unclear = figure(Verdict::unclear, 0.99, 1.01, 1.03);
  const std::vector<GateFinding> findings = checked(unclear, "time>2%");
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0], (GateFinding{Kind::unclear, "time>2%", "a", 1, false, "it may be +3%"}));
  EXPECT_FALSE(fails(findings));
  EXPECT_TRUE(fails(checked(unclear, "time>2%", {.unclear_fails = true})));
  EXPECT_THAT(checked(unclear, "time>4%", {.unclear_fails = true}), IsEmpty());
}

TEST(Gates, LookAtTheWorseEndOfUnclearFigures) {
  const Comparison unclear = figure(Verdict::unclear, 0.97, 1.01, 1.05, Better::higher);
  EXPECT_EQ(checked(unclear, "time>2%").size(), 1U);
  EXPECT_EQ(checked(unclear, "time>2%")[0].text, "it may be -3%");
  EXPECT_THAT(checked(unclear, "time>4%"), IsEmpty());
}

TEST(Gates, TakeWhatNothingIsKnownOfForUnclear) {
  const Comparison unknown = figure(Verdict::unclear, not_a_number, not_a_number, not_a_number);
  const std::vector<GateFinding> findings = checked(unknown, "time>1000%", {.unclear_fails = true});
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].kind, Kind::unclear);
  EXPECT_TRUE(findings[0].fails);
}

TEST(Gates, FailForCasesThatTheCandidateLacks) {
  ComparisonReport report;
  report.unpaired = {{"gone", 1, "crashed: signal 11"}, {"new", 0, "there is no such case"}};
  const std::vector<GateFinding> findings = check(report, parse_gates("time>2%"), {});
  EXPECT_THAT(findings,
              ElementsAre(GateFinding{Kind::missing, "", "gone", 1, true, "crashed: signal 11"}));
  EXPECT_FALSE(fails(check(report, parse_gates("time>2%"), {.missing_fails = false})));
  EXPECT_THAT(check(report, {}, {}), IsEmpty());
}

TEST(Gates, FailForFiguresThatTheCandidateLacks) {
  ComparisonReport report;
  report.unpaired = {{"a", 1, "there is no such figure", "mem.alloc.count.norm"}};
  EXPECT_THAT(check(report, parse_gates("time>2%"), {}), IsEmpty());
  EXPECT_THAT(
      check(report, parse_gates("mem.alloc.count.norm>0"), {}),
      ElementsAre(GateFinding{Kind::missing, "mem.alloc.count.norm>0", "a:mem.alloc.count.norm", 1,
                              true, "there is no such figure"}));
}

TEST(Gates, AreOnFiguresThatThereAre) {
  ComparisonReport report;
  report.comparisons = {figure(Verdict::same, 1, 1, 1)};
  report.unpaired = {{"a", 1, "there is no such figure", "x"}, {"b", 0, "there is no such case"}};
  const std::vector<std::string> metrics{primary_metric, "x", "y"};
  EXPECT_THAT(unknown_metrics(report, metrics), ElementsAre("y"));
  report.unpaired = {{"b", 0, "crashed"}};
  report.comparisons.clear();  // It may have had a y, all there is.
  EXPECT_THAT(unknown_metrics(report, metrics), IsEmpty());
  report.comparisons = {figure(Verdict::same, 1, 1, 1)};
  EXPECT_THAT(unknown_metrics(report, metrics), ElementsAre("x", "y"));
  report.unpaired = {{"b", 1, "crashed"}};
  EXPECT_THAT(unknown_metrics(report, metrics), IsEmpty());
}

}  // namespace
}  // namespace tare::compare
