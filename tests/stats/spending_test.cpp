// SPDX-License-Identifier: Apache-2.0
#include "stats/spending.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <vector>

#include "noise.hpp"
#include "stats/sequential.hpp"

namespace tare::stats {
namespace {

using Looks = std::vector<std::size_t>;

std::vector<double> boundaries(const Looks& looks, double alpha) {
  std::vector<double> boundaries;
  const boost::math::normal normal;
  for (const double level : nominal_levels(looks, alpha))
    boundaries.push_back(quantile(complement(normal, level / 2)));
  return boundaries;
}

void expect_boundaries(const Looks& looks, double alpha, const std::vector<double>& expected) {
  const std::vector<double> found = boundaries(looks, alpha);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 6e-4) << i;
}

// The boundaries that Lan and DeMets' own program prints for this function, five equally spaced
// looks and α = 0.05 (D. M. Reboussin et al., Computations for Group Sequential Boundaries Using
// the Lan–DeMets Spending Function Method, Controlled Clinical Trials 21, 2000).
TEST(SpendingTest, AgreesWithPublishedBoundaries) {
  expect_boundaries({1, 2, 3, 4, 5}, 0.05, {2.438, 2.427, 2.410, 2.397, 2.386});
}

// Two looks have a closed form but for one integral: with t = 1/2 the first spends 0.05 · ln(1 +
// (e − 1)/2) = 0.0310. A single look spends all.
TEST(SpendingTest, SpendsTheFunctionAtTheFirstLook) {
  EXPECT_NEAR(nominal_levels(Looks{1, 2}, 0.05)[0], 0.05 * std::log1p((M_E - 1) / 2), 1e-12);
  expect_boundaries({7}, 0.05, {1.960});
  expect_boundaries({7}, 0.01, {2.576});
}

TEST(SpendingTest, DependsOnTheSharesOfLooksAlone) {
  const std::vector<double> few = nominal_levels(Looks{1, 3, 4}, 0.01);
  const std::vector<double> many = nominal_levels(Looks{100, 300, 400}, 0.01);
  for (std::size_t i = 0; i < few.size(); ++i) EXPECT_NEAR(many[i] / few[i], 1, 1e-6);
}

TEST(SpendingTest, DoesNotKnowWhatLooksWillFollow) {
  const std::vector<double> all = nominal_levels(Looks{6, 8, 11, 15}, 0.01);
  const std::vector<double> some = nominal_levels(Looks{6, 8}, 0.01, 15);
  EXPECT_THAT(some, testing::ElementsAre(all[0], all[1]));
}

TEST(SpendingTest, HasNothingLeftBeyondThePlan) {
  const std::vector<double> levels = nominal_levels(Looks{5, 10, 12}, 0.01, 10);
  EXPECT_GT(levels[1], 0);
  EXPECT_EQ(levels[2], 0);
  EXPECT_EQ(nominal_levels(Looks{5, 5}, 0.01, 10)[1], 0);
}

TEST(SpendingTest, HasNoLevelsOfNoLooks) {
  EXPECT_TRUE(nominal_levels({}, 0.01).empty());
  EXPECT_TRUE(nominal_levels({}, 0.01, 10).empty());
}

/// Share of random walks that cross any boundary.
double share_crossed(std::span<const std::size_t> looks, double alpha, int walks) {
  const std::vector<double> at = boundaries({looks.begin(), looks.end()}, alpha);
  Noise noise(2026);
  int crossed = 0;
  for (int walk = 0; walk < walks; ++walk) {
    double sum = 0;
    std::size_t steps = 0;
    for (std::size_t i = 0; i < at.size(); ++i) {
      // The increment at once: the sum of its normal steps.
      sum += noise.normal() * std::sqrt(static_cast<double>(looks[i] - steps));
      steps = looks[i];
      if (std::abs(sum) > at[i] * std::sqrt(static_cast<double>(steps))) {
        ++crossed;
        break;
      }
    }
  }
  return static_cast<double>(crossed) / walks;
}

TEST(SpendingTest, SpendsAsMuchAsItClaims) {
  // Standard deviations of the shares: 0.0002 and 0.0007.
  EXPECT_NEAR(share_crossed(looks(), 0.01, 200'000), 0.01, 0.0007);
  EXPECT_NEAR(share_crossed(looks(), 0.1, 200'000), 0.1, 0.002);
}

TEST(SpendingTest, WorksForLargeFamilies) {
  // Crossings are nearly exclusive when they are so rare: levels then sum to little more than α.
  double before = 0;
  for (const double alpha : {1e-5, 1e-4, 1e-3}) {
    const std::vector<double> levels = nominal_levels(looks(), alpha);
    EXPECT_NEAR(levels[0] / alpha, std::log1p((M_E - 1) * 6 / 185), 1e-9);
    double sum = 0;
    for (const double level : levels) sum += level;
    EXPECT_GT(sum, alpha);
    EXPECT_LT(sum, 2 * alpha);
    EXPECT_GT(levels.back(), before);
    before = levels.back();
  }
}

}  // namespace
}  // namespace tare::stats
