// SPDX-License-Identifier: Apache-2.0
#include "ab/conclusion.hpp"

#include <gtest/gtest.h>

namespace tare::ab {
namespace {

Comparison with_spreads(double baseline, double candidate) {
  Comparison comparison;
  comparison.benchmark = "a.case";
  comparison.metric = primary_metric;
  comparison.baseline_spread = baseline;
  comparison.candidate_spread = candidate;
  return comparison;
}

std::vector<std::string> codes(const Comparison& comparison) {
  std::vector<std::string> all;
  for (const Note& note : doubts(comparison)) all.push_back(note.code);
  return all;
}

using Codes = std::vector<std::string>;

TEST(Doubts, AreNoneOfAQuietMachine) {
  EXPECT_EQ(codes(with_spreads(1.08, 1.01)), Codes{});
  EXPECT_EQ(codes(with_spreads(not_a_number, not_a_number)), Codes{});
}

TEST(Doubts, TellThatTheMachineWavers) {
  EXPECT_EQ(codes(with_spreads(1.25, 1.2)), Codes{"wide-spread"});
}

TEST(Doubts, TellThatSomeForksOfOneProgramAreSlower) {
  EXPECT_EQ(codes(with_spreads(1.0, 1.5)), Codes{"uneven-forks"});
  EXPECT_EQ(codes(with_spreads(1.5, 1.0)), Codes{"uneven-forks"});
  EXPECT_NE(doubts(with_spreads(1.0, 1.5))[0].text.find("of the candidate spread by 1.50"),
            std::string::npos);
  EXPECT_NE(doubts(with_spreads(1.5, 1.0))[0].text.find("of the baseline spread by 1.50"),
            std::string::npos);
}

TEST(Doubts, TellWhatBudgetAFirstLookNeeds) {
  Comparison comparison = with_spreads(1, 1);
  comparison.pairs = 12;
  EXPECT_TRUE(doubts_of_budget(comparison, 1, 2'000'000'000).empty());
  EXPECT_EQ(doubts_of_budget(comparison, 8, 2'000'000'000)[0].advice, "Raise --budget to 34s.");
  comparison.pairs = 10;
  const std::vector<Note> notes = doubts_of_budget(comparison, 1, 2'000'000'000);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].code, "few-blocks");
  EXPECT_EQ(notes[0].advice, "Raise --budget to 14s.");
  EXPECT_EQ(notes[0].case_name, "a.case");
}

}  // namespace
}  // namespace tare::ab
