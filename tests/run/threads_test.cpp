// SPDX-License-Identifier: Apache-2.0
// Threads: what their scores come to, and that none is measured alone.
#include <gmock/gmock.h>
#include <sys/resource.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <thread>

#include "simulated.hpp"
#include "tare/tare.hpp"

namespace {

using tare::running::spend;

/// The n-th thread takes n times ten nanoseconds.
struct Pace {
  static constexpr auto scope = tare::Scope::thread;
  static inline std::atomic<int> threads = 0;
  double ns = 0;
  void set_up(tare::Trial) { ns = 10 * ++threads; }
};

/// Knows whether each thread has begun its iteration, and looks when its own is first measured:
/// until then a body that takes its own time has not been told to begin anew.
struct Together {
  static constexpr auto scope = tare::Scope::thread;
  static inline std::atomic<int> running = 0;
  static inline std::atomic<int> alone = 0;
  bool called = false;
  void set_up(tare::Iteration) { called = false; }
  void tear_down(tare::Iteration) { running = 0; }
};

}  // namespace

TARE_GROUP(threads);

TARE_BENCH(paced, const Pace& pace) { spend(pace.ns); }

/// In simulated time.
TARE_BENCH(sleeps_a_second) { spend(1e9); }

TARE_BENCH(together, Together& state, tare::ManualTime& time) {
  if (!state.called) {
    state.called = true;
    ++Together::running;
  } else if (time.operations() == 0 && Together::running < 3) {
    ++Together::alone;
  }
  spend(10);
  time.record_ns(10);
}

namespace tare::running {
namespace {

class threads : public testing::Test {
 protected:
  void SetUp() override {
    Pace::threads = 0;
    Together::alone = 0;
    c.threads = 3;
    c.measurement.iterations = 3;
  }
  Case c = case_of("threads.paced");
};

TEST_F(threads, average_their_times) {
  for (const bool synchronise : {true, false}) {
    Pace::threads = 0;
    SimulatedClock clock;
    for (const IterationResult& result : run(c, clock, synchronise).measured)
      EXPECT_NEAR(result.score, 20, 0.1);
  }
}

TEST_F(threads, sum_their_throughputs) {
  c.mode = Mode::throughput;
  for (const IterationResult& result : run(c).measured)
    EXPECT_NEAR(result.score, 1e9 / 10 + 1e9 / 20 + 1e9 / 30, 1e6);
}

TEST_F(threads, that_sleep_a_second_take_a_second_each_and_do_so_many_in_one) {
  c.benchmark = "threads.sleeps_a_second";
  c.measurement = {2, 3'000 * ms, 1};
  for (const std::uint32_t count : {1U, 2U, 5U}) {
    c.threads = count;
    c.mode = Mode::average_time;
    EXPECT_NEAR(run(c).last().score, 1e9, 1e3);
    c.mode = Mode::throughput;
    EXPECT_NEAR(run(c).last().score, count, 1e-3);
  }
}

TEST_F(threads, add_their_operations_and_times_up) {
  const IterationResult last = run(c).last();
  EXPECT_NEAR(last.nanoseconds, 3e6, 0.1e6);
  EXPECT_NEAR(static_cast<double>(last.operations), 1e5 + 5e4 + 3.3e4, 1e4);
}

TEST_F(threads, merge_their_samples) {
  c.mode = Mode::sample_time;
  const IterationResult last = run(c).last();
  std::set<double> times;
  for (const auto& [ns, count] : last.histogram) times.insert(ns);
  EXPECT_THAT(times, testing::ElementsAre(35, 45, 55));
  EXPECT_NEAR(last.score, 45, 0.1);
}

TEST_F(threads, take_single_shots_each) {
  c.mode = Mode::single_shot;
  const IterationResult last = run(c).last();
  EXPECT_EQ(last.operations, 3U);
  EXPECT_EQ(last.score, 45);
}

TEST_F(threads, are_not_measured_before_all_of_them_run) {
  c.benchmark = "threads.together";
  c.measurement.iterations = 50;
  run(c);
  EXPECT_EQ(Together::alone, 0);
}

TEST_F(threads, report_each_iteration_once_and_in_order) {
  c.warmup = {2, ms, 1};
  const Results results = run(c);
  EXPECT_EQ(results.started, 5U);
  ASSERT_EQ(results.warmup.size(), 2U);
  ASSERT_EQ(results.measured.size(), 3U);
  for (std::uint32_t i = 0; i < 3; ++i) EXPECT_EQ(results.measured[i].index, i + 1);
}

/// The reason for which a trial of too many threads failed, on stderr.
[[noreturn]] void run_more_threads_than_there_is_memory_for() {
  const rlimit little{std::size_t{512} << 20, RLIM_INFINITY};  // Of stacks 8 MiB each.
  setrlimit(RLIMIT_AS, &little);
  Case c = case_of("threads.paced");
  c.threads = 4000;
  std::fprintf(stderr, "%s\n", ending_of(c).reason.c_str());
  std::_Exit(0);
}

TEST(threads_death_test, that_cannot_be_started_are_a_failure) {
#ifdef TARE_SANITIZED
  GTEST_SKIP() << "a sanitizer needs more address space than that";
#endif
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  EXPECT_EXIT(run_more_threads_than_there_is_memory_for(), testing::ExitedWithCode(0),
              "only [0-9]+ of 4000 threads could be started: ");
}

}  // namespace
}  // namespace tare::running
