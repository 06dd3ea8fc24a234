// SPDX-License-Identifier: Apache-2.0
// The bytes that are expected here are those that Tarantool's msgpack module writes.
#include "tarantool/msgpack.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "wire_bytes.hpp"

namespace tarantool {
namespace {

using testing::bytes_of;
using testing::hex_of;

constexpr std::uint64_t most_unsigned = std::numeric_limits<std::uint64_t>::max();
constexpr std::int64_t most_signed = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t least_signed = std::numeric_limits<std::int64_t>::min();

template <class Write>
std::string written(Write write) {
  Buffer buffer;
  Encoder encoder(buffer);
  write(encoder);
  EXPECT_FALSE(encoder.failed());
  return hex_of(buffer.view());
}

// How many bytes the first value takes; -1 where it is not whole, or unsound.
std::ptrdiff_t size_of_value(const std::string& bytes) {
  // A copy at the end of an allocation: a sanitizer sees what goes past it.
  const std::vector<char> exact(bytes.begin(), bytes.end());
  const char* const begin = exact.data();
  const char* const end = end_of_value(begin, begin + exact.size());
  return end == nullptr ? -1 : end - begin;
}

TEST(Buffer, GrowsAndKeepsWhatItHolds) {
  Buffer buffer;
  std::string expected;
  for (int i = 0; i < 1000; ++i) {
    const std::string text = std::to_string(i);
    buffer.append(text.data(), text.size());
    expected += text;
  }
  EXPECT_EQ(buffer.view(), expected);
  buffer.consume(10);
  EXPECT_EQ(buffer.view(), expected.substr(10));
  buffer.truncate(5);
  EXPECT_EQ(buffer.view(), expected.substr(10, 5));
  buffer.consume(5);
  EXPECT_EQ(buffer.size(), 0u);
}

TEST(Buffer, GivesMemoryBackButNotWhatItHolds) {
  Buffer buffer;
  buffer.append("abc", 3);
  buffer.room(100'000);
  EXPECT_GE(buffer.capacity(), 100'003u);
  buffer.shrink(1000);
  EXPECT_EQ(buffer.capacity(), 1000u);
  buffer.shrink(1);
  EXPECT_EQ(buffer.capacity(), 3u);
  EXPECT_EQ(buffer.view(), "abc");
  buffer.shrink(1000);
  EXPECT_EQ(buffer.capacity(), 3u) << "it does not grow";
}

TEST(Buffer, IsEmptyAfterItWasMoved) {
  Buffer buffer;
  buffer.append("abc", 3);
  Buffer other = std::move(buffer);
  buffer.append("de", 2);
  EXPECT_EQ(other.view(), "abc");
  EXPECT_EQ(buffer.view(), "de");
  other = std::move(buffer);
  EXPECT_EQ(other.view(), "de");
}

TEST(Encoder, WritesIntegersInAsFewBytesAsCanBe) {
  const std::pair<std::uint64_t, const char*> positive[] = {{0, "00"},
                                                            {127, "7f"},
                                                            {128, "cc80"},
                                                            {255, "ccff"},
                                                            {256, "cd0100"},
                                                            {65535, "cdffff"},
                                                            {65536, "ce00010000"},
                                                            {4294967295, "ceffffffff"},
                                                            {4294967296, "cf0000000100000000"},
                                                            {most_unsigned, "cfffffffffffffffff"}};
  for (const auto& [number, bytes] : positive) {
    EXPECT_EQ(written([n = number](Encoder& encoder) { encoder.unsigned_integer(n); }), bytes);
    if (number > static_cast<std::uint64_t>(most_signed)) continue;
    const auto same = static_cast<std::int64_t>(number);
    EXPECT_EQ(written([&](Encoder& encoder) { encoder.integer(same); }), bytes);
  }
  const std::pair<std::int64_t, const char*> negative[] = {{-1, "ff"},
                                                           {-32, "e0"},
                                                           {-33, "d0df"},
                                                           {-128, "d080"},
                                                           {-129, "d1ff7f"},
                                                           {-32768, "d18000"},
                                                           {-32769, "d2ffff7fff"},
                                                           {-2147483648, "d280000000"},
                                                           {-2147483649, "d3ffffffff7fffffff"},
                                                           {least_signed, "d38000000000000000"}};
  for (const auto& [number, bytes] : negative) {
    EXPECT_EQ(written([n = number](Encoder& encoder) { encoder.integer(n); }), bytes);
  }
}

TEST(Encoder, WritesOtherSimpleValues) {
  EXPECT_EQ(written([](Encoder& encoder) { encoder.nil(); }), "c0");
  EXPECT_EQ(written([](Encoder& encoder) { encoder.boolean(false); }), "c2");
  EXPECT_EQ(written([](Encoder& encoder) { encoder.boolean(true); }), "c3");
  EXPECT_EQ(written([](Encoder& encoder) { encoder.number(1.5F); }), "ca3fc00000");
  EXPECT_EQ(written([](Encoder& encoder) { encoder.number(0.1); }), "cb3fb999999999999a");
  EXPECT_EQ(written([](Encoder& encoder) { encoder.raw(std::string_view("\x93\x01", 2)); }),
            "9301");
}

std::string head_of_string(std::size_t n) {
  const std::string hex = written([&](Encoder& encoder) { encoder.string(std::string(n, 'x')); });
  return hex.substr(0, hex.size() - 2 * n);
}

std::string head_of_binary(std::size_t n) {
  const std::vector<std::byte> bytes(n);
  const std::string hex = written([&](Encoder& encoder) { encoder.binary(bytes); });
  return hex.substr(0, hex.size() - 2 * n);
}

std::string head_of_extension(std::size_t n) {
  const std::string bytes(n, 'x');
  const std::string hex =
      written([&](Encoder& encoder) { encoder.extension(ExtensionType{5}, bytes); });
  return hex.substr(0, hex.size() - 2 * n);
}

TEST(Encoder, WritesLengthsInAsFewBytesAsCanBe) {
  EXPECT_EQ(written([](Encoder& encoder) { encoder.string({}); }), "a0");
  EXPECT_EQ(written([](Encoder& encoder) { encoder.string("abc"); }), "a3616263");
  EXPECT_EQ(head_of_string(31), "bf");
  EXPECT_EQ(head_of_string(32), "d920");
  EXPECT_EQ(head_of_string(255), "d9ff");
  EXPECT_EQ(head_of_string(256), "da0100");
  EXPECT_EQ(head_of_string(65535), "daffff");
  EXPECT_EQ(head_of_string(65536), "db00010000");

  EXPECT_EQ(head_of_binary(0), "c400");
  EXPECT_EQ(head_of_binary(255), "c4ff");
  EXPECT_EQ(head_of_binary(256), "c50100");
  EXPECT_EQ(head_of_binary(65536), "c600010000");

  const std::pair<std::size_t, const char*> extensions[] = {
      {0, "c70005"},       {1, "d405"},
      {2, "d505"},         {3, "c70305"},
      {4, "d605"},         {8, "d705"},
      {15, "c70f05"},      {16, "d805"},
      {17, "c71105"},      {32, "c72005"},
      {255, "c7ff05"},     {256, "c8010005"},
      {65535, "c8ffff05"}, {65536, "c90001000005"}};
  for (const auto& [n, head] : extensions) EXPECT_EQ(head_of_extension(n), head) << n;
}

TEST(Encoder, WritesCountsInAsFewBytesAsCanBe) {
  const std::tuple<std::size_t, const char*, const char*> heads[] = {
      {0, "90", "80"},
      {15, "9f", "8f"},
      {16, "dc0010", "de0010"},
      {65535, "dcffff", "deffff"},
      {65536, "dd00010000", "df00010000"},
      {4294967295, "ddffffffff", "dfffffffff"}};
  for (const auto& [n, array, map] : heads) {
    EXPECT_EQ(written([n = n](Encoder& encoder) { encoder.array(n); }), array);
    EXPECT_EQ(written([n = n](Encoder& encoder) { encoder.map(n); }), map);
  }
}

TEST(Encoder, RefusesWhatMessagePackCannotTell) {
  const std::size_t too_long = std::size_t{1} << 32U;
  const char first = 'x';  // The length is looked at before any byte is.
  Buffer buffer;
  Encoder strings(buffer);
  strings.string({&first, too_long});
  EXPECT_EQ(strings.reason(), "a string of 4294967296 is too long");
  strings.array(too_long);
  EXPECT_EQ(strings.reason(), "a string of 4294967296 is too long") << "the first reason stands";

  Encoder arrays(buffer);
  arrays.array(too_long);
  EXPECT_EQ(arrays.reason(), "an array of 4294967296 is too long");
  Encoder maps(buffer);
  maps.map(too_long);
  EXPECT_TRUE(maps.failed());
  Encoder binaries(buffer);
  binaries.binary({reinterpret_cast<const std::byte*>(&first), too_long});
  EXPECT_TRUE(binaries.failed());
  Encoder extensions(buffer);
  extensions.extension(ExtensionType::uuid, {&first, too_long});
  EXPECT_TRUE(extensions.failed());
  EXPECT_EQ(buffer.size(), 0u);
}

// One value for each of the 256 first bytes but 0xc1, as short as it can be.
std::string shortest_value(unsigned first) {
  std::string bytes(1, static_cast<char>(first));
  const auto nils = [](unsigned n) { return std::string(n, '\xc0'); };
  const auto zeros = [](unsigned n) { return std::string(n, '\0'); };
  if (first >= 0x80 && first <= 0x8f) return bytes + nils(2 * (first & 0xfU));
  if (first >= 0x90 && first <= 0x9f) return bytes + nils(first & 0xfU);
  if (first >= 0xa0 && first <= 0xbf) return bytes + zeros(first & 0x1fU);
  if (first < 0xc4 || first >= 0xe0) return bytes;
  constexpr unsigned behind[] = {1, 2, 4, 2, 3, 5, 4,  8, 1, 2, 4, 8, 1, 2,
                                 4, 8, 2, 3, 5, 9, 17, 1, 2, 4, 2, 4, 2, 4};
  return bytes + zeros(behind[first - 0xc4]);
}

TEST(EndOfValue, IsFoundForEveryFirstByteAndForNoTruncation) {
  for (unsigned first = 0; first <= 0xff; ++first) {
    if (first == 0xc1) continue;
    const std::string bytes = shortest_value(first);
    const auto size = static_cast<std::ptrdiff_t>(bytes.size());
    EXPECT_EQ(size_of_value(bytes), size) << first;
    EXPECT_EQ(size_of_value(bytes + "\xc1"), size) << first << " what follows is not its concern";
    for (std::size_t n = 0; n < bytes.size(); ++n) {
      EXPECT_EQ(size_of_value(bytes.substr(0, n)), -1) << first << " cut to " << n;
    }
  }
}

TEST(EndOfValue, IsFoundBehindCountedBytesAndValues) {
  for (const char* hex :
       {"d903616263", "da0003616263", "db00000003616263", "c403616263", "c50003616263",
        "c600000003616263", "c70305616263", "c8000305616263", "c90000000305616263", "dc0002c0c0",
        "dd00000002c0c0", "de0001c0c0", "df00000001c0c0", "82a161920192 02c0 a16280"}) {
    const std::string bytes = bytes_of(hex);
    EXPECT_EQ(size_of_value(bytes), static_cast<std::ptrdiff_t>(bytes.size())) << hex;
    for (std::size_t n = 0; n < bytes.size(); ++n) {
      EXPECT_EQ(size_of_value(bytes.substr(0, n)), -1) << hex << " cut to " << n;
    }
  }
}

TEST(EndOfValue, KnowsTheByteThatIsNoValue) {
  EXPECT_EQ(size_of_value("\xc1"), -1);
  EXPECT_EQ(size_of_value("\x92\xc0\xc1"), -1);
  EXPECT_EQ(size_of_value("\x81\xc1\xc0"), -1);
}

// Counts that come to 0, or less, in 32 bits: the check of msgpuck finds these sound.
TEST(EndOfValue, IsNotFoundWhereCountsWrap) {
  for (const char* hex :
       {"ddffffffff", "ddffffffffc0", "dfffffffff", "df80000000", "df7fffffff", "dd80000000c0c0",
        "92ddffffffff c0c0", "93ddffffffffddffffffff c0c0c0c0c0", "dbffffffff", "c6fffffffe00",
        "c9ffffffff01", "dd7fffffff dd7fffffff c0c0"}) {
    EXPECT_EQ(size_of_value(bytes_of(hex)), -1) << hex;
  }
}

TEST(EndOfValue, IsFoundHoweverDeepValuesNest) {
  constexpr std::size_t depth = 1'000'000;
  const std::string deep = std::string(depth, '\x91') + "\xc0";
  EXPECT_EQ(size_of_value(deep), static_cast<std::ptrdiff_t>(deep.size()));
  EXPECT_EQ(size_of_value(deep.substr(0, depth)), -1);
}

TEST(Decoder, TellsKinds) {
  const std::pair<const char*, Kind> kinds[] = {{"c0", Kind::nil},
                                                {"c3", Kind::boolean},
                                                {"7f", Kind::unsigned_integer},
                                                {"cf8000000000000000", Kind::unsigned_integer},
                                                {"d005", Kind::unsigned_integer},
                                                {"e0", Kind::negative_integer},
                                                {"d3ffffffffffffffff", Kind::negative_integer},
                                                {"ca00000000", Kind::float32},
                                                {"cb0000000000000000", Kind::float64},
                                                {"a161", Kind::string},
                                                {"c40161", Kind::binary},
                                                {"90", Kind::array},
                                                {"df00000000", Kind::map},
                                                {"d4ff00", Kind::extension}};
  for (const auto& [hex, kind] : kinds) {
    const std::string bytes = bytes_of(hex);
    EXPECT_EQ(Decoder(bytes).kind(), kind) << hex;
  }
  EXPECT_EQ(Decoder(std::string_view("\xd4\xff\x00", 3)).extension_type(), -1);
}

// In whatever of its widths it is written.
TEST(Decoder, ReadsIntegersExactly) {
  const std::tuple<const char*, bool, std::uint64_t> numbers[] = {
      {"05", false, 5},
      {"cc05", false, 5},
      {"cd0005", false, 5},
      {"ce00000005", false, 5},
      {"cf0000000000000005", false, 5},
      {"d005", false, 5},
      {"d10005", false, 5},
      {"d200000005", false, 5},
      {"d30000000000000005", false, 5},
      {"ccff", false, 255},
      {"cdffff", false, 65535},
      {"ceffffffff", false, 4294967295},
      {"cfffffffffffffffff", false, most_unsigned},
      {"cf7fffffffffffffff", false, 9223372036854775807},
      {"fb", true, 5},
      {"d0fb", true, 5},
      {"d1fffb", true, 5},
      {"d2fffffffb", true, 5},
      {"d3fffffffffffffffb", true, 5},
      {"d38000000000000000", true, 9223372036854775808U}};
  for (const auto& [hex, is_negative, size] : numbers) {
    const std::string bytes = bytes_of(hex);
    std::uint64_t with_no_sign = 0;
    Decoder unsigned_decoder(bytes);
    EXPECT_EQ(unsigned_decoder.unsigned_integer(with_no_sign, most_unsigned), !is_negative) << hex;
    EXPECT_EQ(with_no_sign, is_negative ? 0 : size) << hex;
    EXPECT_EQ(unsigned_decoder.at_end(), !is_negative) << hex << " moves only if it was read";

    std::int64_t with_sign = 0;
    Decoder decoder(bytes);
    const bool fits = is_negative || size <= static_cast<std::uint64_t>(most_signed);
    EXPECT_EQ(decoder.integer(with_sign, least_signed, most_signed), fits) << hex;
    const std::uint64_t bits = is_negative ? 0 - size : size;
    EXPECT_EQ(static_cast<std::uint64_t>(with_sign), fits ? bits : 0) << hex;
    EXPECT_EQ(decoder.at_end(), fits) << hex << " moves only if it was read";
  }
}

TEST(Decoder, HoldsIntegersToTheirRange) {
  const auto is_read = [](const char* hex, std::int64_t least, std::int64_t most) {
    const std::string bytes = bytes_of(hex);
    std::int64_t number = 0;
    return Decoder(bytes).integer(number, least, most);
  };
  EXPECT_TRUE(is_read("7f", -128, 127));
  EXPECT_FALSE(is_read("cc80", -128, 127));
  EXPECT_TRUE(is_read("d080", -128, 127));
  EXPECT_FALSE(is_read("d1ff7f", -128, 127));
  EXPECT_FALSE(is_read("05", -20, -10));
  EXPECT_FALSE(is_read("cfffffffffffffffff", -1, -1)) << "its bits are those of -1";
}

TEST(Decoder, ReadsNumbersThatADoubleHolds) {
  const std::pair<const char*, std::optional<double>> numbers[] = {
      {"ca3fc00000", 1.5},
      {"cb3fb999999999999a", 0.1},
      {"07", 7},
      {"f9", -7},
      {"cf0020000000000000", 9007199254740992.0},
      {"cf0020000000000001", std::nullopt},
      {"cf0020000000000002", 9007199254740994.0},
      {"cffffffffffffff800", 18446744073709549568.0},
      {"cfffffffffffffffff", std::nullopt},
      {"cffffffffffffffc00", std::nullopt},
      {"d38000000000000000", -9223372036854775808.0},
      {"d38000000000000001", std::nullopt},
      {"d3ffdfffffffffffff", std::nullopt},
      {"d3ffe0000000000000", -9007199254740992.0},
      {"a131", std::nullopt}};
  for (const auto& [hex, expected] : numbers) {
    const std::string bytes = bytes_of(hex);
    double number = 0;
    Decoder decoder(bytes);
    EXPECT_EQ(decoder.number(number), expected.has_value()) << hex;
    EXPECT_EQ(number, expected.value_or(0)) << hex;
    EXPECT_EQ(decoder.at_end(), expected.has_value()) << hex;
  }
}

TEST(Decoder, ReadsStringsWithAnyBytes) {
  const std::string bytes = bytes_of("a461ff0062 c4020001");
  Decoder decoder(bytes);
  std::string_view text;
  ASSERT_TRUE(decoder.string(text));
  EXPECT_EQ(text, std::string_view("a\xff\0b", 4));
  EXPECT_EQ(text.data(), bytes.data() + 1) << "it is not a copy";
  EXPECT_FALSE(decoder.string(text)) << "bin is no str";
  ASSERT_TRUE(decoder.binary(text));
  EXPECT_EQ(text, std::string_view("\0\1", 2));
  EXPECT_FALSE(Decoder("\xa1x").binary(text)) << "nor the other way round";
}

TEST(Decoder, SkipsWhateverComes) {
  const std::string bytes = bytes_of("82a161920192 02c0 a16280 05");
  Decoder decoder(bytes);
  EXPECT_EQ(decoder.skip(), std::string_view(bytes).substr(0, bytes.size() - 1));
  EXPECT_EQ(decoder.rest(), "\x05");
  EXPECT_EQ(decoder.skip(), "\x05");
  EXPECT_TRUE(decoder.at_end());
  EXPECT_EQ(decoder.skip(), "") << "nothing is left";
}

TEST(Decoder, FindsNothingAtTheEnd) {
  Decoder decoder("");
  bool boolean = false;
  std::int64_t integer = 0;
  std::uint64_t unsigned_integer = 0;
  double number = 0;
  std::string_view text;
  std::uint32_t n = 0;
  std::int8_t type = 0;
  EXPECT_FALSE(decoder.nil());
  EXPECT_FALSE(decoder.boolean(boolean));
  EXPECT_FALSE(decoder.integer(integer, least_signed, most_signed));
  EXPECT_FALSE(decoder.unsigned_integer(unsigned_integer, most_unsigned));
  EXPECT_FALSE(decoder.number(number));
  EXPECT_FALSE(decoder.string(text));
  EXPECT_FALSE(decoder.binary(text));
  EXPECT_FALSE(decoder.array(n));
  EXPECT_FALSE(decoder.map(n));
  EXPECT_FALSE(decoder.extension(type, text));
  EXPECT_EQ(decoder.failure(), "expected an extension, found nothing");
}

TEST(Decoder, SaysWhatItFound) {
  const std::pair<const char*, const char*> found[] = {
      {"c0", "nil"},
      {"c2", "a boolean"},
      {"cd012c", "300"},
      {"d0df", "-33"},
      {"cfffffffffffffffff", "18446744073709551615"},
      {"cb3fb999999999999a", "0.1"},
      {"ca7fc00000", "nan"},
      {"a161", "a string"},
      {"c400", "binary"},
      {"9101", "an array"},
      {"80", "a map"},
      {"d4fe00", "an extension of type -2"}};
  for (const auto& [hex, what] : found) {
    const std::string bytes = bytes_of(hex);
    Decoder decoder(bytes);
    EXPECT_EQ(decoder.failure(), "");
    EXPECT_FALSE(decoder.expected("the moon"));
    EXPECT_EQ(decoder.failure(), std::string("expected the moon, found ") + what);
  }
}

TEST(Decoder, SaysWhereAndWhy) {
  Decoder decoder("\x05");
  std::uint64_t number = 0;
  EXPECT_FALSE(decoder.unsigned_integer(number, 4) || decoder.in("age") || decoder.in(3) ||
               decoder.in(std::string_view("people")));
  EXPECT_EQ(decoder.failure(), "expected an integer from 0 to 4, found 5 at people[3].age");

  std::int64_t other = 0;
  EXPECT_FALSE(decoder.integer(other, -4, -3) || decoder.in(7));
  EXPECT_EQ(decoder.failure(), "expected an integer from -4 to -3, found 5 at [7]")
      << "the last failure is told";

  EXPECT_FALSE(decoder.fail("it is late") || decoder.in("hour"));
  EXPECT_EQ(decoder.failure(), "it is late at hour");
  EXPECT_TRUE(decoder.unsigned_integer(number, 5)) << "it has not moved";
}

}  // namespace
}  // namespace tarantool
