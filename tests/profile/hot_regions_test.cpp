// SPDX-License-Identifier: Apache-2.0
#include "profile/hot_regions.hpp"

#include <gmock/gmock.h>

namespace tare::profile {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

/// Two functions side by side, and nothing behind them.
std::optional<stacks::CodeSymbol> two_functions(std::uintptr_t pc) {
  if (pc >= 0x1000 && pc < 0x1800) return stacks::CodeSymbol{"one", 0x1000, 0x1800};
  if (pc >= 0x1800 && pc < 0x2000) return stacks::CodeSymbol{"two", 0x1800, 0x2000};
  return std::nullopt;
}

TEST(hot_regions, hold_what_is_close_together_in_a_function) {
  const auto regions = hot_regions({{0x1010, 2}, {0x1014, 5}, {0x1020, 5}}, two_functions);
  ASSERT_THAT(regions, SizeIs(1));
  EXPECT_EQ(regions[0].symbol->name, "one");
  EXPECT_EQ(regions[0].total, 12u);
  EXPECT_EQ(regions[0].first(), 0x1010u);
  EXPECT_EQ(regions[0].last(), 0x1020u);
  EXPECT_EQ(regions[0].hottest, 0x1014u) << "the first of two that are as hot";
  EXPECT_THAT(regions[0].samples, ElementsAre(Pair(0x1010, 2), Pair(0x1014, 5), Pair(0x1020, 5)));
}

TEST(hot_regions, end_where_a_gap_is_wide) {
  EXPECT_THAT(hot_regions({{0x1000, 1}, {0x1080, 1}, {0x1100, 1}}, two_functions), SizeIs(1));
  EXPECT_THAT(hot_regions({{0x1000, 1}, {0x1081, 1}}, two_functions), SizeIs(2));
}

TEST(hot_regions, end_where_a_function_does) {
  const auto regions = hot_regions({{0x17ff, 1}, {0x1800, 3}}, two_functions);
  ASSERT_THAT(regions, SizeIs(2));
  EXPECT_EQ(regions[0].symbol->name, "two") << "the hottest first";
  EXPECT_EQ(regions[1].symbol->name, "one");
}

TEST(hot_regions, are_made_of_code_without_a_name_too) {
  const auto regions = hot_regions({{0x1fff, 1}, {0x2000, 1}, {0x2004, 2}}, two_functions);
  ASSERT_THAT(regions, SizeIs(2));
  EXPECT_FALSE(regions[0].symbol);
  EXPECT_EQ(regions[0].total, 3u);
}

TEST(hot_regions, that_are_as_hot_come_by_address) {
  const auto regions = hot_regions({{0x1000, 2}, {0x1400, 2}, {0x1800, 2}}, two_functions);
  ASSERT_THAT(regions, SizeIs(3));
  EXPECT_EQ(regions[0].first(), 0x1000u);
  EXPECT_EQ(regions[1].first(), 0x1400u);
  EXPECT_EQ(regions[2].first(), 0x1800u);
}

TEST(hot_regions, are_none_where_nothing_was_seen) {
  EXPECT_THAT(hot_regions({}, two_functions), IsEmpty());
}

}  // namespace
}  // namespace tare::profile
