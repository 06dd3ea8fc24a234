// SPDX-License-Identifier: Apache-2.0
#include "stats/sequential.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "noise.hpp"
#include "stats/huber.hpp"

namespace tare::stats {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A comparison of blocks around `log_ratio` until it is decided, or all looks are over.
SequentialComparison compared(Noise& noise, double log_ratio, double deviation,
                              const SequentialDesign& design = {}) {
  SequentialComparison comparison(design);
  while (!comparison.state().decided() && comparison.blocks() < looks().back())
    comparison.add(log_ratio + deviation * noise.normal());
  return comparison;
}

TEST(SequentialTest, KnowsNothingBeforeTheFirstLook) {
  SequentialComparison comparison({});
  for (int block = 0; block < 5; ++block) {
    comparison.add(0.5);
    EXPECT_FALSE(comparison.at_look());
    EXPECT_TRUE(std::isnan(comparison.state().log_ratio));
    EXPECT_FALSE(comparison.state().decided());
  }
  comparison.add(0.5);
  EXPECT_TRUE(comparison.at_look());
  EXPECT_TRUE(comparison.state().decided());
}

TEST(SequentialTest, KeepsItsStateBetweenLooks) {
  SequentialComparison comparison({});
  for (int block = 0; block < 6; ++block) comparison.add(0);
  comparison.add(100);
  EXPECT_FALSE(comparison.at_look());
  EXPECT_EQ(comparison.state().log_ratio, 0);
  EXPECT_EQ(comparison.blocks(), 7);
}

// Student's t with 5 degrees of freedom has 0.00027115 in its upper tail from 7.8385 on, which is
// half of what the first look spends; by Simpson's rule, apart from this project. Of power:
// 0.8416 · √(1 + 7.8385² / 10).
TEST(SequentialTest, AgreesWithWhatIsReckonedByHand) {
  const std::vector<double> blocks{0.000, 0.003, 0.006, 0.009, 0.012, 0.015};
  const double error = huber(blocks).standard_error;
  SequentialComparison comparison({});
  for (const double block : blocks) comparison.add(block);
  const SequentialState& state = comparison.state();
  EXPECT_NEAR(state.log_ratio, 0.0075, 1e-12);
  EXPECT_NEAR((state.interval_high - state.log_ratio) / error, 7.8385, 1e-3);
  EXPECT_NEAR((state.log_ratio - state.interval_low) / error, 7.8385, 1e-3);
  EXPECT_NEAR((state.detectable - std::log(1.01) / 2) / error, 7.8385 + 2.2489, 1e-3);
  EXPECT_EQ(state.direction, Direction::none);
  EXPECT_FALSE(state.same);
}

TEST(SequentialTest, TellsUpDownAndSame) {
  Noise noise(1);
  EXPECT_EQ(compared(noise, 0.05, 0.01).state().direction, Direction::up);
  EXPECT_EQ(compared(noise, -0.05, 0.01).state().direction, Direction::down);
  EXPECT_TRUE(compared(noise, 0, 0.01).state().same);
}

TEST(SequentialTest, MeasuresByTheThresholdThatIsAskedFor) {
  Noise noise(1);
  EXPECT_TRUE(compared(noise, 0.02, 0.002, {.threshold = 0.1}).state().same);
  EXPECT_EQ(compared(noise, 0.02, 0.002).state().direction, Direction::up);
  EXPECT_TRUE(compared(noise, 0.001, 0.0001).state().same);
  EXPECT_EQ(compared(noise, 0.001, 0.0001, {.threshold = 0.001}).state().direction, Direction::up);
}

TEST(SequentialTest, SpeaksLaterTheLargerTheFamily) {
  std::size_t blocks = 0;
  for (const std::size_t family : {1u, 100u, 1000u}) {
    Noise noise(5);
    const auto comparison = compared(noise, 0.02, 0.015, {.family = family});
    EXPECT_EQ(comparison.state().direction, Direction::up);
    EXPECT_GT(comparison.blocks(), blocks);
    blocks = comparison.blocks();
  }
}

TEST(SequentialTest, HasTheSameIntervalWhateverTheFamily) {
  Noise noise(5);
  Noise again(5);
  SequentialComparison one({});
  SequentialComparison many({.family = 1000});
  for (int block = 0; block < 20; ++block) {
    one.add(0.1 * noise.normal());
    many.add(0.1 * again.normal());
  }
  EXPECT_EQ(one.state().interval_low, many.state().interval_low);
  EXPECT_LT(one.state().detectable, many.state().detectable);
}

TEST(SequentialTest, LeavesOutWhatIsNoNumber) {
  SequentialComparison comparison({});
  for (const double odd : {std::nan(""), infinity, -infinity}) comparison.add(odd);
  EXPECT_EQ(comparison.blocks(), 0);
  for (int block = 0; block < 6; ++block) comparison.add(0);
  EXPECT_TRUE(comparison.state().same);
}

TEST(SequentialTest, IsSureOfEqualBlocks) {
  SequentialComparison comparison({});
  for (int block = 0; block < 6; ++block) comparison.add(0);
  EXPECT_EQ(comparison.state().interval_low, 0);
  EXPECT_EQ(comparison.state().interval_high, 0);
  EXPECT_TRUE(comparison.state().same);
  EXPECT_EQ(comparison.state().direction, Direction::none);
}

TEST(SequentialTest, CountsAnErrorThatBlocksDoNotLessen) {
  SequentialComparison comparison({});
  comparison.set_systematic_error(0.02);
  for (std::size_t block = 0; block < looks().back(); ++block) comparison.add(0.02);
  EXPECT_FALSE(comparison.state().decided());
  EXPECT_LT(comparison.state().interval_low, -0.02);
}

TEST(SequentialTest, EndsWithALookAtWhatThereIs) {
  SequentialComparison comparison({});
  for (int block = 0; block < 13; ++block) comparison.add(block % 2 == 0 ? 0.2 : 0.22);
  const SequentialState at_eleven = comparison.state();
  comparison.end();
  EXPECT_NE(comparison.state().log_ratio, at_eleven.log_ratio);
  EXPECT_EQ(comparison.state().direction, Direction::up);

  SequentialComparison early({});
  for (const double block : {0.2, 0.21, 0.22}) early.add(block);
  early.end();
  EXPECT_NEAR(early.state().log_ratio, 0.21, 1e-12);
  EXPECT_EQ(early.state().direction, Direction::none);  // Three blocks prove little.
}

TEST(SequentialTest, EndsInIgnoranceWhereThereIsNothing) {
  SequentialComparison comparison({});
  comparison.end();
  EXPECT_TRUE(std::isnan(comparison.state().log_ratio));
  comparison.add(0.3);
  comparison.end();
  EXPECT_TRUE(std::isnan(comparison.state().log_ratio));
}

TEST(SequentialTest, ChangesNothingAfterTheLastLook) {
  SequentialComparison comparison({});
  for (std::size_t block = 0; block < looks().back(); ++block) comparison.add(0);
  for (int block = 0; block < 100; ++block) comparison.add(9);
  comparison.end();
  EXPECT_EQ(comparison.state().log_ratio, 0);
}

TEST(SequentialTest, FindsWhatIsDetectableFourTimesOutOfFive) {
  constexpr int trials = 1000;
  for (const int blocks : {6, 11, 20, 49}) {
    Noise noise(2026);
    const auto after_blocks = [&](double log_ratio) {
      SequentialComparison comparison({});
      for (int block = 0; block < blocks; ++block)
        comparison.add(log_ratio + 0.01 * noise.normal());
      return comparison.state();
    };
    double detectable = 0;
    for (int trial = 0; trial < trials; ++trial) detectable += after_blocks(0).detectable / trials;
    int found = 0;
    for (int trial = 0; trial < trials; ++trial)
      found += after_blocks(detectable).direction == Direction::up ? 1 : 0;
    EXPECT_NEAR(found, 0.8 * trials, 0.06 * trials) << blocks;
  }
}

/// Shares of trials that end like this.
struct Shares {
  double up = 0;
  double down = 0;
  double same = 0;
};

Shares shares(double log_ratio, double deviation, const SequentialDesign& design, int trials) {
  Noise noise(2026);
  Shares shares;
  for (int trial = 0; trial < trials; ++trial) {
    const SequentialState state = compared(noise, log_ratio, deviation, design).state();
    shares.up += state.direction == Direction::up ? 1.0 / trials : 0;
    shares.down += state.direction == Direction::down ? 1.0 / trials : 0;
    shares.same += state.same ? 1.0 / trials : 0;
  }
  return shares;
}

// The worst case: a threshold of almost 0, where every crossing is an alarm and none is kept from
// it by half the threshold.
TEST(SequentialTest, KeepsItsErrorRateOverAllLooks) {
  const Shares nothing = shares(0, 0.01, {.threshold = 1e-9}, 4000);
  EXPECT_LE(nothing.up + nothing.down, 0.01 + 3 * 0.0016);
  EXPECT_GT(nothing.up + nothing.down, 0.003);
}

TEST(SequentialTest, HardlyEverTakesTheSameForADifference) {
  const Shares same = shares(0, 0.015, {}, 2000);
  EXPECT_LE(same.up + same.down, 0.003);
  EXPECT_GT(same.same, 0.95);
}

/// log(b ÷ a) of the better of two forks each, a quarter of which are 7 % faster than the rest.
double two_humped(Noise& noise, double log_ratio) {
  const auto fork = [&] { return (noise.uniform() < 0.25 ? -0.07 : 0) + 0.003 * noise.normal(); };
  return log_ratio + std::min(fork(), fork()) - std::min(fork(), fork());
}

TEST(SequentialTest, IsNotFooledByNoiseOfTwoHumps) {
  Noise noise(2026);
  constexpr int trials = 2000;
  const auto directions = [&](double log_ratio) {
    int up = 0;
    int down = 0;
    for (int trial = 0; trial < trials; ++trial) {
      SequentialComparison comparison({});
      while (!comparison.state().decided() && comparison.blocks() < looks().back())
        comparison.add(two_humped(noise, log_ratio));
      up += comparison.state().direction == Direction::up ? 1 : 0;
      down += comparison.state().direction == Direction::down ? 1 : 0;
    }
    return std::pair(up, down);
  };
  const auto [up, down] = directions(0);
  EXPECT_LE(up + down, 0.003 * trials);  // 8 % without the sign test.
  const auto [slower, faster] = directions(std::log(1.05));
  EXPECT_GT(slower, 0.95 * trials);
  EXPECT_LE(faster, 0.001 * trials);
}

// Of 6 or 8 blocks all must be beyond half the threshold; of 20 all but four: 1 + 20 + 190 + 1140 +
// 4845 of 2²⁰ outcomes are 0.0059, and with the next 15504 they are 0.021.
TEST(SequentialTest, AsksForManyBlocksOnOneSide) {
  const auto direction_of = [](int blocks, int on_the_other_side) {
    SequentialComparison comparison({});
    for (int block = 0; block < blocks; ++block)
      comparison.add((block < on_the_other_side ? -0.2 : 0.2) + 1e-3 * block);
    EXPECT_GT(comparison.state().interval_low, std::log(1.01) / 2) << blocks;
    return comparison.state().direction;
  };
  EXPECT_EQ(direction_of(6, 0), Direction::up);
  EXPECT_EQ(direction_of(8, 0), Direction::up);
  EXPECT_EQ(direction_of(8, 1), Direction::none);
  EXPECT_EQ(direction_of(20, 4), Direction::up);
  EXPECT_EQ(direction_of(20, 5), Direction::none);
}

TEST(SequentialTest, FindsADifferenceAndNotItsContrary) {
  const Shares slower = shares(std::log(1.02), 0.015, {}, 1000);
  EXPECT_GT(slower.up, 0.95);
  EXPECT_EQ(slower.down, 0);
  EXPECT_LE(slower.same, 0.01);
}

}  // namespace
}  // namespace tare::stats
