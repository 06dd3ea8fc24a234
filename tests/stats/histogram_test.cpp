// SPDX-License-Identifier: Apache-2.0
#include "stats/histogram.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace tare::stats {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

double recorded_as(std::uint64_t ns) {
  HistogramRecorder recorder;
  recorder.record(ns);
  return recorder.counts().at(0).first;
}

TEST(HistogramRecorderTest, IsEmptyAtFirstAndAfterClear) {
  HistogramRecorder recorder;
  EXPECT_THAT(recorder.counts(), IsEmpty());
  recorder.record(5);
  recorder.clear();
  EXPECT_THAT(recorder.counts(), IsEmpty());
}

TEST(HistogramRecorderTest, CountsEqualValuesTogetherAndAscending) {
  HistogramRecorder recorder;
  for (const std::uint64_t ns : {30, 0, 30, 10, 30}) recorder.record(ns);
  EXPECT_THAT(recorder.counts(), ElementsAre(Pair(0, 1), Pair(10, 1), Pair(30, 3)));
}

TEST(HistogramRecorderTest, KeepsSmallValuesExactly) {
  for (std::uint64_t ns = 0; ns < 2 * HistogramRecorder::buckets_per_octave; ++ns) {
    ASSERT_EQ(recorded_as(ns), static_cast<double>(ns));
  }
}

TEST(HistogramRecorderTest, KeepsEveryMagnitudeWithinItsRelativeError) {
  double worst = 0;
  for (std::uint64_t power = 1; power <= HistogramRecorder::longest_ns / 2; power *= 2) {
    for (const std::uint64_t ns : {power - 1, power, power + 1, power + power / 3, 2 * power - 1}) {
      if (ns == 0) continue;
      const auto truth = static_cast<double>(ns);
      worst = std::max(worst, std::abs(recorded_as(ns) - truth) / truth);
    }
  }
  EXPECT_LE(worst, HistogramRecorder::relative_error);
  EXPECT_GT(worst, HistogramRecorder::relative_error / 2) << "the test has not met a wide bucket";
}

TEST(HistogramRecorderTest, CountsWhatIsTooLongAsTheLongest) {
  EXPECT_EQ(recorded_as(UINT64_MAX), recorded_as(HistogramRecorder::longest_ns));
  const auto longest = static_cast<double>(HistogramRecorder::longest_ns);
  EXPECT_NEAR(recorded_as(UINT64_MAX) / longest, 1, HistogramRecorder::relative_error);
}

TEST(HistogramRecorderTest, MergeAddsCounts) {
  HistogramRecorder one;
  HistogramRecorder other;
  one.record(1);
  one.record(7);
  other.record(7);
  other.record(1'000'000);
  one.merge(other);
  EXPECT_EQ(total(one.counts()), 4U);
  EXPECT_THAT(one.counts()[1], Pair(7, 2));
}

TEST(HistogramTest, MergedHasEachValueOnce) {
  EXPECT_THAT(merged({{{1, 2}, {5, 1}}, {}, {{0, 1}, {5, 3}}}),
              ElementsAre(Pair(0, 1), Pair(1, 2), Pair(5, 4)));
}

TEST(HistogramTest, MergedLeavesOutWhatIsNoNumberAndWhatNeverWas) {
  EXPECT_THAT(merged({{{not_a_number, 2}, {5, 1}, {6, 0}}}), ElementsAre(Pair(5, 1)));
}

TEST(HistogramTest, MeanWeighsByCount) {
  EXPECT_DOUBLE_EQ(mean({{10, 3}, {20, 1}}), 12.5);
  EXPECT_EQ(mean({{0.1, 1'000'003}}), 0.1);
}

TEST(HistogramTest, OfNothingKnowsNothing) {
  EXPECT_EQ(total({}), 0U);
  EXPECT_TRUE(std::isnan(mean({})));
  EXPECT_TRUE(std::isnan(percentile({}, 50)));
}

TEST(HistogramTest, PercentilesOfOneValueAreThatValue) {
  for (const double p : {0.0, 50.0, 99.9, 100.0}) EXPECT_EQ(percentile({{42, 1}}, p), 42) << p;
}

// Expected values: python3's statistics.quantiles([15, 20, 35, 40, 50], n=20), method 'exclusive',
// which is definition 6 too.
TEST(HistogramTest, PercentilesAgreeWithAnIndependentComputation) {
  const Histogram five{{15, 1}, {20, 1}, {35, 1}, {40, 1}, {50, 1}};
  EXPECT_DOUBLE_EQ(percentile(five, 20), 16);
  EXPECT_DOUBLE_EQ(percentile(five, 25), 17.5);
  EXPECT_DOUBLE_EQ(percentile(five, 50), 35);
  EXPECT_DOUBLE_EQ(percentile(five, 75), 45);
  EXPECT_DOUBLE_EQ(percentile(five, 80), 48);
}

TEST(HistogramTest, PercentilesEndAtTheLeastAndTheGreatest) {
  const Histogram three{{1, 1}, {2, 1}, {9, 1}};
  EXPECT_EQ(percentile(three, 0), 1);
  EXPECT_EQ(percentile(three, 100), 9);
  EXPECT_EQ(percentile(three, 99.99), 9);
  EXPECT_EQ(percentile(three, -5), 1);
  EXPECT_EQ(percentile(three, 200), 9);
}

TEST(HistogramTest, PercentilesCountRepeatedValues) {
  const Histogram mostly_fast{{10, 989}, {1000, 10}};  // 999 values: rank p/100 · 1000.
  EXPECT_EQ(percentile(mostly_fast, 50), 10);
  EXPECT_NEAR(percentile(mostly_fast, 98.9), 10, 1e-6);
  EXPECT_NEAR(percentile(mostly_fast, 98.95), 505, 1e-6);
  EXPECT_NEAR(percentile(mostly_fast, 99), 1000, 1e-6);
}

}  // namespace
}  // namespace tare::stats
