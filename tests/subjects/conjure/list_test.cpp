// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "example_types.hpp"
#include "read_error.hpp"

namespace {

TEST(List, OfEveryKindOfElement) {
  EXPECT_EQ(rewrite<std::vector<bool>>("[true,false]"), "[true,false]");
  EXPECT_EQ(rewrite<std::vector<std::int32_t>>("[ 1 , -2 ]"), "[1,-2]");
  EXPECT_EQ(rewrite<std::vector<std::vector<std::string>>>(R"([[],["a"]])"), R"([[],["a"]])");
  EXPECT_EQ(rewrite<std::vector<std::optional<std::int32_t>>>("[null,1]"), "[null,1]");
}

TEST(List, ElementsErrorsHaveTheirIndex) {
  EXPECT_EQ(read_error<std::vector<std::int32_t>>("[1,2,\"3\"]"),
            "expected a number at $[2], byte 5");
  EXPECT_EQ(read_error<std::vector<std::vector<bool>>>("[[],[true,1]]"),
            "expected true or false at $[1][1], byte 10");
  EXPECT_EQ(read_error<std::vector<std::int32_t>>("[1,]"), "unexpected character at $[1], byte 3");
  EXPECT_EQ(read_error<std::vector<std::int32_t>>("[1 2]"), "unexpected character at $, byte 3");
}

TEST(List, NullIsNoElementAndNoList) {
  EXPECT_EQ(read_error<std::vector<std::int32_t>>("[null]"),
            "null where a value is required at $[0], byte 1");
  EXPECT_EQ(read_error<std::vector<std::int32_t>>("null"),
            "null where a value is required at $, byte 0");
}

TEST(List, Identity) {
  using List = std::vector<double>;
  EXPECT_TRUE(conjure::equal(List{1, NAN}, List{1, NAN}));
  EXPECT_FALSE(conjure::equal(List{1, 2}, List{2, 1}));
  EXPECT_NE(conjure::hash(List{1, 2}), conjure::hash(List{2, 1}));
  EXPECT_TRUE(conjure::order(List{1}, List{1, 2}) < 0);
}

}  // namespace
