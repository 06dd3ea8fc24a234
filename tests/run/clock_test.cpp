// SPDX-License-Identifier: Apache-2.0
#include "run/clock.hpp"

#include <gtest/gtest.h>

#include "simulated.hpp"

namespace tare::running {
namespace {

TEST(clock, steady_clock_never_goes_back) {
  SteadyClock clock;
  std::uint64_t last = clock.now_ns();
  EXPECT_GT(last, 0U);
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t now = clock.now_ns();
    EXPECT_GE(now, last);
    last = now;
  }
}

TEST(clock_facts, are_its_step_and_what_a_reading_costs) {
  SimulatedClock fine(25, 1);
  EXPECT_EQ(measure(fine).step_ns, 25);  // It is never read twice within a step.
  EXPECT_EQ(measure(fine).cost_ns, 25);
  SimulatedClock coarse(25, 1000);
  EXPECT_EQ(measure(coarse).step_ns, 1000);
  EXPECT_NEAR(measure(coarse).cost_ns, 25, 1);
}

TEST(clock_facts, of_a_clock_that_never_moved_are_a_guess) {
  ScriptedClock stopped(std::vector<std::uint64_t>(10'000, 7));
  EXPECT_EQ(measure(stopped).step_ns, 1e6);
  EXPECT_EQ(measure(stopped).cost_ns, 0);
}

TEST(clock_facts, of_a_clock_that_went_back_are_no_nonsense) {
  std::vector<std::uint64_t> readings;
  for (std::uint64_t i = 0; i < 10'000; ++i) readings.push_back(1'000'000'000 - 10 * i);
  ScriptedClock backwards(readings);
  EXPECT_EQ(measure(backwards).step_ns, 1e6);
  EXPECT_EQ(measure(backwards).cost_ns, 0);
}

TEST(shortest_batch, is_a_thousand_times_the_greater_of_step_and_cost) {
  EXPECT_EQ(shortest_batch_ns({1, 25}), 25'000);
  EXPECT_EQ(shortest_batch_ns({40, 25}), 40'000);
  EXPECT_EQ(shortest_batch_ns({0, 0}), 1'000);
}

}  // namespace
}  // namespace tare::running
