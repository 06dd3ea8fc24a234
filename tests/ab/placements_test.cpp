// SPDX-License-Identifier: Apache-2.0
#include "ab/placements.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tare::ab {
namespace {

Placements placements(const std::vector<std::vector<double>>& logs) {
  Placements all(logs.size());
  for (std::size_t i = 0; i < logs.size(); ++i)
    for (const double log : logs[i]) all.add(i, log);
  return all;
}

TEST(Placements, OneTellsNothing) { EXPECT_EQ(placements({{1, 2, 3}}).variance_of_mean(), 0); }

TEST(Placements, AreNotJudgedByOneFigure) {
  EXPECT_TRUE(std::isinf(placements({{1, 2}, {5}}).variance_of_mean()));
}

TEST(Placements, ThatAreAlikeHaveNoVariance) {
  // Means 2 and 2.
  EXPECT_EQ(placements({{1, 3}, {0, 4}}).variance_of_mean(), 0);
}

TEST(Placements, VaryByWhatIsLeftOfTheirMeans) {
  // Means 1, 3, 5: variance 4. Variances within 2, of means 1 each: 3 is left, a third of it for
  // the mean of three.
  EXPECT_DOUBLE_EQ(placements({{0, 2}, {2, 4}, {4, 6}}).variance_of_mean(), 1);
}

TEST(Placements, OfTwiceFourAreFourStrata) {
  // What the places in a line differ by is no luck.
  const std::vector<double> places{0, 10, 20, 30};
  std::vector<std::vector<double>> logs;
  for (int i = 0; i < 8; ++i) logs.push_back({places[i % 4], places[i % 4]});
  EXPECT_EQ(placements(logs).variance_of_mean(), 0);
  EXPECT_EQ(placements(logs).degrees_of_freedom(), 4U);
  // In the first stratum means 0 and 4: variance 8, half of it for their mean, and of that a
  // sixteenth for the mean of four strata.
  logs[4] = {4, 4};
  EXPECT_DOUBLE_EQ(placements(logs).variance_of_mean(), 0.25);
}

TEST(LuckOfPlacements, IsNoneWithOne) {
  EXPECT_EQ(luck_of_placements(placements({{1, 2}}), placements({{1, 2}})), 0);
}

TEST(LuckOfPlacements, AddsBothSidesAndKnowsThatTheyAreFew) {
  const Placements three = placements({{0, 2}, {2, 4}, {4, 6}});
  // t(0.995; 2) = 9.925, z(0.995) = 2.576: any table of them.
  EXPECT_NEAR(luck_of_placements(three, three), std::sqrt(2) * 9.925 / 2.576, 0.002);
}

}  // namespace
}  // namespace tare::ab
