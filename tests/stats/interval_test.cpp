// SPDX-License-Identifier: Apache-2.0
#include "stats/interval.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tare::stats {
namespace {

/// n values whose half width is t itself: their deviation over √n is 1.
Scores of_unit_standard_error(int n) {
  std::vector<double> values(static_cast<std::size_t>(n), 0.0);
  values.front() = n / std::sqrt(2.0);
  values.back() = -values.front();
  for (double& value : values) value *= std::sqrt((n - 1) / static_cast<double>(n));
  return Scores(values);
}

// Published tables of Student's t, two-sided.
TEST(IntervalTest, AgreesWithPublishedTablesOfStudentsT) {
  EXPECT_NEAR(half_width(of_unit_standard_error(2), 0.999), 636.619, 5e-4);
  EXPECT_NEAR(half_width(of_unit_standard_error(3), 0.999), 31.599, 5e-4);
  EXPECT_NEAR(half_width(of_unit_standard_error(5), 0.999), 8.610, 5e-4);
  EXPECT_NEAR(half_width(of_unit_standard_error(12), 0.999), 4.437, 5e-4);
  EXPECT_NEAR(half_width(of_unit_standard_error(12), 0.95), 2.201, 5e-4);
  EXPECT_NEAR(half_width(of_unit_standard_error(31), 0.99), 2.750, 5e-4);
}

TEST(IntervalTest, IsUnknownBelowTwoValues) {
  EXPECT_TRUE(std::isnan(half_width(Scores({}), 0.999)));
  EXPECT_TRUE(std::isnan(half_width(Scores({5}), 0.999)));
}

TEST(IntervalTest, IsNothingWhereAllValuesAreEqual) {
  EXPECT_EQ(half_width(Scores({5, 5, 5}), 0.999), 0);
  EXPECT_EQ(half_width(Scores({0, 0}), 0.999), 0);
}

TEST(IntervalTest, IsUnknownAtALevelThatIsNone) {
  for (const double confidence : {0.0, 1.0, -0.5, 2.0, std::nan("")}) {
    EXPECT_TRUE(std::isnan(half_width(Scores({1, 2, 3}), confidence))) << confidence;
  }
}

}  // namespace
}  // namespace tare::stats
