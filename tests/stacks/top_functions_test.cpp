// SPDX-License-Identifier: Apache-2.0
#include "stacks/top_functions.hpp"

#include <gtest/gtest.h>

namespace tare::stacks {
namespace {

Frame at(const char* function, int line) { return {function, "a.cpp", line, "", FrameKind::cpp}; }

StackProfile profile() {
  StackProfileBuilder builder("", {{"cpu", "nanoseconds"}, {"count", "count"}});
  builder.add({at("leaf", 5), at("middle", 20), at("outer", 30)}, {10, 1});
  builder.add({at("leaf", 7), at("outer", 31)}, {30, 1});
  builder.add({at("middle", 21), at("outer", 30)}, {20, 1});
  builder.add({at("middle", 21), at("middle", 22), at("middle", 22)}, {1, 1});
  builder.add({}, {100, 1});
  return builder.take();
}

TEST(top_functions, are_sorted_by_what_is_their_own) {
  const std::vector<FunctionCost> top = top_functions(profile(), 0);
  ASSERT_EQ(top.size(), 3U);
  EXPECT_EQ(top[0].hottest.function, "leaf");
  EXPECT_EQ(top[0].self, 40);
  EXPECT_EQ(top[0].total, 40);
  EXPECT_EQ(top[0].hottest.line, 7) << "where most of it is";
  EXPECT_EQ(top[1].hottest.function, "middle");
  EXPECT_EQ(top[1].self, 21);
  EXPECT_EQ(top[1].total, 31) << "recursion counts once";
  EXPECT_EQ(top[2].hottest.function, "outer");
  EXPECT_EQ(top[2].self, 0);
  EXPECT_EQ(top[2].total, 60);
}

TEST(top_functions, are_by_the_value_asked_for) {
  const std::vector<FunctionCost> top = top_functions(profile(), 1);
  EXPECT_EQ(top[0].self, 2);
  EXPECT_EQ(top[2].hottest.function, "outer");
  EXPECT_EQ(top[2].total, 3);
}

TEST(top_functions, of_different_objects_are_not_one) {
  StackProfileBuilder builder("", {{"cpu", "nanoseconds"}});
  builder.add({{"f", "", 0, "a.so", FrameKind::cpp}}, {1});
  builder.add({{"f", "", 0, "b.so", FrameKind::cpp}}, {2});
  EXPECT_EQ(top_functions(builder.take(), 0).size(), 2U);
  EXPECT_TRUE(top_functions({}, 0).empty());
}

}  // namespace
}  // namespace tare::stacks
