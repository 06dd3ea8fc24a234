// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "example_types.hpp"
#include "read_error.hpp"

namespace {

using conjure::ErrorCode;

TEST(Error, EveryCodeHasItsOwnText) {
  std::set<std::string> texts;
  const int last = static_cast<int>(ErrorCode::extra_union_key);
  for (int code = 0; code <= last; ++code) {
    const std::string text = conjure::describe(static_cast<ErrorCode>(code));
    EXPECT_NE(text, "unknown error") << code;
    EXPECT_TRUE(texts.insert(text).second) << text;
  }
}

TEST(Error, PathsQuoteWhatIsNoPlainName) {
  using Nested = conjure::Map<std::string, std::vector<examples::Person>>;
  EXPECT_EQ(read_error<Nested>(R"({"a b\"c":[{"name":"x","age":"1"}]})"),
            R"(expected a number at $["a b\"c"][0].age, byte 29)");
  EXPECT_EQ(read_error<examples::Nothing>(R"({"a b":tru})"),
            R"(unexpected character at $["a b"], byte 10)");
  EXPECT_EQ(read_error<examples::Holder<std::int32_t>>(R"({"value":true})"),
            "expected a number at $.value, byte 9");
}

TEST(Error, LinesAndColumnsCountFromOne) {
  const std::string json = "{\n  \"value\": x\n}";
  const auto error = conjure::read<examples::Holder<bool>>(json).error();
  const conjure::LineColumn place = conjure::locate(json, error.offset);
  EXPECT_EQ(place.line, 2U);
  EXPECT_EQ(place.column, 12U);
  EXPECT_EQ(conjure::locate(json, 0).line, 1U);
  EXPECT_EQ(conjure::locate(json, 1000).line, 3U);
}

TEST(Error, ResultThrowsOnlyWhenAskedForWhatIsNotThere) {
  EXPECT_EQ(conjure::read<bool>("true").value(), true);
  const auto result = conjure::read<bool>("1");
  EXPECT_FALSE(result);
  try {
    (void)result.value();
    FAIL();
  } catch (const conjure::ConjureError& error) {
    EXPECT_EQ(error.error().code, ErrorCode::expected_boolean);
    EXPECT_STREQ(error.what(), "expected true or false at $, byte 0");
    EXPECT_STREQ(error.error().what(), "expected true or false");
  }
}

}  // namespace
