// SPDX-License-Identifier: Apache-2.0
#include "run/score.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tare::running {
namespace {

TEST(score, is_time_per_operation_but_in_thrpt) {
  for (const Mode mode : {Mode::average_time, Mode::sample_time, Mode::single_shot})
    EXPECT_EQ(score(mode, {{4, 100}}), 25);
  EXPECT_EQ(score(Mode::throughput, {{4, 100}}), 4e7);
}

TEST(score, averages_times_over_threads_and_sums_throughputs) {
  const std::vector<Tally> threads{{10, 100}, {10, 300}};
  EXPECT_EQ(score(Mode::average_time, threads), 20);
  EXPECT_DOUBLE_EQ(score(Mode::throughput, threads), 1e8 + 1e9 / 30);
}

TEST(score, is_not_a_number_where_nothing_was_measured) {
  EXPECT_TRUE(std::isnan(score(Mode::average_time, {{0, 100}})));
  EXPECT_TRUE(std::isnan(score(Mode::throughput, {{5, 0}})));
  EXPECT_TRUE(std::isnan(score(Mode::average_time, {{1, 1}, {0, 0}})));
}

}  // namespace
}  // namespace tare::running
