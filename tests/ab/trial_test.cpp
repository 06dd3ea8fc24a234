// SPDX-License-Identifier: Apache-2.0
#include "ab/trial.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace tare::ab {
namespace {

CasePlan some_case(Mode mode = Mode::average_time) {
  CasePlan plan;
  plan.benchmark = "some.case";
  plan.mode = mode;
  return plan;
}

/// Blocks of `pairs` pairs whose figures are those of each program, a little noisy.
void give(Trial& trial, const std::vector<double>& figures, int blocks, std::size_t pairs = 2) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> noise(1, 0.001);
  for (int i = 0; i < blocks && !trial.is_over(); ++i) {
    for (const Start& start :
         trial.draw_block(random, std::vector<std::optional<std::uint32_t>>(pairs)))
      trial.take(start, figures[start.program] * noise(random));
    trial.end_block();
  }
}

TEST(Trial, BlocksHaveAForkOfEachProgramOnEachProcessor) {
  Trial trial(some_case(), 3, 1, {});
  std::mt19937_64 random(7);
  const std::vector<Start> block = trial.draw_block(random, {4, 9});
  ASSERT_EQ(block.size(), 6U);
  for (const int first : {0, 3}) {
    std::vector<std::size_t> programs;
    for (int i = first; i < first + 3; ++i) {
      programs.push_back(block[i].program);
      EXPECT_EQ(block[i].processor, first == 0 ? 4U : 9U);
    }
    std::sort(programs.begin(), programs.end());
    EXPECT_EQ(programs, (std::vector<std::size_t>{0, 1, 2}));
  }
}

TEST(Trial, EachProgramIsFirstInHalfOfThePairs) {
  Trial trial(some_case(), 2, 1, {});
  std::mt19937_64 random(7);
  int first = 0;
  for (int i = 0; i < 1000; ++i) first += trial.draw_block(random, {{}}).front().program == 0;
  EXPECT_NEAR(first, 500, 80);  // Five standard deviations.
}

TEST(Trial, AProgramHasOnePlacementInABlockAndEachInTurn) {
  Trial trial(some_case(), 2, 3, {});
  std::mt19937_64 random(7);
  std::map<std::size_t, int> drawn;
  for (int i = 0; i < 30; ++i) {
    std::map<std::size_t, std::size_t> of_block;
    for (const Start& start : trial.draw_block(random, {{}, {}})) {
      const auto [known, is_new] = of_block.emplace(start.program, start.placement);
      EXPECT_EQ(known->second, start.placement);
    }
    ++drawn[of_block[1]];
  }
  EXPECT_EQ(drawn, (std::map<std::size_t, int>{{0, 10}, {1, 10}, {2, 10}}));
}

TEST(Trial, IsNotDecidedBeforeEachPlacementWasSeenTwice) {
  Trial trial(some_case(), 2, 5, {});
  give(trial, {100, 110}, 9);
  EXPECT_FALSE(trial.is_decided(1));
  give(trial, {100, 110}, 20);
  EXPECT_TRUE(trial.is_decided(1));
}

TEST(Trial, FindsTheSlowerOne) {
  Trial trial(some_case(), 2, 1, {});
  give(trial, {100, 110}, 100);
  EXPECT_TRUE(trial.is_over());
  EXPECT_EQ(trial.state(1).direction, stats::Direction::up);
  EXPECT_NEAR(trial.state(1).log_ratio, std::log(1.1), 0.002);
  EXPECT_EQ(trial.pairs(1), 12U);  // The first look.
}

TEST(Trial, FindsWhatIsTheSame) {
  Trial trial(some_case(), 2, 1, {});
  give(trial, {100, 100}, 100);
  EXPECT_TRUE(trial.is_over());
  EXPECT_TRUE(trial.state(1).same);
}

TEST(Trial, GoesOnIfItIsToKnowBetter) {
  Trial trial(some_case(), 2, 1, {}, false);
  give(trial, {100, 110}, 1000);
  EXPECT_EQ(trial.pairs(1), 2 * stats::looks().back());
}

TEST(Trial, OfThroughputUpIsMore) {
  Trial trial(some_case(Mode::throughput), 2, 1, {});
  give(trial, {100, 110}, 100);
  EXPECT_EQ(trial.state(1).direction, stats::Direction::up);
}

TEST(Trial, TakesTheBetterForkOfABlock) {
  Trial trial(some_case(), 2, 1, {});
  std::mt19937_64 random(1);
  for (int i = 0; i < 6; ++i) {
    std::map<std::size_t, int> taken;
    for (const Start& start : trial.draw_block(random, {{}, {}})) {
      const bool disturbed = taken[start.program]++ == 0 && start.program == 1;
      trial.take(start, disturbed ? 500 : 100);
    }
    trial.end_block();
  }
  EXPECT_TRUE(trial.state(1).same);
}

TEST(Trial, DecidedCandidatesHaveNoMoreForks) {
  Trial trial(some_case(), 3, 1, {});
  std::mt19937_64 random(1);
  give(trial, {100, 200, 100.5}, 6);
  ASSERT_TRUE(trial.is_decided(1));
  for (const Start& start : trial.draw_block(random, {{}}))
    EXPECT_TRUE(start.program != 1 || trial.is_over());
}

TEST(Trial, WhatIsDroppedIsOut) {
  Trial trial(some_case(), 3, 1, {});
  std::mt19937_64 random(1);
  trial.drop(1, "crashed");
  trial.drop(1, "again");
  EXPECT_EQ(trial.reason_dropped(1), "crashed");
  EXPECT_EQ(trial.draw_block(random, {{}}).size(), 2U);
  EXPECT_FALSE(trial.is_over());
  trial.drop(0, "gone");
  EXPECT_TRUE(trial.is_over());
}

TEST(Trial, EndsAfterTheLastLook) {
  Trial trial(some_case(), 2, 1, {});
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> wild(1, 10);
  int blocks = 0;
  for (; !trial.is_over() && blocks < 1000; ++blocks) {
    for (const Start& start : trial.draw_block(random, {{}, {}})) trial.take(start, wild(random));
    trial.end_block();
  }
  EXPECT_EQ(blocks, static_cast<int>(stats::looks().back()));
  EXPECT_FALSE(trial.is_decided(1));
}

TEST(Trial, LuckOfPlacementsWidensTheInterval) {
  Trial trial(some_case(), 2, 4, {});
  std::mt19937_64 random(1);
  // The candidate's placements differ by more than the 3 % that it is slower by on average.
  const std::vector<double> candidate{96, 100, 106, 110};
  for (int i = 0; i < 60 && !trial.is_over(); ++i) {
    for (const Start& start : trial.draw_block(random, {{}, {}}))
      trial.take(start, start.program == 0 ? 100 : candidate[start.placement]);
    trial.end_block();
  }
  EXPECT_FALSE(trial.is_decided(1));
  EXPECT_LT(trial.state(1).interval_low, 0);
  EXPECT_GT(trial.state(1).interval_high, 0.05);
}

}  // namespace
}  // namespace tare::ab
