// SPDX-License-Identifier: Apache-2.0
#include "stats/summary.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <utility>

namespace tare::stats {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::IsNan;
using testing::Pair;

Metric summarised(Sample sample, double confidence = 0.999) {
  Metric metric;
  metric.sample = std::move(sample);
  summarise(metric, confidence);
  return metric;
}

double percentile_of(const Metric& metric, double p) {
  for (const auto& [point, value] : metric.percentiles) {
    if (point == p) return value;
  }
  return not_a_number;
}

TEST(SummaryTest, AForkScoresTheMedianOfItsIterations) {
  EXPECT_THAT(fork_scores({{{1, 2, 90}, {4, 5}, {7}}, {}}), ElementsAre(2, 4.5, 7));
}

TEST(SummaryTest, AForkWithoutIterationsScoresNothing) {
  EXPECT_THAT(fork_scores({{{}, {not_a_number}}, {}}), Each(IsNan()));
}

// Fork scores 10.1 10.3 9.9 10.2: mean 10.125, s/√4 = 0.0853912563829967 (python3's statistics);
// t(0.9995; 3) = 12.924 (published tables).
TEST(SummaryTest, ScoreIsTheMeanOfForksAndErrorStudentsIntervalOverThem) {
  const Metric metric =
      summarised({{{10.1, 10.0, 55}, {10.3, 10.3, 10.3}, {9.9, 9.9, 8}, {10.2, 10.1, 10.4}}, {}});
  EXPECT_DOUBLE_EQ(metric.score, 10.125);
  EXPECT_NEAR(metric.error, 12.924 * 0.0853912563829967, 1e-4);
  EXPECT_DOUBLE_EQ(metric.interval_low, metric.score - metric.error);
  EXPECT_DOUBLE_EQ(metric.interval_high, metric.score + metric.error);
  EXPECT_FALSE(metric.error_within_forks);
}

TEST(SummaryTest, MinMedianAndMaxAreOverForkScores) {
  const Metric metric = summarised({{{1, 5, 9}, {2, 6, 8}, {3, 7, 7.5}}, {}});
  EXPECT_EQ(metric.min, 5);
  EXPECT_EQ(metric.median, 6);
  EXPECT_EQ(metric.max, 7);
}

TEST(SummaryTest, PercentilesAreOverIterations) {
  const Metric metric = summarised({{{1, 5, 9}, {2, 6, 8}, {3, 7, 7.5}}, {}});
  EXPECT_EQ(metric.percentiles.size(), 10U);
  EXPECT_EQ(percentile_of(metric, 0), 1);
  EXPECT_EQ(percentile_of(metric, 50), 6);
  EXPECT_EQ(percentile_of(metric, 99.9999), 9);
  EXPECT_EQ(percentile_of(metric, 100), 9);
}

TEST(SummaryTest, AForkThatMeasuredNothingIsLeftOut) {
  const Metric metric = summarised({{{4}, {}, {5}, {not_a_number, not_a_number}, {6}}, {}});
  EXPECT_EQ(metric.score, 5);
  EXPECT_FALSE(metric.error_within_forks);
  EXPECT_EQ(percentile_of(metric, 0), 4);
}

// Iterations 1 2 3 5: s = 1.707825127659933, t(0.9995; 3) = 12.924.
TEST(SummaryTest, BelowThreeForksTheErrorIsTheOneOfAllIterations) {
  const Metric metric = summarised({{{1, 2}, {3, 5}}, {}});
  EXPECT_DOUBLE_EQ(metric.score, 2.75);
  EXPECT_TRUE(metric.error_within_forks);
  EXPECT_NEAR(metric.error, 12.924 * 1.707825127659933 / 2, 1e-3);
}

TEST(SummaryTest, OfOneValueTheErrorIsUnknown) {
  const Metric metric = summarised({{{42}}, {}});
  EXPECT_EQ(metric.score, 42);
  EXPECT_EQ(metric.median, 42);
  EXPECT_THAT(metric.error, IsNan());
  EXPECT_THAT(metric.interval_low, IsNan());
  EXPECT_THAT(metric.interval_high, IsNan());
  EXPECT_TRUE(metric.error_within_forks);
  EXPECT_EQ(percentile_of(metric, 99.9), 42);
}

TEST(SummaryTest, OfNothingEverythingIsUnknown) {
  for (const Sample& sample : {Sample{}, Sample{{{}}, {}}, Sample{{{not_a_number}}, {}},
                               Sample{{}, {{}}}, Sample{{}, {{{}}, {{}}}}}) {
    const Metric metric = summarised(sample);
    EXPECT_THAT((std::vector{metric.score, metric.error, metric.min, metric.median, metric.max,
                             metric.interval_low, metric.interval_high}),
                Each(IsNan()));
    EXPECT_EQ(metric.percentiles.size(), 10U);
    EXPECT_THAT(metric.percentiles, Each(Pair(testing::_, IsNan())));
  }
}

TEST(SummaryTest, EqualForksHaveNoError) {
  const Metric metric = summarised({{{0.1}, {0.1}, {0.1}}, {}});
  EXPECT_EQ(metric.score, 0.1);
  EXPECT_EQ(metric.error, 0);
  const Metric zero = summarised({{{0, 0}, {0, 0}, {0, 0}}, {}});
  EXPECT_EQ(zero.score, 0);
  EXPECT_EQ(zero.error, 0);
}

TEST(SummaryTest, ALevelThatIsNoneLeavesTheErrorUnknown) {
  EXPECT_THAT(summarised({{{1}, {2}, {3}}, {}}, 1.0).error, IsNan());
}

TEST(SummaryTest, ForgetsFiguresOfAnEarlierSample) {
  Metric metric = summarised({{{1}, {2}, {3}}, {}});
  metric.sample = {};
  summarise(metric, 0.999);
  EXPECT_THAT(metric.score, IsNan());
  EXPECT_EQ(metric.percentiles.size(), 10U);
}

TEST(SummaryTest, InModeSampleAForkScoresTheMeanOfItsOperations) {
  const Sample sample{{{1, 1}}, {{{{10, 3}, {20, 1}}, {{20, 4}}}}};  // 3 × 10, 5 × 20
  EXPECT_THAT(fork_scores(sample), ElementsAre(16.25));
  EXPECT_THAT(iteration_scores(sample), ElementsAre(ElementsAre(12.5, 20)));
}

TEST(SummaryTest, InModeSampleTheErrorIsOverForksAndThePercentilesOverOperations) {
  const Metric metric = summarised({{}, {{{{10, 99}}}, {{{11, 99}}}, {{{12, 98}, {500, 1}}}}});
  EXPECT_EQ(metric.min, 10);
  EXPECT_EQ(metric.median, 11);
  const Metric plain = summarised({{{10}, {11}, {metric.max}}, {}});
  EXPECT_DOUBLE_EQ(metric.score, plain.score);
  EXPECT_DOUBLE_EQ(metric.error, plain.error);
  EXPECT_EQ(percentile_of(metric, 50), 11);
  EXPECT_EQ(percentile_of(metric, 100), 500);
}

}  // namespace
}  // namespace tare::stats
