// SPDX-License-Identifier: Apache-2.0
#include "ab/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

namespace tare::ab {
namespace {

/// Simulated time, which forks move on.
class FakeClock final : public running::Clock {
 public:
  std::uint64_t now_ns() override { return now; }
  std::uint64_t now = 0;
};

/// Forks that cost nothing; what they come to is said by a script.
class FakeLauncher final : public fork::Launcher {
 public:
  explicit FakeLauncher(FakeClock& clock) : clock_(clock) {}

  ForkRun launch(const fork::Job& job, running::Sink& sink) override {
    jobs.push_back(job);
    clock_.now += 30'000'000;
    ForkRun ended;
    if (dies.contains(job.program)) {
      ended.outcome = Outcome::crashed;
      ended.reason = "it was killed by SIGSEGV";
      return ended;
    }
    double level = ns[job.program];
    // One of the two that a block has.
    if (slow_forks.contains(job.program) && forks_[job.program]++ % 2 == 1) level *= 1.5;
    for (std::uint32_t i = 1; i <= job.measurement.iterations; ++i) {
      running::IterationResult result;
      result.index = i;
      result.score = level * noise_(random_);
      result.operations = 1000;
      result.nanoseconds = 1000 * result.score;
      if (job.mode == Mode::throughput) result.score = 1e9 / result.score;
      sink.iteration(result);
    }
    return ended;
  }

  std::map<std::string, double> ns;
  std::set<std::string> dies;
  std::set<std::string> slow_forks;
  std::vector<fork::Job> jobs;

 private:
  FakeClock& clock_;
  std::map<std::string, int> forks_;
  std::mt19937_64 random_{3};
  std::normal_distribution<double> noise_{1, 0.002};
};

class AbRun : public testing::Test {
 protected:
  AbRun() { launcher.ns = {{"before", 100}, {"after", 100}, {"slow", 105}}; }

  static CasePlan some_case(const std::string& name) {
    CasePlan plan;
    plan.benchmark = name;
    return plan;
  }

  ComparisonReport compare(const std::vector<Placed>& programs,
                           const std::vector<CasePlan>& cases = {some_case("a.case")}) {
    ComparisonReport head;
    head.programs.resize(programs.size());
    std::vector<Entry> entries;
    for (const CasePlan& plan : cases)
      entries.push_back({plan, std::vector<bool>(programs.size(), true)});
    if (lacks_it) entries.front().has_it[*lacks_it] = false;
    return run(entries, programs, head, settings,
               {launcher, clock, [this] { return launcher.jobs.size() >= stop_after; },
                [this](const ComparisonReport& report) { saved.push_back(report); },
                [this](const std::string& line) { said.push_back(line); }});
  }

  FakeClock clock;
  FakeLauncher launcher{clock};
  Settings settings;
  std::size_t stop_after = 1'000'000;
  std::optional<std::size_t> lacks_it;  ///< Of the programs the first case.
  std::vector<ComparisonReport> saved;
  std::vector<std::string> said;
};

TEST_F(AbRun, TellsWhatIsSlower) {
  const ComparisonReport report = compare({{"before"}, {"slow"}});
  ASSERT_EQ(report.comparisons.size(), 1U);
  const Comparison& comparison = report.comparisons.front();
  EXPECT_EQ(comparison.benchmark, "a.case");
  EXPECT_EQ(comparison.metric, "primary");
  EXPECT_EQ(comparison.unit, "ns/op");
  EXPECT_EQ(comparison.verdict, Verdict::slower);
  EXPECT_NEAR(comparison.ratio, 1.05, 0.002);
  EXPECT_NEAR(comparison.baseline, 100, 1);
  EXPECT_NEAR(comparison.candidate, 105, 1);
  EXPECT_EQ(comparison.pairs, 12U);
  EXPECT_TRUE(report.complete);
  EXPECT_EQ(said.size(), 1U);
}

TEST_F(AbRun, TellsWhatIsTheSame) {
  EXPECT_EQ(compare({{"before"}, {"after"}}).comparisons.front().verdict, Verdict::same);
}

TEST_F(AbRun, OfThroughputLessIsSlower) {
  CasePlan plan = some_case("a.case");
  plan.mode = Mode::throughput;
  const ComparisonReport report = compare({{"before"}, {"slow"}}, {plan});
  EXPECT_EQ(report.comparisons.front().verdict, Verdict::slower);
  EXPECT_NEAR(report.comparisons.front().ratio, 1 / 1.05, 0.002);
  EXPECT_EQ(report.comparisons.front().unit, "ops/s");
}

TEST_F(AbRun, ComparesEachWithTheFirst) {
  const ComparisonReport report = compare({{"before"}, {"slow"}, {"after"}});
  ASSERT_EQ(report.comparisons.size(), 2U);
  EXPECT_EQ(report.comparisons[0].candidate_program, 1U);
  EXPECT_EQ(report.comparisons[0].verdict, Verdict::slower);
  EXPECT_EQ(report.comparisons[1].candidate_program, 2U);
  EXPECT_EQ(report.comparisons[1].verdict, Verdict::same);
}

TEST_F(AbRun, PairsShareAProcessorAndBlocksTakeTheNext) {
  settings.processors = {2, 5};
  compare({{"before"}, {"slow"}});
  ASSERT_GE(launcher.jobs.size(), 2U + 24U);
  for (std::size_t i = 2; i < launcher.jobs.size(); ++i) {
    const std::uint32_t expected = (i - 2) % 4 < 2 ? 2 : 5;
    EXPECT_EQ(launcher.jobs[i].processors, std::vector<std::uint32_t>{expected});
  }
}

TEST_F(AbRun, CasesThatHaveSeveralThreadsAreNotBound) {
  settings.processors = {2, 5};
  CasePlan plan = some_case("a.case");
  plan.threads = 2;
  compare({{"before"}, {"slow"}}, {plan});
  for (const fork::Job& job : launcher.jobs) EXPECT_TRUE(job.processors.empty());
}

TEST_F(AbRun, EachBlockHasItsLayout) {
  compare({{"before"}, {"slow"}});
  std::set<std::uint64_t> seeds;
  for (std::size_t i = 2; i < launcher.jobs.size(); ++i) {
    seeds.insert(launcher.jobs[i].layout.seed);
    EXPECT_EQ(seeds.size(), (i - 2) / 4 + 1);
  }
}

TEST_F(AbRun, TheSameSeedIsTheSameRun) {
  settings.seed = 5;
  compare({{"before"}, {"slow"}});
  const std::vector<fork::Job> first = std::exchange(launcher.jobs, {});
  compare({{"before"}, {"slow"}});
  ASSERT_EQ(launcher.jobs.size(), first.size());
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(launcher.jobs[i], first[i]);
}

TEST_F(AbRun, ACrashYieldsNoRatio) {
  launcher.dies = {"slow"};
  const ComparisonReport report = compare({{"before"}, {"slow"}, {"after"}});
  ASSERT_EQ(report.unpaired.size(), 1U);
  EXPECT_EQ(report.unpaired.front(), (Unpaired{"a.case", 1, "crashed: it was killed by SIGSEGV"}));
  ASSERT_EQ(report.comparisons.size(), 1U);
  EXPECT_EQ(report.comparisons.front().candidate_program, 2U);
}

TEST_F(AbRun, AProgramThatLacksACaseHasNoForkOfIt) {
  lacks_it = 1;
  const ComparisonReport report = compare({{"before"}, {"slow"}, {"after"}});
  ASSERT_EQ(report.comparisons.size(), 1U);
  EXPECT_EQ(report.comparisons.front().candidate_program, 2U);
  EXPECT_TRUE(report.unpaired.empty());
  for (const fork::Job& job : launcher.jobs) EXPECT_NE(job.program, "slow");
}

TEST_F(AbRun, WhereBothCrashTheCandidateIsToldOf) {
  launcher.dies = {"before", "slow"};
  const ComparisonReport report = compare({{"before"}, {"slow"}});
  ASSERT_EQ(report.unpaired.size(), 1U);
  EXPECT_EQ(report.unpaired.front().program, 1U);
}

TEST_F(AbRun, CallsOfManyOperationsAreLong) {
  CasePlan plan = some_case("a.case");
  plan.operations_per_invocation = 1'000'000;  // 0.1 s.
  compare({{"before"}, {"slow"}}, {plan});
  EXPECT_LE(launcher.jobs.back().measurement.iterations, 3U);
}

TEST_F(AbRun, ABaselineThatCrashesEndsTheCase) {
  launcher.dies = {"before"};
  const ComparisonReport report = compare({{"before"}, {"slow"}, {"after"}});
  EXPECT_TRUE(report.comparisons.empty());
  ASSERT_EQ(report.unpaired.size(), 1U);
  EXPECT_EQ(report.unpaired.front().program, 0U);
  EXPECT_LE(launcher.jobs.size(), 3U);
}

TEST_F(AbRun, AnOperationThatTakesNoTimeYieldsNoRatio) {
  launcher.ns["slow"] = 0;
  const ComparisonReport report = compare({{"before"}, {"slow"}});
  EXPECT_TRUE(report.comparisons.empty());
  EXPECT_EQ(report.unpaired.size(), 1U);
}

TEST_F(AbRun, TheBudgetOfACaseEndsIt) {
  launcher.ns["slow"] = 100.7;              // 0.7 %: neither slower nor the same, for long.
  settings.case_budget_ns = 1'000'000'000;  // 33 forks.
  const ComparisonReport report = compare({{"before"}, {"slow"}});
  EXPECT_LE(launcher.jobs.size(), 33U + 2U);
  EXPECT_GE(launcher.jobs.size(), 24U);
  EXPECT_EQ(report.comparisons.size(), 1U);
  EXPECT_TRUE(report.complete);
}

TEST_F(AbRun, WhatHadNoLookIsUnclear) {
  settings.case_budget_ns = 100'000'000;
  const ComparisonReport report = compare({{"before"}, {"slow"}});
  ASSERT_EQ(report.comparisons.size(), 1U);
  EXPECT_EQ(report.comparisons.front().verdict, Verdict::unclear);
}

TEST_F(AbRun, WhatHadNoTimeIsLeftOut) {
  settings.case_budget_ns = 0;
  settings.total_budget_ns = 1;
  const ComparisonReport report = compare({{"before"}, {"slow"}});
  EXPECT_TRUE(report.comparisons.empty());
  ASSERT_EQ(report.unpaired.size(), 1U);
  EXPECT_EQ(report.unpaired.front().reason, "there was no time for it");
}

TEST_F(AbRun, IsNotTheSameWhereHalfOfTheForksAreSlower) {
  launcher.ns["after"] = 100;
  launcher.slow_forks = {"after"};
  const ComparisonReport report = compare({{"before"}, {"after"}});
  ASSERT_EQ(report.comparisons.size(), 1U);
  EXPECT_EQ(report.comparisons.front().verdict, Verdict::unclear);
  ASSERT_EQ(report.notes.size(), 1U);
  EXPECT_EQ(report.notes.front().code, "uneven-forks");
}

TEST_F(AbRun, TheTotalBudgetEndsAll) {
  settings.total_budget_ns = 500'000'000;
  const ComparisonReport report =
      compare({{"before"}, {"after"}}, {some_case("a.case"), some_case("b.case")});
  EXPECT_LE(launcher.jobs.size(), 32U);
  EXPECT_EQ(report.comparisons.size(), 2U);
}

TEST_F(AbRun, CasesTakeTurns) {
  compare({{"before"}, {"after"}}, {some_case("a.case"), some_case("b.case")});
  std::size_t changes = 0;
  for (std::size_t i = 1; i < launcher.jobs.size(); ++i)
    changes += launcher.jobs[i].benchmark != launcher.jobs[i - 1].benchmark;
  EXPECT_GE(changes, 5U);
}

TEST_F(AbRun, StoppedItSaysWhatItHas) {
  stop_after = 20;
  launcher.ns["slow"] = 100.7;
  const ComparisonReport report = compare({{"before"}, {"slow"}});
  EXPECT_FALSE(report.complete);
  ASSERT_EQ(report.comparisons.size(), 1U);
  EXPECT_EQ(launcher.jobs.size(), 20U);
}

TEST_F(AbRun, SavesWheneverACaseIsDecided) {
  launcher.ns["b"] = 1;
  compare({{"before"}, {"slow"}}, {some_case("a.case"), some_case("b.case")});
  ASSERT_EQ(saved.size(), 3U);  // Each case, and the end.
  EXPECT_EQ(saved.front().comparisons.size(), 1U);
  EXPECT_EQ(saved.back().comparisons.size(), 2U);
}

}  // namespace
}  // namespace tare::ab
