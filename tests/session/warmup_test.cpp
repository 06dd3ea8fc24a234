// SPDX-License-Identifier: Apache-2.0
// What else is warmed up in a fork before its own benchmark is measured.
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "scripted_run.hpp"

namespace tare::session {
namespace {

class warm_up : public testing::Test {
 protected:
  void plan_with(WarmupMode mode) {
    run.plan = {planned("a", 1), planned("b", 1)};
    for (catalog::Planned& one : run.plan) one.benchmark_case.warmup_mode = mode;
    run.profilers.push_back(std::make_unique<CountingProfiler>());
    run.fork = [](const fork::Job&, running::Sink& sink) {
      report(sink, 1);
      return ForkRun();
    };
    run.run();
  }

  static std::string warmed_up(const fork::Job& job) {
    std::string names;
    for (const CasePlan& plan : job.warmed_up) names += plan.benchmark;
    return names + std::to_string(job.warmup.iterations);
  }

  ScriptedRun run;
};

TEST_F(warm_up, is_the_benchmarks_own) {
  plan_with(WarmupMode::indi);
  for (const fork::Job& job : run.jobs) EXPECT_EQ(warmed_up(job), "1");
}

TEST_F(warm_up, in_bulk_is_all_of_them_in_place_of_its_own) {
  plan_with(WarmupMode::bulk);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(warmed_up(run.jobs[i]), "ab0");
}

TEST_F(warm_up, may_be_both) {
  plan_with(WarmupMode::bulk_indi);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(warmed_up(run.jobs[i]), "ab1");
}

TEST_F(warm_up, begins_with_what_was_asked_for_besides_and_has_nothing_twice) {
  run.settings.warmed_up = {planned("other", 1).benchmark_case, planned("a", 1).benchmark_case};
  run.settings.warmed_up[1].warmup_mode = WarmupMode::bulk;
  plan_with(WarmupMode::bulk);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(warmed_up(run.jobs[i]), "otherab0");
}

TEST_F(warm_up, of_profilers_forks_is_theirs_alone) {
  plan_with(WarmupMode::bulk);
  for (std::size_t i = 2; i < run.jobs.size(); ++i) EXPECT_EQ(warmed_up(run.jobs[i]), "1");
}

}  // namespace
}  // namespace tare::session
