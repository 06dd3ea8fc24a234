// SPDX-License-Identifier: Apache-2.0
// Runs that go on until the error is as small as was asked for.
#include "session/until.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>

#include "scripted_run.hpp"

namespace tare::session {
namespace {

using testing::HasSubstr;

Case case_with(std::vector<std::vector<double>> values) {
  Case c;
  c.forks = 8;
  c.primary.sample.values = std::move(values);
  return c;
}

std::vector<std::vector<double>> forks_of(std::size_t count, double low, double high) {
  std::vector<std::vector<double>> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back({i % 2 == 0 ? low : high});
  return values;
}

TEST(standing, of_a_narrow_case_is_done_but_not_with_few_forks) {
  const Until until{0.01};
  EXPECT_FALSE(standing(until, {forks_of(8, 100, 100), {}}, 0.999, 3).goes_on);
  const Standing few = standing(until, {forks_of(7, 100, 100), {}}, 0.999, 3);
  EXPECT_TRUE(few.goes_on);
  EXPECT_EQ(few.forks_left, 1U);
}

TEST(standing, tells_how_many_forks_are_left) {
  // Error of 8 forks that are 99 and 101: 5.408 · 1.069 / √8 = 2.04 of 100: 4.2 times as many.
  EXPECT_EQ(standing({0.01}, {forks_of(8, 99, 101), {}}, 0.999, 0.8).forks_left, 26U);
}

TEST(standing, ends_with_the_time_and_is_not_over_it_by_more_than_half_a_fork) {
  const Sample wide{forks_of(8, 90, 110), {}};
  const Until until{0.001, 10'000'000'000};
  EXPECT_EQ(standing(until, wide, 0.999, 8).forks_left, 2U);  // A second each.
  EXPECT_TRUE(standing(until, wide, 0.999, 9.4).goes_on);
  EXPECT_FALSE(standing(until, wide, 0.999, 9.5).goes_on);
}

TEST(shortfall, is_none_where_the_error_was_reached) {
  EXPECT_FALSE(shortfall({0.01}, case_with(forks_of(8, 100, 100)), 0.999));
}

TEST(shortfall, says_how_far_it_got_and_how_many_forks_it_takes) {
  const auto note = shortfall({0.01}, case_with(forks_of(8, 99, 101)), 0.999);
  ASSERT_TRUE(note);
  EXPECT_EQ(note->code, "until-unmet");
  EXPECT_EQ(note->text,
            "An error of 1 % was asked for; 8 forks in 1 min came to 2 %. About 34 would do. Each "
            "fork has a level of its own, and its iterations agree with it.");
}

TEST(shortfall, does_not_count_on_too_few_forks) {
  const auto note = shortfall({0.01}, case_with(forks_of(2, 99, 101)), 0.999);
  ASSERT_TRUE(note);
  EXPECT_THAT(note->text, HasSubstr("2 forks in 1 min are too few"));
}

TEST(shortfall, in_this_process_is_certain) {
  Case c = case_with(forks_of(1, 99, 99));
  c.forks = 0;
  ASSERT_TRUE(shortfall({0.01}, c, 0.999));
  EXPECT_THAT(shortfall({0.01}, c, 0.999)->text, HasSubstr("in this process"));
}

class until_run : public testing::Test {
 protected:
  /// `steady` gives the same score always, `noisy` scatters by 10 %.
  void SetUp() override {
    run.plan = {planned("steady", 8), planned("noisy", 8)};
    run.seconds_per_fork = 1;
    run.settings.until = Until{0.01, 20'000'000'000};
    run.fork = [this](const fork::Job& job, running::Sink& sink) {
      const int nth = ++forks[job.benchmark + job.profiler];
      report(sink, job.benchmark == "steady" ? 100 : nth % 2 == 0 ? 90 : 110);
      return ForkRun();
    };
  }

  std::size_t notes_on(const Report& done, const std::string& name) const {
    return static_cast<std::size_t>(std::count_if(
        done.notes.begin(), done.notes.end(),
        [&](const Note& note) { return note.code == "until-unmet" && note.case_name == name; }));
  }

  ScriptedRun run;
  std::map<std::string, int> forks;
};

TEST_F(until_run, stops_what_is_narrow_and_says_what_is_not) {
  const Report done = run.run();
  EXPECT_EQ(forks["steady"], 8);
  EXPECT_EQ(forks["noisy"], 20);  // Its time is 20 s.
  EXPECT_EQ(notes_on(done, "steady"), 0U);
  EXPECT_EQ(notes_on(done, "noisy"), 1U);
  EXPECT_TRUE(done.complete);
}

TEST_F(until_run, goes_on_to_eight_forks_at_least) {
  for (catalog::Planned& one : run.plan) one.benchmark_case.forks = 3;
  run.run();
  EXPECT_EQ(forks["steady"], 8);
}

TEST_F(until_run, takes_no_more_than_it_was_planned_where_that_is_more) {
  run.plan[0].benchmark_case.forks = 11;
  run.run();
  EXPECT_EQ(forks["steady"], 11);
}

TEST_F(until_run, gives_every_fork_a_layout_of_its_own_and_repeats_them) {
  run.run();
  const std::vector<fork::Job> first = run.jobs;
  std::vector<std::uint64_t> seeds;
  for (const fork::Job& job : first) seeds.push_back(job.layout.seed);
  std::sort(seeds.begin(), seeds.end());
  EXPECT_EQ(std::unique(seeds.begin(), seeds.end()), seeds.end());
  run.jobs.clear();
  forks.clear();
  run.run();
  EXPECT_EQ(run.jobs, first);
}

TEST_F(until_run, interleaves_the_cases_that_go_on) {
  run.plan.push_back(planned("other", 8));  // As noisy as the other one.
  run.run();
  const auto& jobs = run.jobs;
  for (std::size_t i = 24; i + 1 < jobs.size(); i += 2)
    EXPECT_NE(jobs[i].benchmark, jobs[i + 1].benchmark) << i;
  EXPECT_EQ(jobs.size(), 8U + 20 + 20);
}

TEST_F(until_run, profiles_once_and_at_the_end) {
  run.profilers.push_back(std::make_unique<CountingProfiler>());
  run.run();
  EXPECT_EQ(forks["noisycounting"], 2);
  EXPECT_EQ(forks["steadycounting"], 2);
  for (std::size_t i = 0; i < run.jobs.size(); ++i)
    EXPECT_EQ(run.jobs[i].profiler.empty(), i < run.jobs.size() - 4) << i;
}

TEST_F(until_run, leaves_failed_cases_alone) {
  run.fork = [this](const fork::Job& job, running::Sink&) {
    ++forks[job.benchmark];
    ForkRun ended;
    ended.outcome = Outcome::crashed;
    return ended;
  };
  const Report done = run.run();
  EXPECT_EQ(forks["noisy"], 1);
  EXPECT_EQ(notes_on(done, "noisy"), 0U);
}

TEST_F(until_run, that_is_interrupted_says_that_alone) {
  run.stop = [this] { return run.jobs.size() > 20 ? "enough" : ""; };
  const Report done = run.run();
  EXPECT_EQ(notes_on(done, "noisy"), 0U);
  EXPECT_FALSE(done.complete);
}

TEST_F(until_run, in_process_does_not_go_on) {
  run.plan = {planned("noisy", 0)};
  const Report done = run.run();
  EXPECT_EQ(forks["noisy"], 1);
  EXPECT_EQ(notes_on(done, "noisy"), 1U);
}

TEST_F(until_run, knows_how_long_it_will_go_on) {
  run.plan = {planned("noisy", 8)};
  run.run();
  EXPECT_EQ(run.steps[8].forks, 20U);
  EXPECT_NEAR(run.steps[8].remaining_s, 12, 1e-6);
  EXPECT_NEAR(run.steps[19].remaining_s, 1, 1e-6);
  EXPECT_NEAR(run.steps[19].done, 0.95, 1e-6);
}

TEST(forecast, knows_slow_operations_after_their_first_fork) {
  ScriptedRun run;
  run.plan = {planned("slow", 4)};
  run.seconds_per_fork = 30;
  run.fork = [](const fork::Job&, running::Sink& sink) {
    report(sink, 1e10);
    return ForkRun();
  };
  run.run();
  EXPECT_NEAR(run.steps[1].remaining_s, 90, 1e-6);
}

TEST(forecast, does_not_take_one_slow_case_for_all) {
  ScriptedRun run;
  run.plan = {planned("one", 1), planned("other", 2)};
  run.seconds_per_fork = 30;
  run.fork = [](const fork::Job&, running::Sink& sink) {
    report(sink, 1);
    return ForkRun();
  };
  run.run();
  EXPECT_LT(run.steps[1].remaining_s, 61);  // What others were asked for, not 30 s each.
}

}  // namespace
}  // namespace tare::session
