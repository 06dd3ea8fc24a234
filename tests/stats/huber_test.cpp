// SPDX-License-Identifier: Apache-2.0
#include "stats/huber.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "noise.hpp"

namespace tare::stats {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Two values beyond the bend at either side: what weighs less does so alike, and it stays at 3.
// Scale: MAD 1 / 0.6745 = 1.48258; the bend lies 1.99407 away, so that ψ is ∓1.345 once each for 1
// and 5, ∓0.6745 for 2 and 4. Σψ² = 2·1.345² + 2·0.6745² = 4.52795; three of five are not bent.
// 1.48258 · √(4.52795 / 4) / 0.6 / √5 · (1 + 1/5) = 1.41089.
TEST(HuberTest, AgreesWithWhatIsReckonedByHand) {
  const Location location = huber(std::vector<double>{5, 1, 3, 2, 4});
  EXPECT_NEAR(location.value, 3, 1e-12);
  EXPECT_NEAR(location.standard_error, 1.41089, 1e-4);
  EXPECT_EQ(location.degrees_of_freedom, 4);
}

// Determinations of copper in wholemeal flour, in parts per million (Analytical Methods Committee,
// Analyst 114, 1989; `chem` in W. N. Venables, B. D. Ripley, Modern Applied Statistics with S, who
// find 3.2067 where the bend is 1.5). Bisection of Huber's equation, apart from this project,
// agrees with theirs, and finds 3.21625 where it is 1.345.
TEST(HuberTest, AgreesWithAPublishedExample) {
  const std::vector<double> chem{2.9,  3.1,  3.4,  3.4,  3.7,   3.7,  2.8, 2.5, 2.4, 2.4, 2.7, 2.2,
                                 5.28, 3.37, 3.03, 3.03, 28.95, 3.77, 3.4, 2.2, 3.5, 3.6, 3.7, 3.7};
  EXPECT_NEAR(huber(chem).value, 3.21625, 1e-4);
}

TEST(HuberTest, IsTheMeanWhereNothingIsBent) {
  const Location location = huber(std::vector<double>{1, 2, 3, 2.5, 1.5}, 100);
  EXPECT_NEAR(location.value, 2, 1e-12);
  EXPECT_NEAR(location.standard_error, std::sqrt(2.5 / 4) / std::sqrt(5) * 1.2, 1e-12);
}

TEST(HuberTest, HardlyMovesForAnOutlierHoweverFar) {
  std::vector<double> values{9.8, 10.1, 10.0, 9.9, 10.2, 10.05, 9.95, 1e9};
  const Location far = huber(values);
  values.back() = 11;
  EXPECT_NEAR(far.value, huber(values).value, 0.01);
  EXPECT_LT(far.standard_error, 0.1);
}

TEST(HuberTest, HasAnErrorThatTheEstimateReallyHas) {
  Noise noise(2026);
  constexpr int trials = 2000;
  double squares = 0;
  double errors = 0;
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<double> values;
    for (int i = 0; i < 20; ++i) values.push_back(noise.normal());
    const Location location = huber(values);
    squares += location.value * location.value / trials;
    errors += location.standard_error / trials;
  }
  EXPECT_NEAR(std::sqrt(squares), errors, 0.1 * errors);
  EXPECT_NEAR(std::sqrt(squares), 1 / std::sqrt(0.95 * 20), 0.015);  // Of 95 % efficiency.
}

TEST(HuberTest, IsSureOfEqualValues) {
  for (const double value : {0.0, 0.1, -3.0, 1e300}) {
    const Location location = huber(std::vector<double>(7, value));
    EXPECT_EQ(location.value, value);
    EXPECT_EQ(location.standard_error, 0);
  }
}

TEST(HuberTest, KeepsAScaleWhereMostValuesAreEqual) {
  const Location location = huber(std::vector<double>{0, 0, 0, 0, 0, 0.5, -0.5}, 1e-4);
  EXPECT_EQ(location.value, 0);
  // ψ² is 1.345² twice, over 6; five of seven are not bent.
  EXPECT_NEAR(location.standard_error,
              1e-4 * std::sqrt(2 * 1.345 * 1.345 / 6) / (5.0 / 7) / std::sqrt(7) * (8.0 / 7),
              1e-12);
}

TEST(HuberTest, KnowsNothingOfNothingAndNoErrorOfOneValue) {
  EXPECT_TRUE(std::isnan(huber({}).value));
  EXPECT_TRUE(std::isnan(huber(std::vector<double>{std::nan("")}).value));
  const Location one = huber(std::vector<double>{4});
  EXPECT_EQ(one.value, 4);
  EXPECT_TRUE(std::isnan(one.standard_error));
  EXPECT_EQ(one.degrees_of_freedom, 0);
}

TEST(HuberTest, LeavesOutWhatIsNoNumber) {
  const Location location =
      huber(std::vector<double>{std::nan(""), 5, infinity, 1, 3, 2, -infinity, 4});
  EXPECT_NEAR(location.value, 3, 1e-12);
  EXPECT_EQ(location.degrees_of_freedom, 4);
}

}  // namespace
}  // namespace tare::stats
