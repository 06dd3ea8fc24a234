// SPDX-License-Identifier: Apache-2.0
#include "catalog/nearest.hpp"

#include <gtest/gtest.h>

namespace tare::catalog {
namespace {

TEST(nearest, is_the_candidate_with_the_fewest_edits) {
  EXPECT_EQ(nearest("jsn", {"xml", "json", "js"}), "json");
  EXPECT_EQ(nearest("deserialise", {"serialize", "deserialize"}), "deserialize");
  EXPECT_EQ(nearest("json", {"jsonb", "json"}), "json");
}

TEST(nearest, takes_swapped_neighbours_for_one_edit) {
  EXPECT_EQ(nearest("-lfr", {"-lp", "-lrf"}), "-lrf");
  EXPECT_EQ(nearest("ab", {"ba"}), "ba");
}

TEST(nearest, of_two_as_near_is_the_first) { EXPECT_EQ(nearest("ab", {"ax", "ay"}), "ax"); }

TEST(nearest, allows_a_third_of_the_words_length) {
  EXPECT_EQ(nearest("abc", {"abx"}), "abx");
  EXPECT_EQ(nearest("abc", {"axx"}), "");
  EXPECT_EQ(nearest("abcdef", {"abcdxx"}), "abcdxx");
  EXPECT_EQ(nearest("abcdef", {"abcxxx"}), "");
}

TEST(nearest, allows_one_edit_at_least_and_three_at_most) {
  EXPECT_EQ(nearest("f", {"wf"}), "wf");
  EXPECT_EQ(nearest("", {"a"}), "a");
  EXPECT_EQ(nearest(std::string(30, 'a'), {std::string(27, 'a')}), std::string(27, 'a'));
  EXPECT_EQ(nearest(std::string(30, 'a'), {std::string(26, 'a')}), "");
}

TEST(nearest, is_nothing_where_there_is_nothing) { EXPECT_EQ(nearest("word", {}), ""); }

TEST(nearest, is_told_as_a_question_or_not_at_all) {
  EXPECT_EQ(did_you_mean("jsn", {"json"}), "; did you mean 'json'?");
  EXPECT_EQ(did_you_mean("csv", {"json"}), "");
}

}  // namespace
}  // namespace tare::catalog
