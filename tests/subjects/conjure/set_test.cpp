// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "example_types.hpp"
#include "read_error.hpp"

namespace {

using conjure::Any;
using conjure::Set;

TEST(Set, KeepsItsOrderAndFindsItsElements) {
  const auto set = conjure::read<Set<std::string>>(R"(["z","a","\u006d",""])").value();
  EXPECT_EQ(set.size(), 4U);
  EXPECT_TRUE(set.contains("m"));
  EXPECT_FALSE(set.contains("b"));
  std::string seen;
  for (const std::string_view element : set) seen += element;
  EXPECT_EQ(seen, "zam");
  EXPECT_EQ(set[1], "a");
  EXPECT_EQ(conjure::write(set).value(), R"(["z","a","m",""])");
}

TEST(Set, RepeatedElementsAreRejectedAtTheirPlace) {
  EXPECT_EQ(read_error<Set<std::string>>(R"(["a","b","a"])"),
            "repeated element of a set at $[2], byte 9");
  EXPECT_EQ(read_error<Set<double>>("[1.1,1.10]"), "repeated element of a set at $[1], byte 5");
  EXPECT_EQ(read_error<Set<double>>(R"(["NaN","NaN"])"),
            "repeated element of a set at $[1], byte 7");
  EXPECT_EQ(read_error<Set<double>>("[0.0,-0.0]"), "ok");
  EXPECT_EQ(read_error<Set<Any>>(R"([{"a":1,"b":[]},{"b":[],"a":1}])"),
            "repeated element of a set at $[1], byte 16");
  EXPECT_EQ(read_error<Set<std::vector<bool>>>("[[true],[false],[true]]"),
            "repeated element of a set at $[2], byte 16");
  EXPECT_EQ(read_error<Set<std::optional<std::int32_t>>>("[null,1,null]"),
            "repeated element of a set at $[2], byte 8");
  EXPECT_EQ(read_error<Set<Set<std::int32_t>>>("[[1,2],[2,1]]"),
            "repeated element of a set at $[1], byte 7");
  EXPECT_THROW((Set<std::int32_t>{1, 2, 1}), std::invalid_argument);
}

TEST(Set, EqualityIsBlindToOrder) {
  EXPECT_EQ((Set<std::string>{"a", "b"}), (Set<std::string>{"b", "a"}));
  EXPECT_FALSE((Set<std::string>{"a", "b"} == Set<std::string>{"b", "c"}));
  EXPECT_EQ((Set<double>{1, NAN}), (Set<double>{NAN, 1}));
  EXPECT_EQ(conjure::hash(Set<double>{1, 2}), conjure::hash(Set<double>{2, 1}));
  EXPECT_TRUE(conjure::order(Set<double>{1, 2}, Set<double>{2, 1}) == 0);
}

TEST(Set, KeepsNoHeapForNothing) {
  EXPECT_EQ(sizeof(Set<std::string>), sizeof(void*));
  EXPECT_EQ(rewrite<Set<std::string>>("[]"), "[]");
}

}  // namespace
