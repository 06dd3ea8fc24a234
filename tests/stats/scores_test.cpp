// SPDX-License-Identifier: Apache-2.0
#include "stats/scores.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "tare/record.hpp"

namespace tare::stats {
namespace {

using testing::ElementsAre;

TEST(ScoresTest, AreAscending) { EXPECT_THAT(Scores({3, 1, 2}).values(), ElementsAre(1, 2, 3)); }

TEST(ScoresTest, LeaveOutWhatCannotBeComputedWith) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_THAT(Scores({not_a_number, 2, infinity, 1, -infinity}).values(), ElementsAre(1, 2));
}

TEST(ScoresTest, OfNothingKnowNothing) {
  const Scores none({});
  EXPECT_TRUE(std::isnan(none.min()));
  EXPECT_TRUE(std::isnan(none.max()));
  EXPECT_TRUE(std::isnan(none.median()));
  EXPECT_TRUE(std::isnan(none.mean()));
  EXPECT_TRUE(std::isnan(none.deviation()));
}

TEST(ScoresTest, OfOneValueHaveAMeanButNoDeviation) {
  const Scores one({7});
  EXPECT_EQ(one.mean(), 7);
  EXPECT_EQ(one.median(), 7);
  EXPECT_TRUE(std::isnan(one.deviation()));
}

TEST(ScoresTest, MedianIsTheMiddleOrHalfWayBetweenTheTwoMiddleOnes) {
  EXPECT_EQ(Scores({9, 1, 2}).median(), 2);
  EXPECT_EQ(Scores({9, 1, 2, 4}).median(), 3);
}

// Expected values: python3's statistics.mean and statistics.stdev.
TEST(ScoresTest, MeanAndDeviationAgreeWithAnIndependentComputation) {
  const Scores scores({10.1, 10.3, 9.9, 10.2});
  EXPECT_DOUBLE_EQ(scores.mean(), 10.125);
  EXPECT_NEAR(scores.deviation(), 0.1707825127659933, 1e-14);
}

TEST(ScoresTest, EqualValuesHaveExactlyTheirValueAsMeanAndNoDeviation) {
  const Scores scores(std::vector<double>(7, 0.1));
  EXPECT_EQ(scores.mean(), 0.1);
  EXPECT_EQ(scores.deviation(), 0);
}

TEST(ScoresTest, TinySpreadAroundAHugeMeanIsNotLost) {
  const Scores scores({1e15 + 4, 1e15 + 7, 1e15 + 13, 1e15 + 16});
  EXPECT_EQ(scores.mean(), 1e15 + 10);
  EXPECT_DOUBLE_EQ(scores.deviation(), std::sqrt(30.0));
}

TEST(ScoresTest, MeanOfHugeValuesDoesNotOverflow) {
  EXPECT_DOUBLE_EQ(Scores({1.0e308, 1.2e308, 1.4e308}).mean(), 1.2e308);
}

}  // namespace
}  // namespace tare::stats
