// SPDX-License-Identifier: Apache-2.0
#include "ab/figure.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace tare::ab {
namespace {

std::vector<double> from_1_to_99() {
  std::vector<double> values(99);
  std::iota(values.begin(), values.end(), 1.0);
  return values;
}

TEST(Figure, IsWhatTheBestTenthReaches) {
  EXPECT_DOUBLE_EQ(figure(from_1_to_99(), Better::lower), 10);
  EXPECT_DOUBLE_EQ(figure(from_1_to_99(), Better::higher), 90);
}

TEST(Figure, IsNotMovedByWhatDisturbsMostSlices) {
  std::vector<double> values = from_1_to_99();
  for (double& value : values)
    if (value > 20) value *= 1000;
  EXPECT_DOUBLE_EQ(figure(values, Better::lower), 10);
}

TEST(Figure, OfNoneIsUnknown) {
  EXPECT_TRUE(std::isnan(figure({}, Better::lower)));
  EXPECT_TRUE(std::isnan(figure({not_a_number}, Better::lower)));
}

TEST(Spread, IsTheRatioOfQuartiles) {
  EXPECT_DOUBLE_EQ(spread(from_1_to_99()), 3);
  EXPECT_DOUBLE_EQ(spread({5, 5, 5}), 1);
  EXPECT_TRUE(std::isnan(spread({5})));
}

TEST(Slices, MeasureTenMillisecondsOfWhatIsQuick) {
  const Slices slices = slices_for(100, 5e6);
  EXPECT_EQ(slices.count, 40U);
  EXPECT_EQ(slices.slice_ns, 250'000U);
}

TEST(Slices, MeasureAQuarterOfWhatAForkTakesToStart) {
  EXPECT_EQ(slices_for(100, 40e6).count, 40U);
  EXPECT_EQ(slices_for(100, 200e6).count, 200U);
  EXPECT_EQ(slices_for(100, 50e9).count, 400U);
}

TEST(Slices, OfLongOperationsAreFewer) {
  EXPECT_EQ(slices_for(1e6, 5e6).count, 40U);
  EXPECT_EQ(slices_for(10e6, 5e6).count, 30U);  // 0.3 s
  EXPECT_EQ(slices_for(100e6, 5e6).count, 3U);
  EXPECT_EQ(slices_for(10e9, 5e6).count, 1U);
}

}  // namespace
}  // namespace tare::ab
