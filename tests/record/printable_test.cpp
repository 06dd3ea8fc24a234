// SPDX-License-Identifier: Apache-2.0
#include "record/printable.hpp"

#include <gtest/gtest.h>

namespace tare {
namespace {

TEST(valid_utf8, leaves_valid_text_alone) {
  const std::string text = "a\n é 東京 🎈" + std::string(1, '\0');
  EXPECT_EQ(valid_utf8(text), text);
  EXPECT_EQ(valid_utf8(""), "");
}

TEST(valid_utf8, replaces_what_is_none) {
  EXPECT_EQ(valid_utf8("a\xff"
                       "b"),
            "a\uFFFDb");
  EXPECT_EQ(valid_utf8("cut \xe6\x9d"), "cut \uFFFD");
  EXPECT_EQ(valid_utf8("\x80"), "\uFFFD");
  for (const char* bad : {"\xed\xa0\x80", "\xc0\xaf", "\xf4\x90\x80\x80"}) {
    // A surrogate, an overlong form, beyond Unicode: however many replacements, nothing else.
    const std::string valid = valid_utf8(bad);
    EXPECT_EQ(valid.find("\uFFFD"), 0U);
    EXPECT_EQ(valid_utf8(valid), valid);
  }
}

TEST(printable, spells_what_steers_a_terminal) {
  EXPECT_EQ(printable("a\nb\r\tc"), "a\\nb\\r\\tc");
  EXPECT_EQ(printable("\x1b[31m\x7f\xc2\x9b" + std::string(1, '\0')), "\\x1b[31m\\x7f\\x9b\\x00");
  EXPECT_EQ(printable("\u202Eevil\u2028"), "\\u202eevil\\u2028");
  EXPECT_EQ(printable("std::map<int, int> é"), "std::map<int, int> é");
}

}  // namespace
}  // namespace tare
