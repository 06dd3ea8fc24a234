// SPDX-License-Identifier: Apache-2.0
#include "report/printable.hpp"

#include <gtest/gtest.h>

namespace tare::report {
namespace {

TEST(columns_of, counts_what_is_seen) {
  EXPECT_EQ(columns_of(""), 0U);
  EXPECT_EQ(columns_of("abc"), 3U);
  EXPECT_EQ(columns_of("± é …"), 5U);
  EXPECT_EQ(columns_of("東京"), 4U);
}

TEST(truncated, keeps_what_fits_and_marks_what_does_not) {
  EXPECT_EQ(truncated("abc", 3), "abc");
  EXPECT_EQ(truncated("abcd", 3), "ab…");
  EXPECT_EQ(truncated("abcd", 1), "…");
  EXPECT_EQ(truncated("abcd", 0), "");
  EXPECT_EQ(truncated("東京都", 6), "東京都");
  EXPECT_EQ(truncated("東京都", 5), "東京…");
  EXPECT_EQ(truncated("東京都", 4), "東…");
  EXPECT_EQ(truncated("東a", 2), "…");
}

TEST(aligned, pads_by_columns) {
  EXPECT_EQ(left_aligned("é", 3), "é  ");
  EXPECT_EQ(right_aligned("東", 3), " 東");
  EXPECT_EQ(right_aligned("long", 2), "long");
}

}  // namespace
}  // namespace tare::report
