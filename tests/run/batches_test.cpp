// SPDX-License-Identifier: Apache-2.0
// Calibration, lengths of iterations, and arithmetic of operations, in simulated time.
#include <gmock/gmock.h>

#include <cmath>
#include <memory>

#include "run/states.hpp"
#include "simulated.hpp"
#include "stats/histogram.hpp"
#include "tare/tare.hpp"

namespace {

using tare::running::ms;
using tare::running::spend;
using tare::running::us;

std::uint64_t calls = 0;

}  // namespace

TARE_GROUP(batches);

/// Ten nanoseconds.
TARE_BENCH(steady) {
  ++calls;
  spend(10);
}

/// As short as an empty body can be.
TARE_BENCH(empty) { spend(0.25); }

/// A whole second.
TARE_BENCH(second) {
  ++calls;
  spend(1e9);
}

/// Nine years at a time.
TARE_BENCH(years) {
  ++calls;
  spend(0x1p58);
}

/// As long as the test says, in nanoseconds.
double length = 0;
TARE_BENCH(any_length) { spend(length); }

/// Fast, then a million times slower.
TARE_BENCH(slowing) { spend(++calls < 10'000 ? 10 : 1e7); }

/// Times of two lengths, one in ten of them long.
TARE_BENCH(uneven) { spend(++calls % 10 == 0 ? 1000 : 100); }

/// Takes its own time: of each call, 7 ns for 2 operations.
TARE_BENCH(manual, tare::ManualTime& time) {
  ++calls;
  spend(50);
  time.record_ns(7, 2);
}

/// Takes its own time, but not in this run.
TARE_BENCH(manual_unused, tare::ManualTime&) { spend(10); }
TARE_BENCH(manual_negative, tare::ManualTime& time) {
  spend(10);
  time.record_ns(-5);
}
TARE_BENCH(manual_infinite, tare::ManualTime& time) {
  spend(10);
  time.record_ns(HUGE_VAL);
}

namespace {

/// A state of one MiB, built anew around every call.
struct Mebibyte {
  static inline std::size_t alive = 0;
  static inline std::size_t most = 0;
  Mebibyte() { most = std::max(most, ++alive); }
  ~Mebibyte() { --alive; }
  void set_up(tare::Invocation) {}
  char bytes[1 << 20];
};

/// A small state that holds a MiB of heap, from set-up to tear-down of a call.
struct Holder {
  static inline std::size_t alive = 0;
  static inline std::size_t most = 0;
  void set_up(tare::Invocation) {
    block = std::make_unique_for_overwrite<char[]>(1 << 20);
    most = std::max(most, ++alive);
  }
  void tear_down(tare::Invocation) {
    block.reset();
    --alive;
  }
  std::unique_ptr<char[]> block;
};

template <std::size_t Bytes>
struct Result {
  static inline std::size_t alive = 0;
  static inline std::size_t most = 0;
  Result() { most = std::max(most, ++alive); }
  Result(const Result&) = delete;
  ~Result() { --alive; }
  char bytes[Bytes];
};
using BigResult = Result<(1 << 20)>;
using HugeResult = Result<(48 << 20)>;

}  // namespace

TARE_BENCH(big_state, Mebibyte& state) {
  tare::keep(state);
  spend(10);
}

TARE_BENCH(heap_in_state, Holder& state) {
  tare::keep(state);
  spend(10);
}

TARE_BENCH(big_result) {
  spend(10);
  return BigResult();
}
TARE_OPTIONS(big_result, drop(outside));

TARE_BENCH(huge_result) {
  spend(10);
  return HugeResult();
}
TARE_OPTIONS(huge_result, drop(outside));

TARE_BENCH(nothing_to_drop) { spend(10); }
TARE_OPTIONS(nothing_to_drop, drop(outside));

namespace tare::running {
namespace {

class batches : public testing::Test {
 protected:
  void SetUp() override { calls = 0; }
};

double score_of(const Case& c) { return run(c).last().score; }

TEST_F(batches, grow_until_reading_the_clock_is_a_thousandth) {
  // 100 ms in batches of a thousand readings' time and a fifth more, and a few to grow.
  Case c = case_of("batches.steady");
  c.measurement.time_ns = 100 * ms;
  const std::uint64_t before = readings();
  const Results results = run(c);
  constexpr std::uint64_t measuring_the_clock = 4096 + 4;
  const std::uint64_t batches = readings() - before - measuring_the_clock;
  EXPECT_NEAR(static_cast<double>(batches), 1e8 / 30e3, 100);
  EXPECT_NEAR(results.last().score, 10, 0.01);
  EXPECT_EQ(results.started, 1U);
}

TEST_F(batches, an_iteration_lasts_as_long_as_asked) {
  Case c = case_of("batches.steady");
  c.measurement = {3, 2 * ms, 1};
  for (const IterationResult& iteration : run(c).measured) {
    EXPECT_GE(iteration.nanoseconds, 0.98 * 2e6);
    EXPECT_LE(iteration.nanoseconds, 1.02 * 2e6);
  }
}

TEST_F(batches, an_iteration_shorter_than_a_good_batch_lasts_as_long_as_asked_too) {
  Case c = case_of("batches.steady");
  c.measurement = {20, 1 * us, 1};
  const Results results = run(c);
  ASSERT_EQ(results.measured.size(), 20U);
  for (const IterationResult& iteration : results.measured) {
    EXPECT_LE(iteration.nanoseconds, 2000);
    EXPECT_GE(iteration.operations, 1U);
    EXPECT_GT(iteration.score, 10);
    EXPECT_LT(iteration.score, 12);  // The clock's share, in batches of some 50 to 120 calls.
  }
}

TEST_F(batches, an_operation_longer_than_the_iteration_runs_once) {
  Case c = case_of("batches.second");
  c.warmup = {1, 50 * ms, 1};
  c.measurement = {3, 100 * ms, 1};
  const Results results = run(c);
  EXPECT_EQ(calls, 4U);
  for (const IterationResult& iteration : results.measured) {
    EXPECT_EQ(iteration.operations, 1U);
    EXPECT_NEAR(iteration.score, 1e9, 100);
  }
}

TEST_F(batches, an_iteration_of_no_length_is_one_call) {
  Case c = case_of("batches.steady");
  c.measurement = {3, 0, 1};
  const Results results = run(c);
  EXPECT_EQ(calls, 3U);
  EXPECT_EQ(results.last().operations, 1U);
}

TEST_F(batches, requested_times_are_honoured_however_large) {
  Case c = case_of("batches.years");
  c.measurement.time_ns = std::uint64_t{1} << 62;
  const Results results = run(c);
  EXPECT_EQ(calls, 16U);
  EXPECT_NEAR(results.last().score / 0x1p58, 1, 1e-9);
}

TEST_F(batches, measure_operations_and_iterations_of_every_length) {
  struct Edge {
    double operation_ns;
    std::uint64_t iteration_ns;
    double clock_cost_ns;
  };
  constexpr std::uint64_t hour = 3'600'000'000'000;
  for (const Edge edge : {Edge{0.2, 1 * us, 25},
                          {0.2, 100 * ms, 25},
                          {1, 1 * us, 25},
                          {1e3, 1 * us, 25},
                          {1e6, 1 * us, 25},
                          {1e6, 100 * ms, 25},
                          {3e10, 1 * us, 25},
                          {3e10, 100 * ms, 25},
                          {3e10, 3 * hour, 25},
                          {3e7, 3 * hour, 1e6}}) {
    length = edge.operation_ns;
    SimulatedClock clock(edge.clock_cost_ns);
    Case c = case_of("batches.any_length");
    c.measurement = {2, edge.iteration_ns, 1};
    const IterationResult last = run(c, clock).last();
    const double asked = static_cast<double>(edge.iteration_ns);
    // Reading the clock is in it: a thousandth, or all of a batch as short as the iteration.
    const double readings = asked < 1e3 * edge.clock_cost_ns ? edge.clock_cost_ns : 0;
    EXPECT_GE(last.score, edge.operation_ns) << edge.operation_ns << ' ' << asked;
    EXPECT_LE(last.score, 1.002 * edge.operation_ns + readings) << asked;
    const double batch = std::max(1.3 * std::min(1e3 * edge.clock_cost_ns, asked), length);
    EXPECT_LE(last.nanoseconds, asked + 2 * batch + readings) << edge.operation_ns;
  }
}

/// Jumps ahead by hours, once.
class Jumping final : public Clock {
 public:
  std::uint64_t now_ns() override {
    return clock_.now_ns() + (readings() == at ? jumped_ += hours : jumped_);
  }
  std::uint64_t at = UINT64_MAX;

 private:
  static constexpr std::uint64_t hours = 10'000'000'000'000;
  SimulatedClock clock_;
  std::uint64_t jumped_ = 0;
};

TEST_F(batches, a_clock_that_jumps_spoils_one_iteration_and_no_more) {
  Jumping clock;
  clock.at = readings() + 4096 + 4 + 100;  // In the first iteration, after the clock was measured.
  Case c = case_of("batches.steady");
  c.measurement = {3, 10 * ms, 1};
  const Results results = run(c, clock);
  ASSERT_EQ(results.measured.size(), 3U);
  EXPECT_GT(results.measured[0].score, 1e6);
  EXPECT_NEAR(results.measured[1].score, 10, 0.1);
  EXPECT_NEAR(results.measured[2].score, 10, 0.1);
}

TEST_F(batches, shrink_when_the_body_becomes_much_slower) {
  Case c = case_of("batches.slowing");
  c.measurement = {4, 100 * ms, 1};
  const Results results = run(c);
  EXPECT_NEAR(results.last().score, 1e7, 1e3);
  EXPECT_LE(results.last().operations, 11U);
}

TEST_F(batches, an_empty_body_overflows_nothing) {
  Case c = case_of("batches.empty");
  c.measurement = {2, 10 * ms, 1};
  EXPECT_NEAR(score_of(c), 0.25, 0.001);
  c.mode = Mode::throughput;
  EXPECT_NEAR(score_of(c), 4e9, 2e7);
  c.operations_per_invocation = UINT64_MAX;
  EXPECT_TRUE(std::isfinite(score_of(c)));
}

TEST_F(batches, a_coarse_clock_is_read_less_often_but_not_beyond_the_iteration) {
  SimulatedClock coarse(25, 1 * ms);
  Case c = case_of("batches.steady");
  c.measurement = {2, 100 * ms, 1};
  for (const IterationResult& iteration : run(c, coarse).measured) {
    EXPECT_NEAR(iteration.score, 10, 0.5);
    EXPECT_LE(iteration.nanoseconds, 125e6);
  }
}

TEST_F(batches, a_clock_that_stands_still_is_waited_for) {
  std::vector<std::uint64_t> script(4100 + 5, 1'000'000);
  ScriptedClock clock(script);
  const Results results = run(case_of("batches.steady"), clock);
  EXPECT_TRUE(std::isfinite(results.last().score));
  EXPECT_GT(results.last().operations, 0U);
}

TEST_F(batches, a_clock_that_goes_back_makes_no_negative_time) {
  std::vector<std::uint64_t> script;
  for (std::uint64_t i = 1; i < 20'000; ++i)
    script.push_back(1 * ms + 200 * us * i - (i % 5 == 0 ? 700 * us : 0));
  ScriptedClock clock(script);
  const Results results = run(case_of("batches.steady"), clock);
  EXPECT_TRUE(std::isfinite(results.last().score));
  EXPECT_GE(results.last().score, 0);
}

TEST_F(batches, throughput_is_operations_per_second) {
  Case c = case_of("batches.steady");
  c.mode = Mode::throughput;
  EXPECT_NEAR(score_of(c), 1e8, 2e5);
}

TEST_F(batches, operations_per_invocation_divide_times_and_multiply_rates) {
  Case c = case_of("batches.steady");
  c.operations_per_invocation = 5;
  EXPECT_NEAR(score_of(c), 2, 0.01);
  c.mode = Mode::throughput;
  EXPECT_NEAR(score_of(c), 5e8, 1e6);
}

TEST_F(batches, several_calls_may_make_one_operation) {
  Case c = case_of("batches.steady");
  c.measurement.batch = 4;
  EXPECT_NEAR(score_of(c), 40, 0.1);
  c.operations_per_invocation = 8;
  EXPECT_NEAR(score_of(c), 5, 0.01);
}

TEST_F(batches, warm_up_has_a_batch_of_its_own) {
  Case c = case_of("batches.steady");
  c.mode = Mode::single_shot;
  c.warmup = {1, 0, 100};
  c.measurement = {2, 0, 7};
  const Results results = run(c);
  EXPECT_EQ(calls, 114U);
  ASSERT_EQ(results.warmup.size(), 1U);
  EXPECT_EQ(results.warmup[0].score, 1025);
  ASSERT_EQ(results.measured.size(), 2U);
  EXPECT_EQ(results.measured[1].score, 95);  // 7 calls and a reading.
  EXPECT_EQ(results.measured[1].operations, 1U);
  EXPECT_EQ(results.measured[0].index, 1U);
  EXPECT_EQ(results.measured[1].index, 2U);
  EXPECT_EQ(results.started, 3U);
}

TEST_F(batches, samples_are_times_of_single_calls) {
  Case c = case_of("batches.uneven");
  c.mode = Mode::sample_time;
  c.measurement.time_ns = 10 * ms;
  const IterationResult last = run(c).last();
  ASSERT_EQ(last.histogram.size(), 2U);
  EXPECT_EQ(last.histogram[0].first, 125);  // The reading that ends it is inside.
  EXPECT_NEAR(last.histogram[1].first, 1025, 1);
  EXPECT_EQ(last.histogram[0].second + last.histogram[1].second, last.operations);
  EXPECT_EQ(last.histogram[1].second, last.operations / 10);
  EXPECT_NEAR(last.score, 215, 1);
}

TEST_F(batches, samples_are_of_as_many_calls_as_the_batch_and_per_operation) {
  Case c = case_of("batches.steady");
  c.mode = Mode::sample_time;
  c.measurement.batch = 10;
  c.operations_per_invocation = 5;
  const IterationResult last = run(c).last();
  ASSERT_EQ(last.histogram.size(), 1U);
  EXPECT_EQ(last.histogram[0].first, 25);  // 10 calls and a reading over 5 operations.
  EXPECT_NEAR(last.score, 25, 0.1);
}

TEST_F(batches, samples_begin_anew_with_each_iteration) {
  Case c = case_of("batches.steady");
  c.mode = Mode::sample_time;
  c.warmup = {1, ms, 1};
  c.measurement.iterations = 2;
  const Results results = run(c);
  EXPECT_EQ(stats::total(results.measured[1].histogram), results.measured[1].operations);
}

TEST_F(batches, manual_time_is_what_the_body_recorded) {
  Case c = case_of("batches.manual");
  EXPECT_DOUBLE_EQ(score_of(c), 3.5);
  c.operations_per_invocation = 7;
  EXPECT_DOUBLE_EQ(score_of(c), 0.5);
}

TEST_F(batches, manual_time_counts_in_every_mode) {
  Case c = case_of("batches.manual");
  c.mode = Mode::throughput;
  EXPECT_NEAR(score_of(c), 2e9 / 7, 1);
  c.mode = Mode::single_shot;
  c.measurement.batch = 2;
  EXPECT_EQ(score_of(c), 7);
  c.mode = Mode::sample_time;
  c.measurement.batch = 1;
  const IterationResult sampled = run(c).last();
  EXPECT_EQ(sampled.histogram, (Histogram{{7, sampled.operations}}));
}

TEST_F(batches, manual_time_must_be_used) {
  try {
    run(case_of("batches.manual_unused"));
    ADD_FAILURE() << "it was measured by the clock";
  } catch (const Ending& ending) {
    EXPECT_EQ(ending.reason, "it takes a tare::ManualTime, but recorded no time in it");
  }
}

TEST_F(batches, manual_time_must_be_a_time) {
  for (const char* benchmark : {"batches.manual_negative", "batches.manual_infinite"}) {
    const Ending ending = ending_of(case_of(benchmark));
    EXPECT_EQ(ending.outcome, Outcome::failed) << benchmark;
    EXPECT_EQ(ending.reason, "it recorded a time that is negative or no number") << benchmark;
  }
}

TEST_F(batches, states_of_a_batch_take_64_MiB_at_most) {
  run(case_of("batches.big_state"));
  EXPECT_EQ(Mebibyte::most, batch_bytes >> 20);
  EXPECT_EQ(Mebibyte::alive, 0U);
}

TEST_F(batches, what_states_hold_on_the_heap_counts_too) {
#ifdef TARE_SANITIZED
  GTEST_SKIP() << "a sanitizer's heap does not say what it has handed out";
#endif
  Case c = case_of("batches.heap_in_state");
  c.measurement.time_ns = 100 * us;
  run(c);
  EXPECT_GE(Holder::most, 50U);
  EXPECT_LE(Holder::most, 64U);
}

TEST_F(batches, kept_results_take_64_MiB_at_most) {
  run(case_of("batches.big_result"));
  EXPECT_EQ(BigResult::most, 64U);
  EXPECT_EQ(BigResult::alive, 0U);
}

TEST_F(batches, two_results_are_kept_however_large) {
  Case c = case_of("batches.huge_result");
  c.measurement.time_ns = 100 * us;
  run(c);
  EXPECT_EQ(HugeResult::most, 2U);
  EXPECT_EQ(HugeResult::alive, 0U);
}

TEST_F(batches, larger_than_memory_allows_are_timed_in_parts) {
  Case c = case_of("batches.big_state");
  c.mode = Mode::single_shot;
  c.measurement.batch = 130;
  EXPECT_EQ(score_of(c), 1300 + 3 * 25);  // 64 + 64 + 2 calls.
}

TEST_F(batches, without_a_result_there_is_nothing_to_keep) {
  EXPECT_NEAR(score_of(case_of("batches.nothing_to_drop")), 10, 0.1);
}

}  // namespace
}  // namespace tare::running
