// SPDX-License-Identifier: Apache-2.0
#include "compare/exact.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "cases.hpp"

namespace tare::compare {
namespace {

using test::counted;
using test::measured;

Comparison compared(double before, double after, Better better = Better::lower) {
  Comparison one;
  one.metric = "mem.alloc.count.norm";
  one.better = better;
  one.baseline = before;
  one.candidate = after;
  fill_exact(one);
  return one;
}

TEST(Exact, AreFiguresThatForksAgreeOn) {
  EXPECT_TRUE(is_exact(counted("mem.alloc.count.norm", 3)));
  EXPECT_TRUE(is_exact(counted("mem.alloc.count.norm", 0)));
}

TEST(Exact, IsNothingThatForksDifferIn) {
  Metric metric = counted("mem.alloc.count.norm", 3);
  metric.sample.values = {{3}, {3.5}};
  EXPECT_FALSE(is_exact(metric));
  metric = counted("mem.alloc.count.norm", 3);
  metric.error = 0.5;
  EXPECT_FALSE(is_exact(metric));
}

TEST(Exact, IsNothingOfWhichNoErrorIsKnownButZero) {
  Metric metric = counted("mem.alloc.rate", 3);
  metric.error = not_a_number;
  EXPECT_FALSE(is_exact(metric));
  metric = counted("mem.alloc.rate", 0);
  metric.error = not_a_number;
  EXPECT_TRUE(is_exact(metric));
  metric = counted("mem.alloc.rate", 3);
  metric.error_within_forks = true;
  EXPECT_FALSE(is_exact(metric));
  metric = counted("mem.alloc.rate", not_a_number);
  EXPECT_FALSE(is_exact(metric));
}

TEST(Exact, IsNoTime) { EXPECT_FALSE(is_exact(measured({5, 5, 5, 5}))); }

TEST(Exact, ChangesCountWhateverTheirSize) {
  EXPECT_EQ(compared(1000000, 1000001).verdict, Verdict::more);
  EXPECT_EQ(compared(1000001, 1000000).verdict, Verdict::less);
  EXPECT_EQ(compared(1000000, 1000000).verdict, Verdict::same);
}

TEST(Exact, FiguresNeedNoInterval) {
  const Comparison one = compared(4, 5);
  EXPECT_TRUE(one.exact);
  EXPECT_EQ(one.ratio, 1.25);
  EXPECT_EQ(one.interval_low, 1.25);
  EXPECT_EQ(one.interval_high, 1.25);
  EXPECT_EQ(one.detectable, 0);
}

TEST(Exact, FiguresHaveNoRatioToNothingButAVerdict) {
  const Comparison risen = compared(0, 2);
  EXPECT_TRUE(std::isnan(risen.ratio));
  EXPECT_EQ(risen.verdict, Verdict::more);
  EXPECT_EQ(compared(0, 0).verdict, Verdict::same);
  const Comparison gone = compared(2, 0);
  EXPECT_EQ(gone.ratio, 0);
  EXPECT_EQ(gone.verdict, Verdict::less);
}

}  // namespace
}  // namespace tare::compare
