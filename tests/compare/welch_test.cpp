// SPDX-License-Identifier: Apache-2.0
#include "compare/welch.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tare::compare {
namespace {

using stats::Scores;

/// What R prints for t.test(extra ~ group, data = sleep), after "Student" (1908).
TEST(Welch, IsThatOfRForStudentsOwnData) {
  const Scores first({0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0});
  const Scores second({1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4});
  const Difference difference = welch(first, second);
  EXPECT_NEAR(difference.value, 1.58, 1e-12);
  EXPECT_NEAR(difference.value / difference.standard_error, 1.8608, 5e-5);
  EXPECT_NEAR(difference.degrees_of_freedom, 17.776, 5e-4);
  EXPECT_NEAR(difference.value + difference.half_width(0.05), 3.3654832, 5e-8);
  EXPECT_NEAR(difference.value - difference.half_width(0.05), -0.2054832, 5e-8);
}

TEST(Welch, CountsASideThatDoesNotScatterAsCertain) {
  const Difference difference = welch(Scores({5, 5, 5, 5}), Scores({1, 2, 3}));
  EXPECT_DOUBLE_EQ(difference.value, -3);
  EXPECT_DOUBLE_EQ(difference.standard_error, std::sqrt(1.0 / 3));
  EXPECT_DOUBLE_EQ(difference.degrees_of_freedom, 2);
}

TEST(Welch, IsAPointWhereNothingScatters) {
  const Difference difference = welch(Scores({5, 5, 5}), Scores({7, 7, 7}));
  EXPECT_EQ(difference.value, 2);
  EXPECT_EQ(difference.half_width(0.01), 0);
}

TEST(Welch, KnowsNothingOfSingleScores) {
  const Difference difference = welch(Scores({5}), Scores({7, 8}));
  EXPECT_EQ(difference.value, 2.5);
  EXPECT_TRUE(std::isnan(difference.half_width(0.01)));
  EXPECT_TRUE(std::isnan(welch(Scores({}), Scores({})).value));
}

}  // namespace
}  // namespace tare::compare
