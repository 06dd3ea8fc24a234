// SPDX-License-Identifier: Apache-2.0
// A run from its first fork to its last save, with forks that do what the test says.
#include "session/session.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "scripted_run.hpp"

namespace tare::session {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

ForkRun good(const fork::Job&, running::Sink& sink) {
  report(sink, 30, true);
  report(sink, 10);
  report(sink, 12);
  return {};
}

ForkRun bad(Outcome outcome, const std::string& reason) {
  ForkRun run;
  run.outcome = outcome;
  run.reason = reason;
  return run;
}

const Case& case_called(const Report& report, const std::string& name) {
  for (const Case& c : report.cases)
    if (c.benchmark == name) return c;
  throw std::out_of_range(name);
}

std::ptrdiff_t jobs_of(const ScriptedRun& run, const std::string& name) {
  return std::count_if(run.jobs.begin(), run.jobs.end(),
                       [&](const fork::Job& job) { return job.benchmark == name; });
}

class session : public testing::Test {
 protected:
  void SetUp() override {
    run.fork = good;
    run.settings.seed = 1;
  }

  /// Lets the n-th fork (1-based) of a benchmark end otherwise.
  void let_fork_end(const std::string& benchmark, int nth, Outcome outcome) {
    run.fork = [=, seen = 0](const fork::Job& job, running::Sink& sink) mutable {
      if (job.benchmark == benchmark && ++seen == nth) {
        report(sink, 99);
        return bad(outcome, "as told");
      }
      return good(job, sink);
    };
  }

  ScriptedRun run;
};

TEST_F(session, tells_its_story_in_order) {
  run.plan = {planned("a", 2)};
  run.plan[0].benchmark_case.warmup_forks = 1;
  run.profilers.push_back(std::make_unique<CountingProfiler>());
  run.run();
  EXPECT_EQ(run.story,
            "start 1; a 1/1 warm-up; w; i; i; ok; a 1/2; w; i; i; ok; a 2/2; w; i; i; ok; "
            "a counting1/2; w; i; i; ok; a counting2/2; w; i; i; ok; finish; save; end; ");
}

TEST_F(session, gives_a_fork_all_it_needs) {
  run.plan = {planned("a", 1)};
  Case& c = run.plan[0].benchmark_case;
  c.params = {{"size", "1"}};
  c.mode = Mode::sample_time;
  c.threads = 3;
  c.operations_per_invocation = 7;
  c.launcher = {"nice"};
  run.settings.synchronise = false;
  run.profilers.push_back(std::make_unique<CountingProfiler>());
  const Report done = run.run();
  ASSERT_EQ(run.jobs.size(), 3U);
  const fork::Job& timed = run.jobs[0];
  EXPECT_EQ(timed.params, c.params);
  EXPECT_EQ(timed.mode, Mode::sample_time);
  EXPECT_EQ(timed.threads, 3U);
  EXPECT_EQ(timed.warmup, c.warmup);
  EXPECT_EQ(timed.measurement, c.measurement);
  EXPECT_EQ(timed.timeout_ns, 12345U);
  EXPECT_EQ(timed.operations_per_invocation, 7U);
  EXPECT_FALSE(timed.synchronise);
  EXPECT_EQ(timed.profiler, "");
  EXPECT_EQ(timed.layout, fork::draw_layout(timed.layout.seed));
  EXPECT_EQ(run.jobs[1].profiler, "counting");
  EXPECT_EQ(run.jobs[1].profiler_options, (fork::ProfilerOptions{{"key", "value"}}));
  EXPECT_EQ(timed.environment, std::vector<std::string>());
  EXPECT_EQ(run.jobs[1].environment, std::vector<std::string>{"COUNTING=1"});
  EXPECT_EQ(timed.launcher, std::vector<std::string>{"nice"});
  EXPECT_EQ(run.jobs[1].launcher, (std::vector<std::string>{"nice", "counter", "-q"}));
  EXPECT_NE(run.jobs[1].layout, timed.layout);
}

/// Whose forks all have one layout.
class Unvaried final : public CountingProfiler {
 public:
  bool varies_layout() const override { return false; }
};

TEST_F(session, gives_all_forks_of_a_profiler_one_layout_if_it_wants_that) {
  run.plan = {planned("a", 1), planned("b", 1)};
  run.profilers.push_back(std::make_unique<Unvaried>());
  run.run();
  std::size_t profiled = 0;
  for (const fork::Job& job : run.jobs) {
    if (job.profiler.empty()) continue;
    ++profiled;
    EXPECT_EQ(job.layout, fork::draw_layout(0));
  }
  EXPECT_EQ(profiled, 4U);
}

TEST_F(session, keeps_the_frame_of_its_report) {
  run.plan = {planned("a", 1)};
  run.head.tare_version = "v";
  run.head.command = {"program"};
  run.head.environment = {{"before", "yes"}};
  run.head.notes = {{Severity::info, "first", "", "", ""}};
  run.seconds_per_fork = 2.5;
  const Report done = run.run();
  EXPECT_EQ(done.tare_version, "v");
  EXPECT_EQ(done.command, run.head.command);
  EXPECT_THAT(done.environment, ElementsAre(Fact{"before", "yes"}, Fact{"finished", "yes"}));
  EXPECT_EQ(done.notes.at(0).code, "first");
  EXPECT_EQ(done.duration_s, 2.5);
  EXPECT_TRUE(done.complete);
}

TEST_F(session, runs_in_process_what_asked_for_no_forks) {
  run.plan = {planned("a", 0), planned("b", 1)};
  run.run();
  std::vector<std::string> seen;
  for (std::size_t i = 0; i < run.jobs.size(); ++i)
    seen.push_back(run.jobs[i].benchmark + " " + run.launchers[i]);
  EXPECT_THAT(seen, UnorderedElementsAre("a in process", "b fork"));
}

TEST_F(session, a_fork_that_fails_leaves_the_good_ones_their_figures) {
  for (const Outcome outcome :
       {Outcome::failed, Outcome::crashed, Outcome::timeout, Outcome::skipped}) {
    run = ScriptedRun();
    run.plan = {planned("bad", 5), planned("good", 5)};
    let_fork_end("bad", 3, outcome);
    const Report done = run.run();
    const Case& failed = case_called(done, "bad");
    EXPECT_EQ(failed.outcome, outcome);
    EXPECT_EQ(failed.reason, "as told");
    EXPECT_EQ(failed.primary.sample.values, (std::vector<std::vector<double>>{{10, 12}, {10, 12}}));
    EXPECT_EQ(failed.primary.score, 11);
    EXPECT_EQ(failed.fork_runs.size(), 3U);
    EXPECT_EQ(failed.fork_runs[2].outcome, outcome);
    EXPECT_EQ(jobs_of(run, "bad"), 3);  // No more of it are started.
    EXPECT_EQ(case_called(done, "good").outcome, Outcome::ok);
    EXPECT_EQ(case_called(done, "good").primary.sample.values.size(), 5U);
  }
}

TEST_F(session, a_case_whose_first_fork_fails_has_no_figures) {
  run.plan = {planned("bad", 5)};
  let_fork_end("bad", 1, Outcome::crashed);
  const Case failed = run.run().cases.at(0);
  EXPECT_TRUE(std::isnan(failed.primary.score));
  EXPECT_TRUE(failed.primary.sample.values.empty());
}

TEST_F(session, a_warm_up_fork_that_fails_fails_its_case) {
  run.plan = {planned("bad", 2)};
  run.plan[0].benchmark_case.warmup_forks = 1;
  let_fork_end("bad", 1, Outcome::failed);
  EXPECT_EQ(run.run().cases.at(0).outcome, Outcome::failed);
  EXPECT_EQ(run.jobs.size(), 1U);
}

TEST_F(session, throws_the_figures_of_warm_up_forks_away) {
  run.plan = {planned("a", 1)};
  run.plan[0].benchmark_case.warmup_forks = 2;
  const Case c = run.run().cases.at(0);
  EXPECT_EQ(c.primary.sample.values.size(), 1U);
  EXPECT_EQ(c.fork_runs.size(), 1U);
}

TEST_F(session, a_profiler_that_fails_fails_its_case_and_leaves_its_times) {
  run.plan = {planned("a", 2)};
  run.profilers.push_back(std::make_unique<CountingProfiler>());
  run.fork = [](const fork::Job& job, running::Sink& sink) {
    if (job.profiler.empty()) return good(job, sink);
    ForkRun failed = bad(Outcome::failed, "cannot count");
    failed.profiler = job.profiler;
    return failed;
  };
  const Case c = run.run().cases.at(0);
  EXPECT_EQ(c.outcome, Outcome::failed);
  EXPECT_EQ(c.reason, "in a fork of -prof counting: cannot count");
  EXPECT_EQ(c.primary.score, 11);
  EXPECT_TRUE(c.secondary.empty());
  EXPECT_EQ(run.jobs.size(), 3U);
}

class Inconclusive final : public CountingProfiler {
 public:
  extend::Conclusion conclude(const std::vector<extend::Findings>&, const Case&) const override {
    throw std::runtime_error("cannot add");
  }
};

TEST_F(session, a_profiler_that_cannot_conclude_fails_its_case_and_leaves_its_times) {
  run.plan = {planned("a", 2), planned("b", 2)};
  run.profilers.push_back(std::make_unique<Inconclusive>());
  run.fork = [](const fork::Job& job, running::Sink& sink) {
    if (job.profiler.empty()) return good(job, sink);
    sink.findings({});
    return ForkRun{};
  };
  for (const Case& c : run.run().cases) {
    EXPECT_EQ(c.outcome, Outcome::failed);
    EXPECT_EQ(c.reason, "conclude() of -prof counting threw: cannot add");
    EXPECT_EQ(c.primary.score, 11);
  }
}

TEST_F(session, stops_at_a_failure_if_told_to) {
  run.settings.stop_on_failure = true;
  run.plan = {planned("one", 3), planned("other", 3)};
  std::string first;
  run.fork = [&](const fork::Job& job, running::Sink&) {
    first = job.benchmark;
    return bad(Outcome::failed, "as told");
  };
  const Report done = run.run();
  EXPECT_EQ(run.jobs.size(), 1U);
  EXPECT_EQ(case_called(done, first).outcome, Outcome::failed);
  const Case& other = case_called(done, first == "one" ? "other" : "one");
  EXPECT_EQ(other.outcome, Outcome::skipped);
  EXPECT_EQ(other.reason, "the run stopped at the first case that failed (-foe)");
  EXPECT_FALSE(done.complete);
  EXPECT_THAT(run.story, HasSubstr("failed; finish; save; end; "));
}

TEST_F(session, that_is_interrupted_keeps_what_was_measured_and_says_so) {
  run.plan = {planned("a", 5)};
  run.stop = [&] { return run.jobs.size() < 3 ? "" : "interrupted by SIGINT"; };
  const Report done = run.run();
  EXPECT_EQ(run.jobs.size(), 3U);
  EXPECT_FALSE(done.complete);
  const Case& a = case_called(done, "a");
  EXPECT_EQ(a.outcome, Outcome::ok);
  EXPECT_EQ(a.primary.sample.values.size(), 3U);
  EXPECT_EQ(a.primary.score, 11);
  const auto left_off = std::find_if(done.notes.begin(), done.notes.end(),
                                     [](const Note& note) { return note.code == "left-off"; });
  ASSERT_NE(left_off, done.notes.end());
  EXPECT_EQ(left_off->text, "3 of 5 forks were run: interrupted by SIGINT");
  EXPECT_EQ(left_off->case_name, "a");
}

TEST_F(session, that_is_interrupted_drops_half_a_fork) {
  run.plan = {planned("a", 5)};
  run.stop = [&] { return run.jobs.size() < 3 ? "" : "interrupted by SIGINT"; };
  run.fork = [&](const fork::Job& job, running::Sink& sink) {
    if (run.jobs.size() < 3) return good(job, sink);
    report(sink, 99);
    return bad(Outcome::skipped, "the run was interrupted");
  };
  const Case a = case_called(run.run(), "a");
  EXPECT_EQ(a.outcome, Outcome::ok);
  EXPECT_EQ(a.primary.sample.values.size(), 2U);
  EXPECT_EQ(a.fork_runs.size(), 2U);
}

TEST_F(session, that_is_interrupted_at_once_skips_everything) {
  run.plan = {planned("a", 2), planned("b", 2)};
  run.stop = [] { return "interrupted by SIGTERM"; };
  run.fork = [](const fork::Job&, running::Sink&) { return bad(Outcome::skipped, "stopped"); };
  const Report done = run.run();
  EXPECT_EQ(run.jobs.size(), 1U);
  EXPECT_FALSE(done.complete);
  for (const Case& c : done.cases) {
    EXPECT_EQ(c.outcome, Outcome::skipped);
    EXPECT_EQ(c.reason, "interrupted by SIGTERM");
  }
}

TEST_F(session, that_is_interrupted_when_all_is_done_is_complete) {
  run.plan = {planned("a", 2)};
  run.stop = [&] { return run.jobs.size() < 2 ? "" : "interrupted by SIGINT"; };
  EXPECT_TRUE(run.run().complete);
}

TEST_F(session, in_this_process_is_asked_to_stop_before_each_iteration) {
  run.plan = {planned("a", 0)};
  bool interrupted = false;
  run.stop = [&] { return interrupted ? "interrupted by SIGINT" : ""; };
  run.fork = [&](const fork::Job&, running::Sink& sink) -> ForkRun {
    sink.iteration_started();
    interrupted = true;
    try {
      sink.iteration_started();
    } catch (const running::Ending& ending) {
      return bad(ending.outcome, ending.reason);
    }
    ADD_FAILURE() << "it went on";
    return {};
  };
  const Case a = case_called(run.run(), "a");
  EXPECT_EQ(a.outcome, Outcome::skipped);
  EXPECT_EQ(a.reason, "interrupted by SIGINT");
}

TEST_F(session, saves_before_what_runs_in_this_process) {
  run.plan = {planned("a", 0), planned("b", 0)};
  run.run();
  EXPECT_EQ(run.saves.size(), 3U);
}

TEST_F(session, that_stops_leaves_finished_cases_alone) {
  run.settings.stop_on_failure = true;
  run.plan = {planned("bad", 3), planned("done", 1)};
  let_fork_end("bad", 3, Outcome::failed);
  EXPECT_EQ(case_called(run.run(), "done").outcome, Outcome::ok);
}

TEST_F(session, does_not_stop_at_what_was_skipped) {
  run.settings.stop_on_failure = true;
  run.plan = {planned("bad", 3), planned("good", 3)};
  let_fork_end("bad", 1, Outcome::skipped);
  EXPECT_EQ(case_called(run.run(), "good").outcome, Outcome::ok);
  EXPECT_EQ(run.jobs.size(), 4U);
}

TEST_F(session, saves_once_a_second_and_at_the_end) {
  run.plan = {planned("a", 10)};
  run.seconds_per_fork = 0.4;
  run.run();
  ASSERT_EQ(run.saves.size(), 4U);  // After forks 3, 6, 9 and at the end.
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_FALSE(run.saves[i].complete);
    EXPECT_EQ(run.saves[i].cases.at(0).primary.sample.values.size(), 3 * (i + 1));
    EXPECT_NEAR(run.saves[i].duration_s, 1.2 * static_cast<double>(i + 1), 1e-6);
    EXPECT_TRUE(run.saves[i].notes.empty());  // What is weak is known when all is there.
  }
  EXPECT_TRUE(run.saves[3].complete);
  EXPECT_FALSE(run.saves[3].notes.empty());
}

TEST_F(session, a_partial_save_holds_the_cases_that_have_not_run) {
  run.plan = {planned("a", 1), planned("b", 1)};
  run.seconds_per_fork = 1;
  run.run();
  ASSERT_EQ(run.saves.at(0).cases.size(), 2U);
  const auto& cases = run.saves.at(0).cases;
  const Case& other = cases[0].primary.sample.values.empty() ? cases[0] : cases[1];
  EXPECT_EQ(other.outcome, Outcome::skipped);
  EXPECT_EQ(other.reason, "it has not run yet");
  EXPECT_EQ(run.saves.back().cases[1].outcome, Outcome::ok);
}

TEST_F(session, tells_how_much_is_done_and_left) {
  run.plan = {planned("a", 4)};
  run.seconds_per_fork = 3;
  run.run();
  ASSERT_EQ(run.steps.size(), 4U);
  EXPECT_EQ(run.steps[0].done, 0);
  EXPECT_NEAR(run.steps[0].remaining_s, 4 * 0.26, 1e-9);  // What was asked for, and start-up.
  EXPECT_DOUBLE_EQ(run.steps[1].done, 0.25);
  EXPECT_NEAR(run.steps[1].remaining_s, 9, 1e-6);
  EXPECT_NEAR(run.steps[3].remaining_s, 3, 1e-6);
}

TEST_F(session, tells_each_forks_own_score) {
  run.plan = {planned("a", 1)};
  run.run();
  EXPECT_THAT(run.fork_scores, ElementsAre(11));
}

TEST_F(session, of_one_seed_starts_the_same_forks_in_the_same_order) {
  const auto jobs_with = [&](std::uint64_t seed) {
    run = ScriptedRun();
    run.fork = good;
    run.settings.seed = seed;
    for (int i = 0; i < 6; ++i) run.plan.push_back(planned(std::string(1, 'a' + char(i)), 2));
    run.run();
    return run.jobs;
  };
  EXPECT_EQ(jobs_with(1), jobs_with(1));
  EXPECT_NE(jobs_with(1), jobs_with(2));
}

}  // namespace
}  // namespace tare::session
