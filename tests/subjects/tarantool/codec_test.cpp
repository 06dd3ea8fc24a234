// SPDX-License-Identifier: Apache-2.0
// The bytes that are expected here are those that Tarantool writes: decimals and UUIDs by its own
// modules, datetimes and intervals as in the tests of its other clients.
#include "tarantool/codec.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "wire_bytes.hpp"

namespace tarantool {
namespace {

using testing::bytes_of;
using testing::failure_of;
using testing::hex_of_value;
using testing::value_of;

template <class T>
void expect_both_ways(const T& value, const std::string& hex) {
  EXPECT_EQ(hex_of_value(value), hex);
  EXPECT_EQ(value_of<T>(hex), value) << hex;
}

enum class Colour : std::uint8_t { red, blue };

TEST(Codec, HoldsIntegersToTheirTypes) {
  expect_both_ways<std::int8_t>(-128, "d080");
  expect_both_ways<std::uint8_t>(255, "ccff");
  expect_both_ways<std::int64_t>(std::numeric_limits<std::int64_t>::min(), "d38000000000000000");
  expect_both_ways<std::uint64_t>(std::numeric_limits<std::uint64_t>::max(), "cfffffffffffffffff");
  expect_both_ways(Colour::blue, "01");

  EXPECT_EQ(failure_of<std::uint8_t>("cd012c"), "expected an integer from 0 to 255, found 300");
  EXPECT_EQ(failure_of<std::uint8_t>("ff"), "expected an integer from 0 to 255, found -1");
  EXPECT_EQ(failure_of<std::int8_t>("cc80"), "expected an integer from -128 to 127, found 128");
  EXPECT_EQ(failure_of<std::int64_t>("cf8000000000000000"),
            "expected an integer from -9223372036854775808 to 9223372036854775807, "
            "found 9223372036854775808");
  EXPECT_EQ(failure_of<Colour>("cd0100"), "expected an integer from 0 to 255, found 256");
  EXPECT_EQ(failure_of<std::uint64_t>("cb3ff0000000000000"),
            "expected an integer from 0 to 18446744073709551615, found 1")
      << "a double is no integer";
  EXPECT_EQ(failure_of<bool>("01"), "expected a boolean, found 1");
}

TEST(Codec, HoldsFloatsToTheirRange) {
  expect_both_ways(1.5F, "ca3fc00000");
  expect_both_ways(0.1, "cb3fb999999999999a");
  EXPECT_EQ(value_of<float>("cb3fb999999999999a"), 0.1F) << "Lua knows doubles only";
  EXPECT_EQ(value_of<float>("cb47efffffe0000000"), std::numeric_limits<float>::max());
  EXPECT_TRUE(std::isinf(value_of<float>("cb7ff0000000000000")));
  EXPECT_TRUE(std::isnan(value_of<float>("cb7ff8000000000000")));
  EXPECT_EQ(value_of<float>("ce01000000"), 16777216.0F);
  EXPECT_EQ(value_of<double>("ca3fc00000"), 1.5);
  EXPECT_EQ(value_of<double>("f9"), -7.0);

  EXPECT_EQ(failure_of<float>("cb47f0000000000000"),
            "expected a number in the range of a float, found 3.402823669209385e+38");
  EXPECT_EQ(failure_of<float>("cbffefffffffffffff"),
            "expected a number in the range of a float, found -1.7976931348623157e+308");
  EXPECT_EQ(failure_of<float>("ce01000001"),
            "expected a number that a float holds exactly, found 16777217");
  EXPECT_EQ(failure_of<float>("c0"), "expected a number, found nil");
  EXPECT_EQ(failure_of<double>("cf0020000000000001"),
            "expected a number that a double holds exactly, found 9007199254740993");
}

TEST(Codec, ReadsAndWritesStringsAndBytes) {
  expect_both_ways(std::string("a\0\xff", 3), "a36100ff");
  EXPECT_EQ(hex_of_value(std::string_view("abc")), "a3616263");
  EXPECT_EQ(testing::Reading<std::string_view>("a3616263").value, "abc");
  expect_both_ways(Bytes{std::byte{0}, std::byte{1}}, "c4020001");
  EXPECT_EQ(hex_of_value("abc"), "a3616263");
  EXPECT_EQ(hex_of_value(static_cast<const char*>("abc")), "a3616263");
  EXPECT_EQ(failure_of<Bytes>("a161"), "expected binary, found a string");
  EXPECT_EQ(failure_of<std::string>("c40161"), "expected a string, found binary");
}

TEST(Codec, ReadsAndWritesArrays) {
  expect_both_ways(std::vector<int>{}, "90");
  expect_both_ways(std::vector<int>{1, -1}, "9201ff");
  expect_both_ways(std::vector<bool>{true, false}, "92c3c2");
  expect_both_ways(std::vector<std::vector<std::string>>{{"a"}, {}}, "9291a16190");
  expect_both_ways(std::array<int, 2>{1, 2}, "920102");
  expect_both_ways(std::pair<int, std::string>{1, "a"}, "9201a161");
  expect_both_ways(std::tuple<int, bool, std::string>{1, true, "a"}, "9301c3a161");
  expect_both_ways(std::tuple<>{}, "90");

  EXPECT_EQ(failure_of<std::vector<int>>("80"), "expected an array, found a map");
  EXPECT_EQ(failure_of<std::vector<bool>>("92c301"), "expected a boolean, found 1 at [1]");
  EXPECT_EQ((failure_of<std::vector<std::pair<int, std::string>>>("929201a1619201c0")),
            "expected a string, found nil at [1][1]");
}

TEST(Codec, ReadsTuplesOfOtherLengths) {
  EXPECT_EQ((value_of<std::pair<int, int>>("93010203")), std::pair(1, 2)) << "formats grow";
  EXPECT_EQ((value_of<std::tuple<int, std::optional<int>>>("9101")),
            std::tuple(1, std::optional<int>()));
  EXPECT_EQ((failure_of<std::tuple<std::optional<int>, int>>("91c0")), "a value is missing at [1]");
  EXPECT_EQ((failure_of<std::array<int, 3>>("920102")), "a value is missing at [2]");
}

TEST(Codec, UsesElementsThatAreThereAgain) {
  const std::string bytes = bytes_of("92a161a0");
  std::vector<std::string> values = {"something long enough for the heap", "b", "c"};
  const char* const memory = values[0].data();
  Decoder decoder(bytes);
  ASSERT_TRUE(read(decoder, values));
  EXPECT_EQ(values, (std::vector<std::string>{"a", ""}));
  EXPECT_EQ(values[0].data(), memory);
}

TEST(Codec, TakesMemoryAsBytesCome) {
  const std::string bytes = "\xdd" + bytes_of("00010000") + std::string(65536, '\xc0');
  std::vector<std::array<double, 1000>> values;
  Decoder decoder(bytes);
  EXPECT_FALSE(read(decoder, values));
  EXPECT_EQ(decoder.failure(), "expected an array, found nil at [0]");
  EXPECT_LE(values.capacity() * sizeof(values[0]), 64 * bytes.size() + sizeof(values[0]));
}

TEST(Codec, ReadsAndWritesMaps) {
  expect_both_ways(std::map<std::string, int>{{"a", 1}, {"b", 2}}, "82a16101a16202");
  expect_both_ways(std::unordered_map<int, std::string>{{1, "a"}}, "8101a161");
  EXPECT_EQ((failure_of<std::map<int, int>>("8201020103")), "the same key twice at [1]");
  EXPECT_EQ((failure_of<std::map<int, int>>("8101c0")),
            "expected an integer from -2147483648 to 2147483647, found nil at [0]");
  EXPECT_EQ((failure_of<std::map<int, int>>("9101")), "expected a map, found an array");
  std::map<int, int> known{{1, 2}};
  Decoder empty_table("\x90");  // Lua's has no kind.
  EXPECT_TRUE(read(empty_table, known) && known.empty() && empty_table.at_end());
}

TEST(Codec, ReadsAndWritesWhatMayBeAbsent) {
  expect_both_ways(std::optional<int>(), "c0");
  expect_both_ways(std::optional<int>(5), "05");
  expect_both_ways(Nil{}, "c0");
  EXPECT_EQ(failure_of<std::optional<bool>>("05"), "expected a boolean, found 5");
  std::optional<int> value = 5;
  Decoder empty("");
  EXPECT_FALSE(read(empty, value));
}

TEST(Codec, ReadsTheFirstAlternativeThatFits) {
  using OneOf = std::variant<std::uint8_t, std::int64_t, std::string, std::vector<int>>;
  expect_both_ways(OneOf(std::uint8_t{5}), "05");
  expect_both_ways(OneOf(std::int64_t{-5}), "fb");
  expect_both_ways(OneOf("a"), "a161");
  expect_both_ways(OneOf(std::vector<int>{1}), "9101");
  EXPECT_EQ(failure_of<OneOf>("91a161"), "expected one of a variant's types, found an array");
  EXPECT_EQ(failure_of<std::vector<OneOf>>("9201c3"),
            "expected one of a variant's types, found a boolean at [1]");
}

TEST(Codec, ReadsAndWritesDecimals) {
  const std::string nines(38, '9');
  const std::pair<std::string, std::string> decimals[] = {
      {"0", "d501000c"},
      {"-12.34", "d6010201234d"},
      {"1e5", "d501fb1c"},
      {"1", "d501001c"},
      {"-1", "d501001d"},
      {"12", "c7030100012c"},
      {"0.00", "d501020c"},
      {"1e-38", "d501261c"},
      {"1.50e3", "c70301ff150c"},
      {nines, "c71501000" + nines + "c"},
      {"-" + nines, "c71501000" + nines + "d"},
      {"123456789012345678901234567890.12345678",
       "c7150108012345678901234567890123456789012345678c"},
      {"1e37", "c70301d0db1c"}};
  for (const auto& [text, hex] : decimals) expect_both_ways(*Decimal::parse(text), hex);
}

TEST(Codec, ReadsDecimalsThatOthersWrite) {
  EXPECT_EQ(value_of<Decimal>("d501000d"), Decimal{}) << "Tarantool knows a negative zero";
  EXPECT_EQ(value_of<Decimal>("d6010000012c").to_string(), "12");
  EXPECT_EQ(value_of<Decimal>("d501001a").to_string(), "1");
  EXPECT_EQ(value_of<Decimal>("d501001b").to_string(), "-1");
  EXPECT_EQ(value_of<Decimal>("d501001e").to_string(), "1");
  EXPECT_EQ(value_of<Decimal>("d501001f").to_string(), "1");
  EXPECT_EQ(value_of<Decimal>("c7030100000c").to_string(), "0") << "a leading zero";
  EXPECT_EQ(value_of<Decimal>("c70301cc051c"), (Decimal{1, 5})) << "a longer scale";
}

TEST(Codec, RefusesDecimalsThatAreNone) {
  const std::string error = "expected a decimal, found an extension of type ";
  for (const char* hex : {"d40100", "d5010001", "d50100c1", "d50100ac", "c70001", "d501cc05",
                          "d501a01c", "d501c01c", "c70a01cf00000000800000001c", "d501c11c"}) {
    EXPECT_EQ(failure_of<Decimal>(hex), error + "1") << hex;
  }
  EXPECT_EQ(failure_of<Decimal>("c7150100" + std::string("1") + std::string(38, '0') + "c"),
            error + "1")
      << "39 digits";
  EXPECT_EQ(failure_of<Decimal>("d502001c"), error + "2");
  EXPECT_EQ(failure_of<Decimal>("05"), "expected a decimal, found 5");
  EXPECT_EQ(failure_of<std::vector<Decimal>>("92d501001cc0"),
            "expected a decimal, found nil at [1]");

  Int128 many = 1;
  for (int i = 0; i < 38; ++i) many *= 10;
  EXPECT_EQ(hex_of_value(Decimal{many, 0}), "!a decimal of more than 38 digits");
  EXPECT_EQ(hex_of_value(Decimal{-many, 0}), "!a decimal of more than 38 digits");
  EXPECT_EQ(hex_of_value(Decimal{many - 1, 0}), "c71501000" + std::string(38, '9') + "c");
}

TEST(Codec, ReadsAndWritesUuids) {
  expect_both_ways(*Uuid::parse("64d22e4d-ac92-4a23-899a-e59f34af5479"),
                   "d80264d22e4dac924a23899ae59f34af5479");
  EXPECT_EQ(failure_of<Uuid>("d70264d22e4dac924a23"),
            "expected a UUID, found an extension of type 2");
  EXPECT_EQ(failure_of<Uuid>("c0"), "expected a UUID, found nil");
}

TEST(Codec, ReadsAndWritesDatetimes) {
  expect_both_ways(Datetime{}, "d7040000000000000000");
  expect_both_ways(Datetime{-2208988800}, "d7048081557cffffffff");
  expect_both_ways(Datetime{1661969274, 308543321}, "d8047aa30f630000000059ff631200000000");
  expect_both_ways(Datetime{1661958474, 308543321, 180, 947},
                   "d8044a790f630000000059ff6312b400b303");
  expect_both_ways(Datetime{1661972874, 0, -60}, "d8048ab10f630000000000000000c4ff0000");
  expect_both_ways(Datetime{std::numeric_limits<std::int64_t>::min(), 999'999'999},
                   "d8040000000000000080ffc99a3b00000000");

  const std::string error = "expected a datetime, found an extension of type 4";
  EXPECT_EQ(failure_of<Datetime>("d604 00000000"), error);
  EXPECT_EQ(failure_of<Datetime>("c70904 000000000000000000"), error);
  EXPECT_EQ(failure_of<Datetime>("d804 0000000000000000 00ca9a3b 00000000"), error)
      << "a second of nanoseconds";
  EXPECT_EQ(failure_of<Datetime>("d804 0000000000000000 ffffffff 00000000"), error);
  EXPECT_EQ(hex_of_value(Datetime{0, 1'000'000'000}),
            "!a datetime's nanoseconds are not within a second");
  EXPECT_TRUE(hex_of_value(Datetime{0, -1}).starts_with("!"));
}

TEST(Codec, ReadsAndWritesIntervals) {
  using Adjust = Interval::Adjust;
  Interval all{1, 2, 0, 3, 1, 2, 3000, 10'000'000};
  expect_both_ways(Interval{.years = 1}, "c705060200010801");
  expect_both_ways(Interval{.months = 100000}, "c709060201ce000186a00801");
  expect_both_ways(Interval{.weeks = -1},
                   "c7050602"
                   "02ff"
                   "0801");
  expect_both_ways(all, "c71706080001010203030401050206cd0bb807ce009896800801");
  all.adjust = Adjust::excess;
  expect_both_ways(all, "c71506070001010203030401050206cd0bb807ce00989680");
  all.adjust = Adjust::last;
  expect_both_ways(all, "c71706080001010203030401050206cd0bb807ce009896800802");
  expect_both_ways(Interval{.adjust = Adjust::excess}, "d40600");

  const std::string error = "expected an interval, found an extension of type 6";
  for (const char* hex : {"c70006", "d40601",
                          "d50601"
                          "00",
                          "d5060000",
                          "c70306"
                          "010900",
                          "c70306"
                          "010803",
                          "c70306"
                          "0108ff",
                          "c70306"
                          "0100c0",
                          "c70306"
                          "01c100",
                          "c70306"
                          "0100a1",
                          "c70b06"
                          "0100cf8000000000000000"}) {
    EXPECT_EQ(failure_of<Interval>(hex), error) << hex;
  }
}

TEST(Codec, ReadsAndWritesExtensionsThatItDoesNotKnow) {
  expect_both_ways(Extension{-128, {std::byte{5}}}, "d48005");
  expect_both_ways(Extension{127, {}}, "c7007f");
  EXPECT_EQ(value_of<Extension>("d502abcd").type, 2) << "or does, as their bytes";
  EXPECT_EQ(failure_of<Extension>("c0"), "expected an extension, found nil");
}

TEST(Value, IsWhateverComes) {
  const std::string hex =
      "dc0010 c0 c3 05 fb cf8000000000000000 cb3ff8000000000000 a161 c40161 9101 "
      "8201c001c0 d501001c d80264d22e4dac924a23899ae59f34af5479 d7040100000000000000 "
      "c705060200010801 d403c0 d47f00";
  const auto value = value_of<Value>(hex);
  EXPECT_EQ(value.to_string(),
            "[null, true, 5, -5, 9223372036854775808, 1.5, \"a\", 0x61, [1], {1: null, 1: null}, "
            "1, 64d22e4d-ac92-4a23-899a-e59f34af5479, 1970-01-01T00:00:01+00:00, +1 years, "
            "extension 3 0xc0, extension 127 0x00]");
  const auto& elements = *value.as<Value::Array>();
  EXPECT_TRUE(elements[2].as<std::int64_t>());
  EXPECT_TRUE(elements[4].as<std::uint64_t>());
  EXPECT_EQ(testing::bytes_of(hex_of_value(value)), testing::bytes_of(hex));

  EXPECT_EQ(value_of<Value>("ca3fc00000"), Value(1.5));
  EXPECT_EQ(failure_of<Value>("820102039205d50100ff"),
            "expected a decimal, found an extension of type 1 at [1][1]");
  Decoder empty("");
  Value none;
  EXPECT_FALSE(read(empty, none));
}

std::string nested(int levels, const std::string& head) {
  std::string hex;
  for (int i = 0; i < levels; ++i) hex += head;
  return hex + "c0";
}

TEST(Value, NestsToALimit) {
  constexpr int most = Decoder::most_levels;
  for (const char* head : {"91", "8101"}) {
    const auto deepest = value_of<Value>(nested(most, head));
    EXPECT_EQ(hex_of_value(deepest), nested(most, head));
    EXPECT_TRUE(failure_of<Value>(nested(most + 1, head)).starts_with("more than 64 levels"));
    EXPECT_FALSE(failure_of<Value>(nested(100'000, head)).empty());
    EXPECT_EQ(hex_of_value(Value(Value::Array{deepest})), "!more than 64 levels");
  }
  EXPECT_EQ(value_of<std::vector<Value>>("92"
                                         "9190"
                                         "90")
                .size(),
            2u)
      << "what was left counts no more";
  using OneOf = std::variant<int, Value>;
  EXPECT_TRUE(failure_of<OneOf>(nested(most + 1, "91")).starts_with("expected one of a variant's"));
}

}  // namespace
}  // namespace tarantool
