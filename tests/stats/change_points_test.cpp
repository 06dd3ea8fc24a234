// SPDX-License-Identifier: Apache-2.0
#include "stats/change_points.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "noise.hpp"

namespace tare::stats {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

std::vector<double> flat(Noise& noise, std::size_t count) {
  std::vector<double> series;
  for (std::size_t i = 0; i < count; ++i) series.push_back(100 + noise.normal());
  return series;
}

/// 200 values in noise of 1 %, that rise by 3 % twice and fall by as much once.
constexpr std::size_t planted[] = {50, 110, 150};

std::vector<double> with_planted_changes(Noise& noise) {
  std::vector<double> series = flat(noise, 200);
  for (std::size_t i = 0; i < series.size(); ++i) {
    if (i >= planted[0]) series[i] *= 1.03;
    if (i >= planted[1]) series[i] *= 1.03;
    if (i >= planted[2]) series[i] /= 1.03;
  }
  return series;
}

bool has_found_them(const std::vector<ChangePoint>& points) {
  if (points.size() != std::size(planted)) return false;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto off = static_cast<double>(points[i].index) - static_cast<double>(planted[i]);
    if (std::abs(off) > 2) return false;
  }
  return true;
}

// 0 0 0 1 1 1 by hand: between the halves the mean distance is 1, within them it is 0, so that the
// split at 3 has 9/6 · 2 = 3 against at most 2.4 elsewhere. Of the 20 orders of its values those
// two that part the zeros from the ones do as well, and 2/20 is no rare chance.
TEST(ChangePointsTest, SixValuesAreTooFewToBeSure) {
  EXPECT_THAT(change_points(std::vector<double>{0, 0, 0, 1, 1, 1}, {.least_segment = 2}),
              IsEmpty());
  const auto points =
      change_points(std::vector<double>{0, 0, 0, 1, 1, 1}, {.level = 0.3, .least_segment = 2});
  ASSERT_THAT(points, SizeIs(1));
  EXPECT_EQ(points[0].index, 3);
}

TEST(ChangePointsTest, TellsWhereAndFromWhatToWhat) {
  std::vector<double> series(20, 7.0);
  series.resize(45, 9.0);
  const auto points = change_points(series);
  ASSERT_THAT(points, SizeIs(1));
  EXPECT_EQ(points[0].index, 20);
  EXPECT_EQ(points[0].before, 7);
  EXPECT_EQ(points[0].after, 9);
  EXPECT_NEAR(points[0].p, 1.0 / 200, 1e-12);
}

TEST(ChangePointsTest, FindsThreePlantedChangesInNoiseAndNoOther) {
  Noise noise(2026);
  int found = 0;
  for (int i = 0; i < 20; ++i)
    found += has_found_them(change_points(with_planted_changes(noise))) ? 1 : 0;
  EXPECT_GE(found, 18);  // Of 1,000 series 96 %.
}

TEST(ChangePointsTest, AlarmsOnFlatNoiseNoMoreOftenThanItsLevel) {
  Noise noise(2026);
  constexpr int series = 300;
  int alarms = 0;
  for (int i = 0; i < series; ++i) alarms += change_points(flat(noise, 200)).empty() ? 0 : 1;
  EXPECT_LE(alarms, 0.02 * series);
}

TEST(ChangePointsTest, IsNotMovedBySingleOutliers) {
  Noise noise(1);
  std::vector<double> series = flat(noise, 60);
  series[20] = 150;
  series[41] = 180;
  EXPECT_THAT(change_points(series), IsEmpty());
}

TEST(ChangePointsTest, FindsAChangeThatIsTakenBack) {
  Noise noise(1);
  std::vector<double> series = flat(noise, 100);
  for (std::size_t i = 45; i < 55; ++i) series[i] += 8;
  const auto points = change_points(series);
  ASSERT_THAT(points, SizeIs(2));
  EXPECT_EQ(points[0].index, 45);
  EXPECT_EQ(points[1].index, 55);
}

TEST(ChangePointsTest, KeepsTheDistanceThatIsAskedFor) {
  std::vector<double> series(6, 5.0);
  series.resize(40, 1.0);
  const auto near = change_points(series, {.least_segment = 5});
  ASSERT_THAT(near, SizeIs(1));
  EXPECT_EQ(near[0].index, 6);
  const auto far = change_points(series, {.least_segment = 10});
  ASSERT_THAT(far, SizeIs(1));
  EXPECT_EQ(far[0].index, 10);
}

TEST(ChangePointsTest, LooksAtTheLatestOfALongSeries) {
  std::vector<double> series(500, 3.0);  // All of it too far back.
  series.resize(700, 1.0);
  series.resize(700 + most_points - 200, 1.0);
  series.resize(700 + most_points, 2.0);
  const auto points = change_points(series, {.level = 0.1});
  ASSERT_THAT(points, SizeIs(1));
  EXPECT_EQ(points[0].index, 700 + most_points - 200);
}

TEST(ChangePointsTest, FindsNothingInWhatCannotHaveAny) {
  EXPECT_THAT(change_points({}), IsEmpty());
  EXPECT_THAT(change_points(std::vector<double>{1}), IsEmpty());
  EXPECT_THAT(change_points(std::vector<double>{1, 1, 1, 1, 9, 9, 9, 9, 9}), IsEmpty());
  EXPECT_THAT(change_points(std::vector<double>(200, 4.2)), IsEmpty());
  EXPECT_THAT(change_points(std::vector<double>(200, 0.0)), IsEmpty());
  for (const double odd : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    std::vector<double> series(20, 1.0);
    series.resize(40, 2.0);
    series[7] = odd;
    EXPECT_THAT(change_points(series), IsEmpty());
  }
}

}  // namespace
}  // namespace tare::stats
