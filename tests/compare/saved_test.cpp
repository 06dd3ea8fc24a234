// SPDX-License-Identifier: Apache-2.0
#include "compare/saved.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "cases.hpp"
#include "stats/noise.hpp"

namespace tare::compare {
namespace {

using test::counted;
using test::measured;
using test::named;
using test::report_of;
using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

/// Scatters by half a per cent.
const std::vector<double> hundred{99.5, 100, 100.5, 99.8, 100.2, 100.1, 99.9, 100};

std::vector<double> times(std::vector<double> scores, double factor) {
  for (double& score : scores) score *= factor;
  return scores;
}

ComparisonReport compared(const std::vector<Case>& before, const std::vector<Case>& after,
                          const SavedSettings& settings = {}) {
  const std::vector<SavedRun> runs{{"a.json", report_of(before)}, {"b.json", report_of(after)}};
  return compare_saved(runs, settings);
}

Comparison compared(const Metric& before, const Metric& after) {
  return compared({named("a", before)}, {named("a", after)}).comparisons.at(0);
}

Comparison compared(const std::vector<double>& before, const std::vector<double>& after) {
  return compared(measured(before), measured(after));
}

testing::Matcher<const ComparisonReport&> has_note(const char* code) {
  return Field(&ComparisonReport::notes, Contains(Field(&Note::code, code)));
}

TEST(Saved, VerdictsFollowTheChange) {
  EXPECT_EQ(compared(hundred, times(hundred, 1.05)).verdict, Verdict::slower);
  EXPECT_EQ(compared(hundred, times(hundred, 0.95)).verdict, Verdict::faster);
  EXPECT_EQ(compared(hundred, hundred).verdict, Verdict::same);
  EXPECT_EQ(compared(hundred, times(hundred, 1.007)).verdict, Verdict::unclear);
}

TEST(Saved, RatioIsCandidateOverBaselineWithinItsInterval) {
  const Comparison one = compared(hundred, times(hundred, 1.05));
  EXPECT_NEAR(one.ratio, 1.05, 1e-12);
  EXPECT_NEAR(one.candidate / one.baseline, one.ratio, 1e-12);
  EXPECT_EQ(one.metric, "primary");
  EXPECT_EQ(one.unit, "ns/op");
  EXPECT_EQ(one.pairs, 0U);
  EXPECT_FALSE(one.exact);
  // By hand: the standard deviation of the logs is 0.0029277, Welch's degrees of freedom 14, t at
  // 99 % 2.976843, the half width 0.0043577.
  EXPECT_NEAR(std::log(one.interval_high / one.ratio), 0.0043577, 1e-6);
  EXPECT_NEAR(std::log(one.ratio / one.interval_low), 0.0043577, 1e-6);
  // Half the threshold, the half width, and t's 80th percentile, 0.868055.
  EXPECT_NEAR(one.detectable,
              std::expm1(std::log(1.01) / 2 + 0.0043577 * (1 + 0.868055 / 2.976843)), 1e-6);
}

TEST(Saved, MoreIsBetterOfThroughput) {
  Metric before = measured(hundred, "ops/s");
  Metric after = measured(times(hundred, 1.05), "ops/s");
  before.better = after.better = Better::higher;
  EXPECT_EQ(compared(before, after).verdict, Verdict::faster);
  EXPECT_EQ(compared(after, before).verdict, Verdict::slower);
}

TEST(Saved, SpreadIsThatOfTheQuartiles) {
  const Comparison one = compared({1, 2, 3, 4, 5}, {1, 1, 1, 1});
  EXPECT_DOUBLE_EQ(one.baseline_spread, 2);
  EXPECT_DOUBLE_EQ(one.candidate_spread, 1);
  EXPECT_TRUE(std::isnan(compared({1, 2, 3}, {1, 2, 3}).baseline_spread));
}

TEST(Saved, FiguresInOtherUnitsAreTurnedIntoTheBaselines) {
  const Comparison one =
      compared(measured(hundred, "ns/op"), measured(times(hundred, 0.00105), "us/op"));
  EXPECT_NEAR(one.ratio, 1.05, 1e-9);
  EXPECT_NEAR(one.candidate, 105, 0.1);
  EXPECT_EQ(one.unit, "ns/op");
}

TEST(Saved, ManyFiguresMakeEachOneHarderToDecide) {
  // Alone it is slower; among a hundred that are the same it may well be chance.
  const std::vector<double> slightly = times(hundred, 1.0105);
  ASSERT_EQ(compared(hundred, slightly).verdict, Verdict::slower);
  std::vector<Case> before{named("a", measured(hundred))};
  std::vector<Case> after{named("a", measured(slightly))};
  for (int i = 0; i < 100; ++i) {
    before.push_back(named("b" + std::to_string(i), measured(hundred)));
    after.push_back(before.back());
  }
  const ComparisonReport report = compared(before, after);
  EXPECT_EQ(report.comparisons[0].verdict, Verdict::unclear);
  EXPECT_NEAR(report.comparisons[0].interval_low, compared(hundred, slightly).interval_low, 1e-12);
}

TEST(Saved, ExactFiguresAndUndecidableOnesDoNot) {
  std::vector<Case> before{named("a", measured(hundred))};
  std::vector<Case> after{named("a", measured(times(hundred, 1.0105)))};
  for (int i = 0; i < 100; ++i) {
    before.push_back(named("b" + std::to_string(i), measured({1, 1})));
    before.back().secondary = {counted("mem.alloc.count.norm", 1)};
    after.push_back(before.back());
  }
  EXPECT_EQ(compared(before, after).comparisons[0].verdict, Verdict::slower);
}

TEST(Saved, FewForksDecideNothing) {
  const ComparisonReport report =
      compared({named("a", measured(hundred))}, {named("a", measured({200, 201}))});
  EXPECT_EQ(report.comparisons[0].verdict, Verdict::unclear);
  EXPECT_TRUE(std::isnan(report.comparisons[0].ratio));
  EXPECT_TRUE(std::isnan(report.comparisons[0].detectable));
  EXPECT_EQ(report.comparisons[0].candidate, 200.5);
  EXPECT_THAT(report, has_note("few-forks"));
}

TEST(Saved, ForksWithoutAScoreDoNotCount) {
  const ComparisonReport report = compared(
      {named("a", measured(hundred))},
      {named("a", measured({100, not_a_number, 100, std::numeric_limits<double>::infinity()}))});
  EXPECT_THAT(report, has_note("few-forks"));
  EXPECT_THAT(compared({named("a", measured({}))}, {named("a", measured({}))}),
              has_note("few-forks"));
}

TEST(Saved, ScoresThatAreNotAboveZeroHaveNoRatio) {
  for (const double odd : {0.0, -1.0}) {
    const ComparisonReport report =
        compared({named("a", measured({1, odd, 1}))}, {named("a", measured({1, 1, 1}))});
    EXPECT_EQ(report.comparisons[0].verdict, Verdict::unclear);
    EXPECT_TRUE(std::isnan(report.comparisons[0].ratio));
    EXPECT_THAT(report, has_note("no-ratio"));
  }
}

TEST(Saved, ScoresWithoutAnyScatterAreCertain) {
  const Comparison one = compared({100, 100, 100}, {110, 110, 110});
  EXPECT_EQ(one.verdict, Verdict::slower);
  EXPECT_NEAR(one.interval_low, 1.1, 1e-12);
  EXPECT_NEAR(one.interval_high, 1.1, 1e-12);
  EXPECT_EQ(compared({100, 100, 100}, {100, 100, 100}).verdict, Verdict::same);
}

TEST(Saved, MemoryIsComparedExactly) {
  Case before = named("a", measured(hundred));
  before.secondary = {counted("mem.alloc.count.norm", 4), counted("mem.alloc.rate.norm", 0)};
  Case after = before;
  after.secondary = {counted("mem.alloc.count.norm", 4.001), counted("mem.alloc.rate.norm", 0)};
  const ComparisonReport report = compared({before}, {after});
  ASSERT_EQ(report.comparisons.size(), 3U);
  EXPECT_EQ(report.comparisons[1].verdict, Verdict::more);
  EXPECT_TRUE(report.comparisons[1].exact);
  EXPECT_EQ(report.comparisons[2].verdict, Verdict::same);
}

TEST(Saved, FiguresThatAreExactOnOneSideAloneAreNot) {
  Case before = named("a", measured(hundred));
  before.secondary = {counted("mem.alloc.count.norm", 4)};
  Case after = before;
  after.secondary[0].sample.values = {{4}, {5}};
  after.secondary[0].error = 0.5;
  const ComparisonReport report = compared({before}, {after});
  EXPECT_EQ(report.comparisons[1].verdict, Verdict::unclear);
  EXPECT_FALSE(report.comparisons[1].exact);
}

TEST(Saved, MetricsAskedForAreAllThatIsCompared) {
  Case one = named("a", measured(hundred));
  one.secondary = {counted("x", 4), counted("y", 4)};
  Case other = one;
  other.secondary.pop_back();
  SavedSettings settings;
  settings.metrics = {"x"};
  ComparisonReport report = compared({one}, {other}, settings);
  ASSERT_EQ(report.comparisons.size(), 1U);
  EXPECT_EQ(report.comparisons[0].metric, "x");
  EXPECT_THAT(report.unpaired, IsEmpty());
  settings.metrics = {"primary", "y"};
  report = compared({one}, {other}, settings);
  EXPECT_EQ(report.comparisons.size(), 1U);
  EXPECT_THAT(report.unpaired, ElementsAre(Field(&Unpaired::metric, "y")));
}

TEST(Saved, TheThresholdIsWhatWasAskedFor) {
  SavedSettings settings;
  settings.threshold = 0.2;
  const ComparisonReport report = compared({named("a", measured(hundred))},
                                           {named("a", measured(times(hundred, 1.05)))}, settings);
  EXPECT_EQ(report.comparisons[0].verdict, Verdict::same);
  EXPECT_EQ(report.threshold, 0.2);
}

/// Forks of a case whose time is `level`, each of a level of its own that scatters by 1 %.
Case noisy(stats::Noise& noise, std::size_t forks, double level) {
  std::vector<double> scores;
  for (std::size_t i = 0; i < forks; ++i) scores.push_back(level * (1 + 0.01 * noise.normal()));
  return named("a", measured(scores));
}

TEST(Saved, ErrorRatesAreWhatTheyClaimWhereForksAreIndependent) {
  constexpr int trials = 4000;
  stats::Noise noise(7);
  int missed = 0;
  int false_verdicts = 0;
  int found = 0;
  int wrong_way = 0;
  for (int i = 0; i < trials; ++i) {
    const Case before = noisy(noise, 6, 100);
    const Comparison same = compared({before}, {noisy(noise, 8, 100)}).comparisons[0];
    missed += same.interval_low > 1 || same.interval_high < 1 ? 1 : 0;
    false_verdicts += same.verdict == Verdict::slower || same.verdict == Verdict::faster ? 1 : 0;
    const Comparison worse = compared({before}, {noisy(noise, 8, 104)}).comparisons[0];
    found += worse.verdict == Verdict::slower ? 1 : 0;
    wrong_way += worse.verdict == Verdict::faster || worse.verdict == Verdict::same ? 1 : 0;
  }
  // One in a hundred; three standard errors of that are 19.
  EXPECT_NEAR(missed, trials / 100, 19);
  EXPECT_LT(false_verdicts, trials / 300);
  EXPECT_GT(found, trials * 95 / 100);
  EXPECT_EQ(wrong_way, 0);
}

TEST(Saved, DetectableChangesAreFoundFourTimesOutOfFive) {
  constexpr int trials = 2000;
  stats::Noise noise(11);
  double detectable = 0;
  for (int i = 0; i < trials; ++i) {
    const Case before = noisy(noise, 8, 100);
    detectable += compared({before}, {noisy(noise, 8, 100)}).comparisons[0].detectable / trials;
  }
  int found = 0;
  for (int i = 0; i < trials; ++i) {
    const Case before = noisy(noise, 8, 100);
    const Case after = noisy(noise, 8, 100 * (1 + detectable));
    found += compared({before}, {after}).comparisons[0].verdict == Verdict::slower ? 1 : 0;
  }
  EXPECT_NEAR(found / double{trials}, 0.8, 0.05);
}

TEST(Saved, EachCandidateIsComparedWithTheBaseline) {
  const auto run = [](const char* name, double factor) {
    return SavedRun{name, report_of({named("a", measured(times(hundred, factor)))})};
  };
  const std::vector<SavedRun> runs{run("a", 1), run("b", 1.05), run("c", 0.95)};
  const ComparisonReport report = compare_saved(runs, {});
  ASSERT_EQ(report.comparisons.size(), 2U);
  EXPECT_EQ(report.comparisons[0].candidate_program, 1U);
  EXPECT_EQ(report.comparisons[0].verdict, Verdict::slower);
  EXPECT_EQ(report.comparisons[1].candidate_program, 2U);
  EXPECT_EQ(report.comparisons[1].verdict, Verdict::faster);
  EXPECT_THAT(report.programs,
              ElementsAre(Field(&ComparedProgram::name, "a"), Field(&ComparedProgram::name, "b"),
                          Field(&ComparedProgram::name, "c")));
}

TEST(Saved, IsSaidNotToBeInterleaved) {
  const ComparisonReport report = compared({named("a")}, {named("a")});
  EXPECT_FALSE(report.interleaved);
  EXPECT_THAT(report, has_note("not-interleaved"));
}

TEST(Saved, OtherMachinesAndUnfinishedRunsAreTold) {
  std::vector<SavedRun> runs{{"a.json", report_of({named("a")})},
                             {"b.json", report_of({named("a")})}};
  runs[0].report.environment = {{"cpu.model", "Xeon"}, {"build.compiler", "GNU 12"}};
  runs[1].report.environment = {{"cpu.model", "Epyc"}, {"build.compiler", "Clang 14"}};
  runs[1].report.complete = false;
  runs[1].report.notes = {{Severity::warning, "busy", "", "2 others ran", ""},
                          {Severity::warning, "drift", "a", "of one case", ""}};
  const ComparisonReport report = compare_saved(runs, {});
  EXPECT_FALSE(report.complete);
  EXPECT_THAT(report.notes, Contains(Field(&Note::text,
                                           "a.json and b.json: cpu.model is Xeon there and Epyc "
                                           "here")));
  EXPECT_THAT(report.notes, Contains(Field(&Note::text, "b.json: 2 others ran")));
  EXPECT_THAT(report.notes, Not(Contains(Field(&Note::code, "drift"))));
}

}  // namespace
}  // namespace tare::compare
