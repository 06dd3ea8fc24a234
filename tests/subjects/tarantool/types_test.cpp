// SPDX-License-Identifier: Apache-2.0
#include "tarantool/types.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace tarantool {
namespace {

std::string text_of(std::string_view text) {
  const auto decimal = Decimal::parse(text);
  return decimal ? decimal->to_string() : "none";
}

std::string nines(std::size_t n) { return std::string(n, '9'); }

TEST(Decimal, IsItsText) {
  for (const std::string& text :
       {std::string("0"), std::string("1"), std::string("-1"), std::string("-12.34"),
        std::string("0.00"), std::string("0.05"), std::string("-0.05"), std::string("1e5"),
        std::string("1e-100"), std::string("-120e2147483648"), std::string("1e-2147483647"),
        nines(38), "-" + nines(38), "0." + nines(38), nines(37) + ".9", "1." + nines(37)}) {
    EXPECT_EQ(text_of(text), text);
  }
}

TEST(Decimal, KeepsItsScale) {
  EXPECT_EQ(*Decimal::parse("1.00"), (Decimal{100, 2}));
  EXPECT_FALSE(*Decimal::parse("1.00") == *Decimal::parse("1"));
  EXPECT_EQ(*Decimal::parse("-12.34"), (Decimal{-1234, 2}));
  EXPECT_EQ(*Decimal::parse("1e5"), (Decimal{1, -5}));
  EXPECT_EQ(*Decimal::parse("1.50e3"), (Decimal{150, -1}));
  EXPECT_EQ(*Decimal::parse("1.5E-3"), (Decimal{15, 4}));
}

TEST(Decimal, IsReadFromOtherWaysToWriteIt) {
  EXPECT_EQ(text_of("+1"), "1");
  EXPECT_EQ(text_of("-0"), "0");
  EXPECT_EQ(text_of(".5"), "0.5");
  EXPECT_EQ(text_of("5."), "5");
  EXPECT_EQ(text_of("1e+5"), "1e5");
  EXPECT_EQ(text_of("007"), "7");
  EXPECT_EQ(text_of(std::string(100, '0') + nines(38)), nines(38)) << "leading zeros do not count";
}

TEST(Decimal, IsNotReadFromAnythingElse) {
  for (const char* text : {"", "-", "+", ".", "-.", "e5", "1e", "1e+", "1e+-5", "1ee5", "1 ", " 1",
                           "1.2.3", "--1", "0x10", "nan", "inf", "1,5", "1e99999999999999999999"}) {
    EXPECT_EQ(text_of(text), "none") << text;
  }
  EXPECT_EQ(text_of(nines(39)), "none");
  EXPECT_EQ(text_of("1" + std::string(38, '0')), "none");
  EXPECT_EQ(text_of("1e2147483649"), "none") << "the scale has 32 bits";
  EXPECT_EQ(text_of("1e-2147483648"), "none");
  EXPECT_EQ(text_of("0.1e-2147483647"), "none");
}

TEST(Uuid, IsItsText) {
  const std::string text = "64d22e4d-ac92-4a23-899a-e59f34af5479";
  const auto uuid = Uuid::parse(text);
  ASSERT_TRUE(uuid);
  EXPECT_EQ(uuid->bytes[0], 0x64);
  EXPECT_EQ(uuid->bytes[15], 0x79);
  EXPECT_EQ(uuid->to_string(), text);
  EXPECT_EQ(Uuid::parse("64D22E4D-AC92-4A23-899A-E59F34AF5479"), uuid);
  EXPECT_EQ(Uuid{}.to_string(), "00000000-0000-0000-0000-000000000000");
}

TEST(Uuid, IsNotReadFromAnythingElse) {
  for (const char* text :
       {"", "64d22e4dac924a23899ae59f34af5479", "64d22e4d-ac92-4a23-899a-e59f34af547",
        "64d22e4d-ac92-4a23-899a-e59f34af54790", "64d22e4d-ac92-4a23-899a-e59f34af547g",
        "64d22e4d+ac92-4a23-899a-e59f34af5479", "64d22e4da-c92-4a23-899a-e59f34af5479"}) {
    EXPECT_FALSE(Uuid::parse(text)) << text;
  }
}

Value text(const char* characters) { return Value(std::string(characters)); }
Value number(std::int64_t n) { return Value(n); }

TEST(Value, IsShownInTheMannerOfJson) {
  EXPECT_EQ(Value().to_string(), "null");
  EXPECT_EQ(Value(true).to_string(), "true");
  EXPECT_EQ(number(-5).to_string(), "-5");
  EXPECT_EQ(Value(std::numeric_limits<std::uint64_t>::max()).to_string(), "18446744073709551615");
  EXPECT_EQ(Value(0.1).to_string(), "0.1");
  EXPECT_EQ(text("a\"b\\c\n\x01ä").to_string(), "\"a\\\"b\\\\c\\u000a\\u0001ä\"");
  EXPECT_EQ(Value(Bytes{std::byte{0x0a}, std::byte{0xff}}).to_string(), "0x0aff");
  EXPECT_EQ(Value(Value::Array{}).to_string(), "[]");
  EXPECT_EQ(Value(Value::Array{number(1), Value(), number(2)}).to_string(), "[1, null, 2]");
  EXPECT_EQ(Value(Value::Map{{text("a"), number(1)}, {number(2), Value(Value::Map{})}}).to_string(),
            "{\"a\": 1, 2: {}}");
  EXPECT_EQ(Value(Decimal{-1234, 2}).to_string(), "-12.34");
  EXPECT_EQ(Value(Extension{-2, {std::byte{0x0a}}}).to_string(), "extension -2 0x0a");
}

TEST(Value, ShowsTime) {
  EXPECT_EQ(Value(Datetime{}).to_string(), "1970-01-01T00:00:00+00:00");
  EXPECT_EQ(Value(Datetime{-1}).to_string(), "1969-12-31T23:59:59+00:00");
  EXPECT_EQ(Value(Datetime{1661958474, 308543321, 180, 947}).to_string(),
            "2022-08-31T18:07:54.308543321+03:00");
  EXPECT_EQ(Value(Datetime{0, 5, -90}).to_string(), "1969-12-31T22:30:00.000000005-01:30");
  EXPECT_EQ(Value(Datetime{-62135596800}).to_string(), "0001-01-01T00:00:00+00:00");
  EXPECT_EQ(Value(Datetime{-62135596801}).to_string(), "-62135596801 s");
  EXPECT_EQ(Value(Datetime{std::numeric_limits<std::int64_t>::max()}).to_string(),
            "9223372036854775807 s");
  EXPECT_EQ(Value(Datetime{0, 0, std::numeric_limits<std::int16_t>::min()}).to_string(),
            "1969-12-09T05:52:00-546:08");

  EXPECT_EQ(Value(Interval{}).to_string(), "0 seconds");
  EXPECT_EQ(Value(Interval{.years = 1, .days = -2}).to_string(), "+1 years, -2 days");
}

TEST(Value, IsCutToALength) {
  EXPECT_EQ(text("abcdef").to_string(4), "\"abc…");
  EXPECT_EQ(text("abcdef").to_string(8), "\"abcdef\"");
  EXPECT_EQ(text("abcdef").to_string(7), "\"abcdef…");
  EXPECT_EQ(text("abä").to_string(4), "\"ab…") << "not within a character";
  EXPECT_EQ(text("abc").to_string(0), "…");
  EXPECT_EQ(Value(Value::Array(1'000'000)).to_string(10), "[null, nul…");
  EXPECT_EQ(Value(Bytes(1'000'000)).to_string(4), "0x00…");
}

TEST(Value, IsEqualToWhatHoldsTheSame) {
  const Value one(Value::Array{number(1), text("a")});
  EXPECT_EQ(one, Value(Value::Array{number(1), text("a")}));
  EXPECT_FALSE(one == Value(Value::Array{number(1), text("b")}));
  EXPECT_FALSE(number(1) == Value(std::uint64_t{1})) << "they are of different types";
  EXPECT_EQ(*one.as<Value::Array>()->front().as<std::int64_t>(), 1);
  EXPECT_EQ(one.as<std::string>(), nullptr);
}

}  // namespace
}  // namespace tarantool
