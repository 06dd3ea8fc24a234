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
