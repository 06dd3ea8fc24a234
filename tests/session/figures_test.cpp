// SPDX-License-Identifier: Apache-2.0
// From what forks report to the figures of a case: units, counters, profilers, notes.
#include <gmock/gmock.h>

#include <algorithm>

#include "scripted_run.hpp"

namespace tare::session {
namespace {

using running::CounterKind;
using testing::ElementsAre;

class figures : public testing::Test {
 protected:
  void SetUp() override { run.plan = {planned("group.name", 2)}; }

  Case& asked() { return run.plan[0].benchmark_case; }

  /// Every fork reports these scores.
  void report_scores(std::vector<double> scores) {
    run.fork = [=](const fork::Job&, running::Sink& sink) {
      report(sink, 2 * scores.front(), true);
      for (const double score : scores) report(sink, score);
      return ForkRun();
    };
  }

  Case result() { return run.run().cases.at(0); }

  ScriptedRun run;
};

TEST_F(figures, are_in_the_unit_that_suits_the_case) {
  report_scores({2500, 3500});
  const Case c = result();
  EXPECT_EQ(c.primary.unit, "us/op");
  EXPECT_EQ(c.primary.better, Better::lower);
  EXPECT_EQ(c.primary.sample.values, (std::vector<std::vector<double>>{{2.5, 3.5}, {2.5, 3.5}}));
  EXPECT_EQ(c.primary.score, 3);
  EXPECT_THAT(c.fork_runs.at(0).warmup, ElementsAre(5));
}

TEST_F(figures, are_in_the_unit_of_the_benchmarks_wish) {
  report_scores({2500});
  run.plan[0].unit = "ms";
  EXPECT_EQ(result().primary.unit, "ms/op");
}

TEST_F(figures, are_in_the_unit_asked_for_above_all) {
  report_scores({2500});
  run.plan[0].unit = "ms";
  run.settings.unit = TimeUnit::seconds;
  const Case c = result();
  EXPECT_EQ(c.primary.unit, "s/op");
  EXPECT_DOUBLE_EQ(c.primary.score, 2.5e-6);
}

TEST_F(figures, of_throughput_are_rates_that_are_better_when_higher) {
  report_scores({5e6});
  asked().mode = Mode::throughput;
  const Case c = result();
  EXPECT_EQ(c.primary.unit, "ops/us");
  EXPECT_EQ(c.primary.better, Better::higher);
  EXPECT_DOUBLE_EQ(c.primary.score, 5);
}

TEST_F(figures, of_samples_have_their_distributions_in_the_same_unit) {
  asked().mode = Mode::sample_time;
  run.fork = [](const fork::Job&, running::Sink& sink) {
    running::IterationResult iteration;
    iteration.score = 2000;
    iteration.histogram = {{1000, 1}, {3000, 1}};
    sink.iteration(iteration);
    return ForkRun();
  };
  const Case c = result();
  EXPECT_EQ(c.primary.unit, "us/op");
  EXPECT_EQ(c.primary.sample.histograms,
            (std::vector<std::vector<Histogram>>{{{{1, 1}, {3, 1}}}, {{{1, 1}, {3, 1}}}}));
}

TEST_F(figures, of_counters_are_secondary_metrics) {
  run.plan[0].unit = "us";
  run.fork = [](const fork::Job&, running::Sink& sink) {
    report(sink, 5000, false, {{"zebra", CounterKind::rate, 1000}, {"ant", CounterKind::event, 7}});
    report(sink, 5000, false, {{"zebra", CounterKind::rate, 3000}, {"ant", CounterKind::event, 9}});
    return ForkRun();
  };
  const Case c = result();
  ASSERT_EQ(c.secondary.size(), 2U);
  EXPECT_EQ(c.secondary[0].label, "ant");
  EXPECT_EQ(c.secondary[0].unit, "#");
  EXPECT_EQ(c.secondary[0].better, Better::higher);
  EXPECT_EQ(c.secondary[0].sample.values, (std::vector<std::vector<double>>{{7, 9}, {7, 9}}));
  EXPECT_EQ(c.secondary[1].label, "zebra");
  EXPECT_EQ(c.secondary[1].unit, "us/op");
  EXPECT_EQ(c.secondary[1].better, Better::lower);
  EXPECT_EQ(c.secondary[1].score, 2);
}

TEST_F(figures, of_bytes_items_and_times_have_units_of_their_own_whatever_that_of_the_score) {
  run.fork = [](const fork::Job&, running::Sink& sink) {
    report(sink, 5000, false,
           {{"cpu", CounterKind::time, 150},
            {"read", CounterKind::bytes, 2.5e9},
            {"rows", CounterKind::items, 7}});
    return ForkRun();
  };
  const Case c = result();
  ASSERT_EQ(c.secondary.size(), 3U);
  EXPECT_EQ(c.secondary[0].unit, "ns/op");
  EXPECT_EQ(c.secondary[0].score, 150);
  EXPECT_EQ(c.secondary[0].better, Better::lower);
  EXPECT_EQ(c.secondary[1].unit, "MB/sec");
  EXPECT_EQ(c.secondary[1].score, 2500);
  EXPECT_EQ(c.secondary[1].better, Better::higher);
  EXPECT_EQ(c.secondary[2].unit, "items/s");
  EXPECT_EQ(c.secondary[2].score, 7);
}

TEST_F(figures, of_a_counter_that_some_forks_lack_are_from_those_that_have_it) {
  run.plan = {planned("a", 3)};
  run.fork = [forks = 0](const fork::Job&, running::Sink& sink) mutable {
    report(sink, 1, false,
           ++forks == 2 ? std::vector<running::CounterValue>{{"late", CounterKind::event, 4}}
                        : std::vector<running::CounterValue>{});
    return ForkRun();
  };
  const Case c = result();
  ASSERT_EQ(c.secondary.size(), 1U);
  EXPECT_EQ(c.secondary[0].score, 4);
}

TEST_F(figures, of_profilers_are_what_they_conclude_from_their_forks_and_the_times) {
  run.profilers.push_back(std::make_unique<CountingProfiler>());
  run.fork = [](const fork::Job& job, running::Sink& sink) {
    if (job.profiler.empty())
      report(sink, 3000);
    else
      sink.findings({{Metric()}, {}, {{"p/x.html", "flame graph"}}, {}});
    return ForkRun();
  };
  const Case c = result();
  ASSERT_EQ(c.secondary.size(), 1U);
  EXPECT_EQ(c.secondary[0].label, "counting.forks");
  EXPECT_EQ(c.secondary[0].score, 6);  // Of two forks, three microseconds each.
  EXPECT_EQ(c.secondary[0].unit, "us/op");
  EXPECT_EQ(c.fork_runs.size(), 4U);
  EXPECT_EQ(c.fork_runs.back().profiler, "counting");
  ASSERT_EQ(c.fork_runs.back().files.size(), 1U);
  EXPECT_EQ(c.fork_runs.back().files[0].path, "p/x.html");
}

TEST_F(figures, carry_notes_with_the_name_of_their_case) {
  asked().params = {{"size", "1"}};
  run.profilers.push_back(std::make_unique<CountingProfiler>());
  run.fork = [](const fork::Job& job, running::Sink& sink) {
    report(sink, 3);
    if (!job.profiler.empty())
      sink.findings({{Metric()}, {}, {}, {{Severity::info, "found", "", "by each fork", ""}}});
    return ForkRun();
  };
  const Report done = run.run();
  ASSERT_FALSE(done.notes.empty());
  std::vector<std::string> codes;
  for (const Note& note : done.notes) {
    EXPECT_EQ(note.case_name, "group.name (size = 1)");
    codes.push_back(note.code);
  }
  EXPECT_THAT(codes, testing::IsSupersetOf({"counted", "no-fork-error"}));
  EXPECT_EQ(std::ranges::count(codes, "found"), 1) << "two forks found it";
}

TEST_F(figures, hold_their_interval_at_the_level_asked_for) {
  run.plan = {planned("a", 10)};
  run.fork = [n = 0](const fork::Job&, running::Sink& sink) mutable {
    report(sink, 100 + ++n);
    return ForkRun();
  };
  const double wide = result().primary.error;
  run.fork = [n = 0](const fork::Job&, running::Sink& sink) mutable {
    report(sink, 100 + ++n);
    return ForkRun();
  };
  run.settings.confidence = 0.9;
  EXPECT_LT(result().primary.error, wide);
}

}  // namespace
}  // namespace tare::session
