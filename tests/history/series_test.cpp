// SPDX-License-Identifier: Apache-2.0
#include "history/series.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace tare::history {
namespace {

using testing::ElementsAre;

Point point(double score, const char* unit) {
  Point made;
  made.score = score;
  made.error = score / 10;
  made.forks = {score};
  made.unit = unit;
  return made;
}

TEST(UniteUnits, TurnsAllIntoTheLastMeasuredUnit) {
  Series series;
  series.points = {point(990, "ns/op"), point(1.01, "us/op"), point(not_a_number, "s/op")};
  series.points[1].better = Better::higher;
  unite_units(series);
  EXPECT_EQ(series.unit, "us/op");
  EXPECT_EQ(series.better, Better::higher);
  EXPECT_DOUBLE_EQ(series.points[0].score, 0.99);
  EXPECT_DOUBLE_EQ(series.points[0].error, 0.099);
  EXPECT_DOUBLE_EQ(series.points[0].forks.at(0), 0.99);
  EXPECT_EQ(series.points[0].unit, "us/op");
  EXPECT_EQ(series.points[1].score, 1.01);
}

TEST(UniteUnits, LeavesOutWhatMeasuresSomethingElse) {
  Series series;
  series.points = {point(5, "MB/sec"), point(7, "B/op")};
  unite_units(series);
  EXPECT_TRUE(std::isnan(series.points[0].score));
  EXPECT_EQ(series.points[0].reason, "in MB/sec, not B/op");
  EXPECT_THAT(series.measured(), ElementsAre(1));
}

TEST(UniteUnits, CopesWithNothing) {
  Series series;
  unite_units(series);
  EXPECT_EQ(series.unit, "");
}

TEST(Measured, AreOkAndFinite) {
  Series series;
  series.points = {point(1, ""), point(not_a_number, ""), point(2, ""),
                   point(std::numeric_limits<double>::infinity(), ""), point(3, "")};
  series.points[2].outcome = Outcome::failed;
  EXPECT_THAT(series.measured(), ElementsAre(0, 4));
}

}  // namespace
}  // namespace tare::history
