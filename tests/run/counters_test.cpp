// SPDX-License-Identifier: Apache-2.0
// Auxiliary counters: they count the calls that were measured, and no others.
#include <gmock/gmock.h>

#include "simulated.hpp"
#include "tare/tare.hpp"

namespace {

using tare::running::ms;
using tare::running::spend;

/// Counts by itself from when it is made.
struct Meter {
  static inline double reading = 0;
  double begun = reading;
  explicit operator double() const { return reading - begun; }
};

struct Counting {
  static constexpr auto scope = tare::Scope::thread;
  long long bytes = 0;
  double events = 0;
  Meter meter;
  static void counters(tare::Counters<Counting>& c) {
    c.rate("bytes", &Counting::bytes);
    c.event("events", &Counting::events);
    c.bytes("throughput", &Counting::bytes);
    c.items("items", &Counting::events);
    c.time("read", &Counting::bytes);
    c.time("metered", &Counting::meter);
  }
  void set_up(tare::Iteration) { bytes = 1'000'000; }  // Before the iteration: counts as nothing.
};

/// One for each slot of a batch.
struct CountingPerCall {
  unsigned seen = 0;
  void set_up(tare::Invocation) {}
  static void counters(tare::Counters<CountingPerCall>& c) {
    c.event("seen", &CountingPerCall::seen);
  }
};

}  // namespace

TARE_GROUP(counters);

TARE_BENCH(counted, Counting& state) {
  spend(10);
  state.bytes += 4;
  state.events += 0.5;
  if (Meter::reading >= 0) Meter::reading += 3;
}

TARE_BENCH(counted_per_call, CountingPerCall& state) {
  spend(10);
  ++state.seen;
}

namespace tare::running {
namespace {

CounterValue value_of(const IterationResult& result, const std::string& label) {
  for (const CounterValue& counter : result.counters)
    if (counter.label == label) return counter;
  ADD_FAILURE() << "no counter " << label;
  return {};
}

TEST(counters, events_are_a_sum_and_rates_are_scored_like_the_iteration) {
  Case c = case_of("counters.counted");
  c.measurement.iterations = 3;
  for (const IterationResult& result : run(c).measured) {
    EXPECT_EQ(value_of(result, "events").value, 0.5 * static_cast<double>(result.operations));
    EXPECT_EQ(value_of(result, "events").kind, CounterKind::event);
    EXPECT_EQ(value_of(result, "bytes").kind, CounterKind::rate);
    EXPECT_DOUBLE_EQ(value_of(result, "bytes").value, result.score / 4);
  }
}

TEST(counters, bytes_and_items_are_per_second_whatever_the_mode) {
  for (const Mode mode : {Mode::average_time, Mode::throughput, Mode::single_shot}) {
    Case c = case_of("counters.counted");
    c.mode = mode;
    c.threads = 2;
    SimulatedClock clock(0);
    const IterationResult result = run(c, clock).last();
    // Two threads, each 4 bytes in 10 ns, and half an item.
    EXPECT_DOUBLE_EQ(value_of(result, "throughput").value, 2 * 4e8);
    EXPECT_DOUBLE_EQ(value_of(result, "items").value, 2 * 0.5e8);
  }
}

TEST(counters, times_are_over_the_operations_of_all_threads_whatever_the_mode) {
  for (const Mode mode : {Mode::average_time, Mode::throughput, Mode::sample_time}) {
    Case c = case_of("counters.counted");
    c.mode = mode;
    c.measurement.iterations = 2;
    for (const IterationResult& result : run(c).measured) {
      EXPECT_DOUBLE_EQ(value_of(result, "read").value, 4);
      EXPECT_DOUBLE_EQ(value_of(result, "metered").value, 3);
    }
    c.threads = 2;
    Meter::reading = -1;  // Stands still: threads share it.
    EXPECT_DOUBLE_EQ(value_of(run(c).last(), "read").value, 4);
    Meter::reading = 0;
  }
}

TEST(counters, rates_of_throughput_are_per_second) {
  Case c = case_of("counters.counted");
  c.mode = Mode::throughput;
  const IterationResult result = run(c).last();
  EXPECT_DOUBLE_EQ(value_of(result, "bytes").value, result.score * 4);
}

TEST(counters, count_single_shots_and_samples) {
  Case c = case_of("counters.counted");
  c.mode = Mode::single_shot;
  c.measurement = {2, 0, 6};
  EXPECT_EQ(value_of(run(c).last(), "events").value, 3);
  c.mode = Mode::sample_time;
  c.measurement = {2, ms, 1};
  const IterationResult sampled = run(c).last();
  EXPECT_EQ(value_of(sampled, "events").value, 0.5 * static_cast<double>(sampled.operations));
}

TEST(counters, of_threads_are_summed_without_what_each_did_for_company) {
  for (const Mode mode : {Mode::average_time, Mode::throughput}) {
    Case c = case_of("counters.counted");
    c.mode = mode;
    c.threads = 3;
    c.measurement.iterations = 3;
    for (const IterationResult& result : run(c).measured) {
      EXPECT_EQ(value_of(result, "events").value, 0.5 * static_cast<double>(result.operations));
      EXPECT_DOUBLE_EQ(value_of(result, "bytes").value,
                       mode == Mode::throughput ? result.score * 4 : result.score / 4);
    }
  }
}

TEST(counters, of_all_slots_of_a_batch_are_summed) {
  Case c = case_of("counters.counted_per_call");
  c.measurement.iterations = 2;
  for (const IterationResult& result : run(c).measured)
    EXPECT_EQ(value_of(result, "seen").value, static_cast<double>(result.operations));
}

}  // namespace
}  // namespace tare::running
