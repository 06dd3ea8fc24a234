// SPDX-License-Identifier: Apache-2.0
#include "javaser/modified_utf8.hpp"

#include <gtest/gtest.h>

namespace javaser::modified_utf8 {
namespace {

using std::string_literals::operator""s;

struct Pair {
  std::u16string utf16;
  std::string utf8;
  std::string modified;
};
const Pair pairs[] = {
    {u"", "", ""},
    {u"plain, and longer than eight bytes", "plain, and longer than eight bytes",
     "plain, and longer than eight bytes"},
    {std::u16string(1, u'\0'), "\0"s, "\xc0\x80"},
    {u"\u00e9\u20ac", "\xc3\xa9\xe2\x82\xac", "\xc3\xa9\xe2\x82\xac"},
    {u"\U0001d11e", "\xf0\x9d\x84\x9e", "\xed\xa0\xb4\xed\xb4\x9e"},
    {std::u16string(1, u'\xd834'), "\xed\xa0\xb4", "\xed\xa0\xb4"},
    {std::u16string{u'\xdd1e', u'\xd834'}, "\xed\xb4\x9e\xed\xa0\xb4", "\xed\xb4\x9e\xed\xa0\xb4"},
};

TEST(ModifiedUtf8, GoesToBothEncodingsAndBack) {
  for (const Pair& pair : pairs) {
    EXPECT_EQ(find_malformed(pair.modified), pair.modified.size());
    EXPECT_EQ(to_utf8(pair.modified), pair.utf8);
    EXPECT_EQ(to_utf16(pair.modified), pair.utf16);
    EXPECT_EQ(from_utf8(pair.utf8), pair.modified);
    EXPECT_EQ(from_utf16(pair.utf16), pair.modified);
  }
}

TEST(ModifiedUtf8, FindsTheFirstMalformedByte) {
  EXPECT_EQ(find_malformed("abcdefgh\x80"), 8U) << "a continuation alone";
  EXPECT_EQ(find_malformed("a\xf0\x9d\x84\x9e"), 1U) << "four bytes";
  EXPECT_EQ(find_malformed("a\xc3"), 1U) << "cut short";
  EXPECT_EQ(find_malformed("\xe2\x82"), 0U) << "cut short";
  EXPECT_EQ(find_malformed("\xe2\x28\xa1"), 0U) << "no continuation";
  EXPECT_EQ(find_malformed("\xc1\x81"), 2U) << "overlong, as Java takes it";
  EXPECT_EQ(find_malformed("\0"s), 1U) << "a bare zero, as Java takes it";
}

TEST(ModifiedUtf8, ReplacesWhatIsNotUtf8) {
  EXPECT_EQ(from_utf8("a\xff"
                      "b"),
            "a\xef\xbf\xbd"
            "b");
  EXPECT_EQ(from_utf8("\xf4\x90\x80\x80").substr(0, 3), "\xef\xbf\xbd") << "beyond U+10FFFF";
  EXPECT_EQ(from_utf8("\xc0\x80").substr(0, 3), "\xef\xbf\xbd") << "overlong";
}

}  // namespace
}  // namespace javaser::modified_utf8
