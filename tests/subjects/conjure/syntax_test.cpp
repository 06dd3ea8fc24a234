// SPDX-License-Identifier: Apache-2.0
// JSON's grammar, in values that are read and in values that are passed over.
#include <gtest/gtest.h>

#include "example_types.hpp"
#include "read_error.hpp"

namespace {

using conjure::Any;
using examples::Holder;
using examples::Nothing;

// Read as any, and passed over as an unknown field: the same documents are good for both.
struct Broken {
  std::string_view json;
  std::string_view error;  // when it is the value of a member, its offsets counting from it
};

TEST(Syntax, WhiteSpaceIsAllowedBetweenAllTokens) {
  EXPECT_EQ(rewrite<Any>(" \t\r\n[ 1 , { \"a\" : [ ] , \"b\" : { } } ] \n"),
            R"([1,{"a":[],"b":{}}])");
}

TEST(Syntax, OtherWhiteSpaceIsNot) {
  EXPECT_EQ(read_error<Any>("\f1"), "unexpected character at $, byte 0");
  EXPECT_EQ(read_error<Any>("\xC2\xA0"
                            "1"),
            "unexpected character at $, byte 0");
  EXPECT_EQ(read_error<Any>("\xEF\xBB\xBF"
                            "1"),
            "unexpected character at $, byte 0");
}

TEST(Syntax, TrailingBytes) {
  EXPECT_EQ(read_error<Any>("1 \n"), "ok");
  EXPECT_EQ(read_error<Any>("1 2"), "bytes after the end of the value at $, byte 2");
  EXPECT_EQ(read_error<Any>("{}}"), "bytes after the end of the value at $, byte 2");
  EXPECT_EQ(read_error<Any>(std::string_view("1\0", 2)),
            "bytes after the end of the value at $, byte 1");
}

TEST(Syntax, BrokenValuesAreRejectedReadOrPassedOver) {
  const std::string_view broken[] = {"",           "nul",
                                     "nulL",       "tru",
                                     "truE",       "fals",
                                     "falsy",      "nan",
                                     "NaN",        "Infinity",
                                     "+1",         "01",
                                     "-",          "-a",
                                     "1.",         ".5",
                                     "1.e5",       "1e",
                                     "1e+",        "0x10",
                                     "1_0",        "'a'",
                                     "\"a",        "[1,]",
                                     "[,1]",       "[1 2]",
                                     "[1",         "[1}",
                                     "{\"a\"}",    "{\"a\":}",
                                     "{a:1}",      "{\"a\":1,}",
                                     "{,}",        "{\"a\":1 \"b\":2}",
                                     "{\"a\":1]",  "{1:1}",
                                     "{\"a\" 1}",  "{null:1}",
                                     "]",          "}",
                                     ",",          ":",
                                     "/**/1",      "\\u0031",
                                     "\"\t\"",     "\"\\x\"",
                                     "\"\\u12\"",  "\"\\u12g4\"",
                                     "\"\\\"",     "\"\xFF\"",
                                     "-01",        "00",
                                     "1.5.5",      "truefalse",
                                     "\"a\"\"b\"", "[[]",
                                     "{\"a\":{}",  "1e999",
                                     "[nulll]"};
  for (const std::string_view json : broken) {
    EXPECT_FALSE(conjure::read<Any>(json).ok()) << json;
    const std::string inside = "{\"other\":" + std::string(json) + "}";
    EXPECT_EQ(conjure::read<Nothing>(inside).ok(), json == "1e999") << inside;
    EXPECT_FALSE(conjure::read<Holder<Any>>("{\"value\":" + std::string(json) + "}").ok()) << json;
  }
}

TEST(Syntax, GoodValuesAreAcceptedReadOrPassedOver) {
  const std::string_view good[] = {
      "0",           "-0",       "10",           "-1.5e-3",
      "1E5",         "1e+5",     "true",         "false",
      "\"\"",        "[]",       "{}",           "[[[]]]",
      "[null]",      "{\"\":0}", "{\"a\":null}", "12345678901234567890123",
      "5e-324",      "1e-999",   "\"\\u0000\"",  "\"\\/\"",
      "[1,\"a\",{}]"};
  for (const std::string_view json : good) {
    EXPECT_TRUE(conjure::read<Any>(json).ok()) << json;
    EXPECT_TRUE(conjure::read<Nothing>("{\"other\":" + std::string(json) + "}").ok()) << json;
  }
}

TEST(Syntax, ADocumentCutShortAnywhereIsRejected) {
  const std::string json =
      R"({"value":[{"a\u00e9\ud83d\ude00":-1.5e+3,"b":[true,false,null,"é😀"]},{},[]]})";
  ASSERT_TRUE(conjure::read<Holder<Any>>(json).ok());
  ASSERT_TRUE(conjure::read<Nothing>(json).ok());
  for (std::size_t length = 0; length < json.size(); ++length) {
    // A copy of exactly that length, so that a sanitizer sees any look beyond it.
    const std::vector<char> cut(json.begin(), json.begin() + static_cast<std::ptrdiff_t>(length));
    const std::string_view document(cut.data(), cut.size());
    EXPECT_FALSE(conjure::read<Holder<Any>>(document).ok()) << length;
    EXPECT_FALSE(conjure::read<Nothing>(document).ok()) << length;
  }
}

TEST(Syntax, ErrorsInPassedOverValuesAreExact) {
  EXPECT_EQ(read_error<Nothing>(R"({"x":[1,{"y":[tru]}]})"),
            R"(unexpected character at $.x[1]["y"][0], byte 17)");
  EXPECT_EQ(read_error<Nothing>(R"({"x":{"a":1,"b":2,"a":3}})"),
            R"(repeated key (a) at $.x, byte 18)");
  EXPECT_EQ(read_error<Nothing>(R"({"x":[{"a":1,"\u0061":3}]})"),
            R"(repeated key (a) at $.x[0], byte 13)");
  EXPECT_EQ(read_error<Nothing>(R"({"x":{"a":{"b":1},"b":{"a":1}}})"), "ok");
  EXPECT_EQ(read_error<Nothing>("{\"x\":{\"a\":\"\xC0\xAF\"}}"),
            R"(malformed UTF-8 at $.x["a"], byte 11)");
}

TEST(Syntax, NumbersSayWhatIsWrong) {
  EXPECT_EQ(read_error<double>("1.x"), "malformed number at $, byte 2");
  EXPECT_EQ(read_error<double>("-"), "unexpected end of the document at $, byte 1");
  EXPECT_EQ(read_error<double>("01"), "bytes after the end of the value at $, byte 1");
  EXPECT_EQ(read_error<double>("1e999"), "number is beyond the range of double at $, byte 0");
}

}  // namespace
