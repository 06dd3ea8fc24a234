// SPDX-License-Identifier: Apache-2.0
#include "report/progress.hpp"

#include <gmock/gmock.h>

#include "fixed_report.hpp"
#include "report/printable.hpp"
#include "report/progress_lines.hpp"

namespace tare::report {
namespace {

using testing::HasSubstr;
using testing::Not;

/// What a display has written, and the display.
class Shown {
 public:
  std::unique_ptr<extend::Progress> plain(Verbosity verbosity) {
    return plain_progress(output(), verbosity);
  }
  std::unique_ptr<extend::Progress> live(std::size_t columns) {
    return live_progress(output(), [columns] { return columns; });
  }
  Output output() {
    return [this](std::string_view text) { text_ += text; };
  }
  /// What was written since the last call.
  std::string take() { return std::exchange(text_, ""); }

 private:
  std::string text_;
};

Case some_case() {
  Case one;
  one.benchmark = "group.name";
  one.params = {{"p", "x"}};
  return one;
}

extend::Step step_of(const Case& one, double done = 0.125, double remaining_s = 30) {
  return {one, "", 3, 12, false, done, remaining_s};
}

TEST(fork_name, tells_the_kind) {
  const Case one = some_case();
  extend::Step step = step_of(one);
  EXPECT_EQ(fork_name(step), "fork 3 of 12");
  step.warmup_fork = true;
  EXPECT_EQ(fork_name(step), "warmup fork 3 of 12");
  step.warmup_fork = false;
  step.profiler = "mem";
  EXPECT_EQ(fork_name(step), "mem fork 3 of 12");
  step.forks = 0;
  EXPECT_EQ(fork_name(step), "in this process");
}

TEST(base_score_text, scales_to_the_unit_that_suits) {
  EXPECT_EQ(base_score_text(Mode::average_time, 123.4567), "123.457 ns/op");
  EXPECT_EQ(base_score_text(Mode::single_shot, 2.5e9), "2.500 s/op");
  EXPECT_EQ(base_score_text(Mode::throughput, 2.5e9), "2.500 ops/ns");
  EXPECT_EQ(base_score_text(Mode::average_time, not_a_number), "no score");
}

TEST(progress_text, has_an_eta_once_there_is_an_estimate) {
  const Case one = some_case();
  EXPECT_EQ(progress_text(step_of(one)), "12.5% complete, ETA 00:00:30");
  EXPECT_EQ(progress_text(step_of(one, 0, -1)), "0.0% complete");
}

TEST(plain, a_line_per_fork_names_the_case) {
  Shown shown;
  const auto plain = shown.plain(Verbosity::normal);
  const Case one = some_case();
  plain->fork_started(step_of(one));
  EXPECT_EQ(shown.take(), "# Run progress: 12.5% complete, ETA 00:00:30\n");
  plain->iteration(step_of(one), false, 1, 5);
  EXPECT_EQ(shown.take(), "");
  plain->fork_finished(step_of(one), ForkRun{}, 123.4);
  EXPECT_EQ(shown.take(), "# group.name (p = x), fork 3 of 12: 123.400 ns/op\n");
}

TEST(plain, progress_is_sparse) {
  Shown shown;
  const auto plain = shown.plain(Verbosity::normal);
  const Case one = some_case();
  plain->fork_started(step_of(one, 0));
  EXPECT_NE(shown.take(), "");
  plain->fork_started(step_of(one, 0.049));
  EXPECT_EQ(shown.take(), "");
  plain->fork_started(step_of(one, 0.05));
  EXPECT_NE(shown.take(), "");
}

TEST(plain, extra_shows_every_iteration_as_jmh_does) {
  Shown shown;
  const auto plain = shown.plain(Verbosity::extra);
  const Case one = some_case();
  plain->fork_started(step_of(one));
  EXPECT_THAT(shown.take(), HasSubstr("\n# Started: group.name (p = x), fork 3 of 12\n"));
  plain->iteration(step_of(one), true, 1, 12.345);
  EXPECT_EQ(shown.take(), "# Warmup Iteration   1: 12.345 ns/op\n");
  plain->iteration(step_of(one), false, 123, 12.345);
  EXPECT_EQ(shown.take(), "Iteration 123: 12.345 ns/op\n");
  ForkRun fork;
  fork.seed = 42;
  plain->fork_finished(step_of(one), fork, 1);
  EXPECT_THAT(shown.take(), HasSubstr("seed 42"));
  Report report = test::fixed_report();
  plain->run_finished(report);
  EXPECT_THAT(shown.take(), HasSubstr("Result \"sampled, sample\":\n"));
}

TEST(plain, tells_how_a_fork_ended) {
  Shown shown;
  const auto plain = shown.plain(Verbosity::normal);
  const Case one = some_case();
  ForkRun fork;
  fork.outcome = Outcome::crashed;
  fork.reason = "signal\n11";
  plain->fork_finished(step_of(one), fork, not_a_number);
  EXPECT_EQ(shown.take(), "# group.name (p = x), fork 3 of 12: CRASHED: signal\\n11\n");
  extend::Step step = step_of(one);
  step.profiler = "mem";
  plain->fork_finished(step, ForkRun{}, not_a_number);
  EXPECT_EQ(shown.take(), "# group.name (p = x), mem fork 3 of 12: done\n");
}

TEST(plain, begins_with_the_plan_and_ends_with_the_time) {
  Shown shown;
  const auto plain = shown.plain(Verbosity::normal);
  Report report = test::fixed_report();
  plain->run_started(report);
  const std::string header = shown.take();
  EXPECT_EQ(header, run_header(report) + '\n');
  EXPECT_EQ(header.find("Launcher"), std::string::npos);
  report.cases.front().launcher = {"nice", "-n", "5"};
  EXPECT_THAT(run_header(report), testing::HasSubstr("\n# Launcher: nice -n 5; none\n"));
  plain->run_finished(report);
  EXPECT_EQ(shown.take(), "\n# Run stopped early. Total time: 00:08:21\n\n");
  report.complete = true;
  plain->run_finished(report);
  EXPECT_EQ(shown.take(), "\n# Run complete. Total time: 00:08:21\n\n");
}

TEST(live, rewrites_one_line_that_never_fills_the_terminal) {
  for (const std::size_t columns : {0U, 1U, 2U, 10U, 40U, 80U}) {
    Shown shown;
    const auto live = shown.live(columns);
    const Case one = some_case();
    live->fork_started(step_of(one));
    live->iteration(step_of(one), false, 1, 12.5);
    live->fork_finished(step_of(one), ForkRun{}, 12.5);
    const std::string text = shown.take();
    EXPECT_THAT(text, Not(HasSubstr("\n")));
    const std::string last = text.substr(text.rfind("\x1b[K") + 3);
    EXPECT_LE(columns_of(last), columns == 0 ? 0 : columns - 1) << last;
  }
}

TEST(live, shows_share_eta_fork_and_case) {
  Shown shown;
  const Case one = some_case();
  shown.live(200)->fork_finished(step_of(one), ForkRun{}, 12.5);
  EXPECT_EQ(shown.take(),
            "\r\x1b[K12.5% complete, ETA 00:00:30  fork 3 of 12, group.name (p = x): 12.500 ns/op");
}

TEST(live, what_went_wrong_stays) {
  Shown shown;
  const Case one = some_case();
  ForkRun fork;
  fork.outcome = Outcome::timeout;
  fork.reason = "over 10 min";
  shown.live(20)->fork_finished(step_of(one), fork, not_a_number);
  EXPECT_THAT(shown.take(),
              HasSubstr("\x1b[Kfork 3 of 12, group.name (p = x): TIMEOUT: over 10 min\n"));
}

TEST(live, leaves_a_clean_line_at_the_end) {
  Shown shown;
  shown.live(80)->run_finished(test::fixed_report());
  EXPECT_EQ(shown.take(), "\r\x1b[K# Run stopped early. Total time: 00:08:21\n\n");
}

TEST(progress_for, picks_the_display_that_suits) {
  const Case one = some_case();
  const auto shown_by = [&](Verbosity verbosity, const Columns& columns) {
    Shown shown;
    const auto display = progress_for(verbosity, shown.output(), columns);
    display->run_started(Report{});
    display->fork_started(step_of(one));
    display->iteration(step_of(one), false, 1, 1);
    display->fork_finished(step_of(one), ForkRun{}, 1);
    display->run_finished(Report{});
    return shown.take();
  };
  const Columns terminal = [] { return std::size_t{80}; };
  EXPECT_EQ(shown_by(Verbosity::silent, terminal), "");
  EXPECT_EQ(shown_by(Verbosity::silent, nullptr), "");
  EXPECT_THAT(shown_by(Verbosity::normal, terminal), HasSubstr("\r"));
  EXPECT_THAT(shown_by(Verbosity::normal, nullptr), Not(HasSubstr("\r")));
  EXPECT_THAT(shown_by(Verbosity::extra, terminal), Not(HasSubstr("\r")));
  EXPECT_THAT(shown_by(Verbosity::extra, terminal), HasSubstr("Iteration   1"));
}

}  // namespace
}  // namespace tare::report
