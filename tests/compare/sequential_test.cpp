// SPDX-License-Identifier: Apache-2.0
#include "compare/sequential.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tare::compare {
namespace {

using stats::Direction;

stats::SequentialState state_of(double low, double high, Direction direction, bool same = false) {
  stats::SequentialState state;
  state.log_ratio = (low + high) / 2;
  state.interval_low = low;
  state.interval_high = high;
  state.detectable = std::log(1.03);
  state.direction = direction;
  state.same = same;
  return state;
}

Verdict verdict(const char* metric, Better better, const stats::SequentialState& state) {
  Comparison one;
  one.metric = metric;
  one.better = better;
  fill(one, state);
  return one.verdict;
}

TEST(Sequential, RatiosAreOfTheFiguresThemselves) {
  Comparison one;
  one.metric = "primary";
  fill(one, state_of(std::log(1.05), std::log(1.2), Direction::up));
  EXPECT_NEAR(one.ratio, std::sqrt(1.05 * 1.2), 1e-12);
  EXPECT_NEAR(one.interval_low, 1.05, 1e-12);
  EXPECT_NEAR(one.interval_high, 1.2, 1e-12);
  EXPECT_NEAR(one.detectable, 0.03, 1e-12);
}

TEST(Sequential, VerdictsSuitTheFigure) {
  const auto up = state_of(0.1, 0.2, Direction::up);
  const auto down = state_of(-0.2, -0.1, Direction::down);
  EXPECT_EQ(verdict("primary", Better::lower, up), Verdict::slower);
  EXPECT_EQ(verdict("primary", Better::lower, down), Verdict::faster);
  EXPECT_EQ(verdict("primary", Better::higher, up), Verdict::faster);
  EXPECT_EQ(verdict("primary", Better::higher, down), Verdict::slower);
  EXPECT_EQ(verdict("mem.alloc.rate", Better::lower, up), Verdict::more);
  EXPECT_EQ(verdict("mem.alloc.rate", Better::higher, down), Verdict::less);
}

TEST(Sequential, IsTheDirectionOfWhatIsFoundAndSmall) {
  EXPECT_EQ(verdict("primary", Better::lower, state_of(0.006, 0.008, Direction::up, true)),
            Verdict::slower);
  EXPECT_EQ(verdict("primary", Better::lower, state_of(-0.004, 0.006, Direction::none, true)),
            Verdict::same);
}

TEST(Sequential, KnowsNothingBeforeTheFirstLook) {
  Comparison one;
  fill(one, stats::SequentialState());
  EXPECT_EQ(one.verdict, Verdict::unclear);
  EXPECT_TRUE(std::isnan(one.ratio));
  EXPECT_TRUE(std::isnan(one.interval_high));
  EXPECT_TRUE(std::isnan(one.detectable));
}

}  // namespace
}  // namespace tare::compare
