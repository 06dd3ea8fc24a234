// SPDX-License-Identifier: Apache-2.0
#include "catalog/filter.hpp"

#include <gmock/gmock.h>

#include "catalog/wrong_use.hpp"

namespace tare::catalog {
namespace {

bool matches(const std::vector<std::string>& includes, const std::vector<std::string>& excludes,
             const std::string& name) {
  return Filter(includes, excludes).matches(name);
}

TEST(filter, without_patterns_takes_all) { EXPECT_TRUE(matches({}, {}, "group.name")); }

TEST(filter, needs_to_match_only_a_part) {
  EXPECT_TRUE(matches({"serial"}, {}, "conjure.deserialize"));
  EXPECT_FALSE(matches({"^serial"}, {}, "conjure.deserialize"));
  EXPECT_TRUE(matches({"conjure\\.de.*ze$"}, {}, "conjure.deserialize"));
}

TEST(filter, minds_the_case) { EXPECT_FALSE(matches({"Map"}, {}, "map")); }

TEST(filter, takes_what_any_include_matches) {
  EXPECT_TRUE(matches({"x", "b"}, {}, "abc"));
  EXPECT_FALSE(matches({"x", "y"}, {}, "abc"));
}

TEST(filter, leaves_out_what_any_exclude_matches) {
  EXPECT_FALSE(matches({}, {"x", "b"}, "abc"));
  EXPECT_FALSE(matches({"abc"}, {"b"}, "abc"));
  EXPECT_TRUE(matches({"abc"}, {"x"}, "abc"));
}

TEST(filter, an_empty_pattern_matches_all) {
  EXPECT_TRUE(matches({""}, {}, "abc"));
  EXPECT_FALSE(matches({}, {""}, "abc"));
}

TEST(filter, refuses_what_is_no_regular_expression) {
  for (const std::string pattern : {"(", "[", "a{2,1}", "*", "\\"}) {
    SCOPED_TRACE(pattern);
    const auto refusal = [&](const std::string& where) {
      return testing::ThrowsMessage<WrongUse>(
          testing::StartsWith(where + "'" + pattern + "' is not a regular expression: "));
    };
    EXPECT_THAT([&] { Filter({pattern}, {}); }, refusal("pattern "));
    EXPECT_THAT([&] { Filter({}, {"fine", pattern}); }, refusal("-e: "));
  }
}

}  // namespace
}  // namespace tare::catalog
