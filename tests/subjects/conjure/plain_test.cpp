// SPDX-License-Identifier: Apache-2.0
// The primitive types, in their PLAIN form and as JSON.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "example_types.hpp"
#include "read_error.hpp"

namespace {

using conjure::BearerToken;
using conjure::Binary;
using conjure::DateTime;
using conjure::Rid;
using conjure::SafeLong;
using conjure::Uuid;

// PLAIN text read and written again; what is wrong if it cannot be read.
template <class T>
std::string replain(std::string_view text) {
  const auto value = conjure::read_plain<T>(text);
  return value.ok() ? conjure::write_plain(*value).value() : value.error().what();
}

TEST(Plain, Boolean) {
  EXPECT_EQ(replain<bool>("true"), "true");
  EXPECT_EQ(replain<bool>("false"), "false");
  for (const std::string_view bad : {"", "True", "1", "true ", " true", "\"true\""}) {
    EXPECT_EQ(replain<bool>(bad), "not a boolean") << bad;
  }
}

TEST(Plain, Integer) {
  EXPECT_EQ(replain<std::int32_t>("2147483647"), "2147483647");
  EXPECT_EQ(replain<std::int32_t>("-2147483648"), "-2147483648");
  EXPECT_EQ(replain<std::int32_t>("-0"), "0");
  EXPECT_EQ(replain<std::int32_t>("2147483648"), "number is beyond the range of integer");
  EXPECT_EQ(replain<std::int32_t>("99999999999999999999"), "number is beyond the range of integer");
  for (const std::string_view bad : {"", "+1", "01", "1.0", "1e2", " 1", "1 ", "0x1", "-", "NaN"}) {
    EXPECT_EQ(replain<std::int32_t>(bad), "not an integer") << bad;
  }
  EXPECT_EQ(read_error<std::int32_t>("1.0"), "not an integer at $, byte 0");
  EXPECT_EQ(read_error<std::int32_t>(" 2147483648"),
            "number is beyond the range of integer at $, byte 1");
  EXPECT_EQ(read_error<std::int32_t>("\"1\""), "expected a number at $, byte 0");
}

TEST(Plain, SafeLong) {
  EXPECT_EQ(replain<SafeLong>("9007199254740991"), "9007199254740991");
  EXPECT_EQ(replain<SafeLong>("-9007199254740991"), "-9007199254740991");
  for (const std::string_view bad :
       {"9007199254740992", "-9007199254740992", "99999999999999999999"}) {
    EXPECT_EQ(replain<SafeLong>(bad), "number is beyond the range of safelong") << bad;
  }
  EXPECT_EQ(replain<SafeLong>("1.0"), "not a safelong");
  EXPECT_EQ(SafeLong::from(SafeLong::max + 1), std::nullopt);
  EXPECT_EQ(SafeLong::from(SafeLong::min)->value(), SafeLong::min);
  EXPECT_EQ(read_error<SafeLong>("1e2"), "not a safelong at $, byte 0");
}

TEST(Plain, Double) {
  EXPECT_EQ(replain<double>("10"), "10.0");
  EXPECT_EQ(replain<double>("3e+2"), "300.0");
  EXPECT_EQ(replain<double>("-0"), "-0.0");
  EXPECT_EQ(replain<double>("NaN"), "NaN");
  EXPECT_EQ(replain<double>("Infinity"), "Infinity");
  EXPECT_EQ(replain<double>("-Infinity"), "-Infinity");
  for (const std::string_view bad : {"", "nan", "+Infinity", "inf", "1.", ".5", "0x1p3", " 1"}) {
    EXPECT_EQ(replain<double>(bad), "not a double") << bad;
  }
}

TEST(Plain, DoublesBeyondTheirRange) {
  EXPECT_EQ(replain<double>("1.7976931348623157e308"), "1.7976931348623157e+308");
  EXPECT_EQ(replain<double>("1e309"), "number is beyond the range of double");
  EXPECT_EQ(replain<double>("-1e99999999999999999999"), "number is beyond the range of double");
  EXPECT_EQ(replain<double>("5e-324"), "5e-324");
  EXPECT_EQ(replain<double>("1e-400"), "0.0");
  EXPECT_EQ(replain<double>("-1e-400"), "-0.0");
  EXPECT_EQ(replain<double>("-0.0000001e-99999999999999999999"), "-0.0");
  EXPECT_EQ(replain<double>("0e99999999999999999999"), "0.0");
  EXPECT_EQ(replain<double>("0." + std::string(400, '0') + "1e401"), "1.0");
  EXPECT_EQ(replain<double>("0." + std::string(400, '0') + "1e801"),
            "number is beyond the range of double");
  EXPECT_EQ(replain<double>("1" + std::string(400, '0') + "e-400"), "1.0");
  EXPECT_EQ(replain<double>("1" + std::string(400, '0')), "number is beyond the range of double");
}

TEST(Plain, String) {
  EXPECT_EQ(replain<std::string>(""), "");
  EXPECT_EQ(replain<std::string>("a \"b\"\n\u00e9"), "a \"b\"\n\u00e9");
  EXPECT_EQ(replain<std::string>("\xFF"), "malformed UTF-8");
  EXPECT_EQ(conjure::write_plain(std::string("\xFF")).error().code,
            conjure::ErrorCode::invalid_utf8);
}

TEST(Plain, BearerTokens) {
  for (const std::string_view good : {"a", "abc123", "-._~+/=", "a==", "AZaz09"}) {
    EXPECT_EQ(replain<BearerToken>(good), good);
  }
  for (const std::string_view bad : {"", "=", "=a", "a=b", " a", "a ", "#", "\xC3\xA9", "a\n"}) {
    EXPECT_EQ(replain<BearerToken>(bad), "not a bearertoken") << bad;
  }
}

TEST(Plain, Rids) {
  for (const std::string_view good :
       {"ri.a.b.c.d", "ri.a..c.d", "ri.a1-.1-.c-2.A_-.z", "ri.a..c.."}) {
    EXPECT_EQ(replain<Rid>(good), good);
  }
  for (const std::string_view bad :
       {"", "ri", "ri.a.b.c", "ri.a.b.c.", "ri..b.c.d", "ri.1a.b.c.d", "ri.a.-b.c.d", "ri.a.B.c.d",
        "ri.a.b..d", "ri.a.b.c.d e", "Ri.a.b.c.d", "ri.a_.b.c.d", "ri.a.b.1c.d"}) {
    EXPECT_EQ(replain<Rid>(bad), "not a rid") << bad;
  }
}

TEST(Plain, BinaryIsPaddedBase64) {
  EXPECT_EQ(conjure::read_plain<Binary>("AAEC/w==")->bytes,
            (std::vector<std::uint8_t>{0, 1, 2, 255}));
  for (const std::string_view good : {"", "AA==", "AAA=", "AAAA", "+/+/", "SGVsbG8sIFdvcmxk"}) {
    EXPECT_EQ(replain<Binary>(good), good);
  }
  for (const std::string_view bad : {"A", "AA", "AAA", "A===", "====", "=AAA", "AA=A", "AA==AAAA",
                                     "AB==", "AAB=", "AA-_", "AA A", "AAA\n", "\xFF\xFF\xFF\xFF"}) {
    EXPECT_EQ(replain<Binary>(bad), "not padded base64") << bad;
  }
  for (std::size_t size = 0; size < 20; ++size) {
    Binary binary;
    for (std::size_t i = 0; i < size; ++i)
      binary.bytes.push_back(static_cast<std::uint8_t>(i * 97));
    EXPECT_EQ(conjure::read_plain<Binary>(conjure::write_plain(binary).value()).value(), binary);
  }
}

TEST(Plain, Uuids) {
  EXPECT_EQ(replain<Uuid>("d6ddc1ac-3c1b-11e8-b467-0ed5f89f718b"),
            "d6ddc1ac-3c1b-11e8-b467-0ed5f89f718b");
  EXPECT_EQ(replain<Uuid>("D6DDC1AC-3C1B-11E8-B467-0ED5F89F718B"),
            "d6ddc1ac-3c1b-11e8-b467-0ed5f89f718b");
  for (const std::string_view bad :
       {"", "d6ddc1ac-3c1b-11e8-b467-0ed5f89f718", "d6ddc1ac-3c1b-11e8-b467-0ed5f89f718bb",
        "d6ddc1ac-3c1b-11e8-b4670-ed5f89f718b", "d6ddc1ac 3c1b-11e8-b467-0ed5f89f718b",
        "g6ddc1ac-3c1b-11e8-b467-0ed5f89f718b"}) {
    EXPECT_EQ(replain<Uuid>(bad), "not a uuid") << bad;
  }
}

TEST(Plain, DateTimes) {
  for (const std::string_view good :
       {"2017-01-02T03:04:05Z", "2017-01-02T03:04:05.000Z", "2017-01-02T03:04:05.123456789+01:00",
        "0000-01-01T00:00:00Z", "9999-12-31T23:59:59-18:00", "2016-02-29T00:00:00.5-00:30"}) {
    EXPECT_EQ(replain<DateTime>(good), good);
  }
  EXPECT_EQ(replain<DateTime>("20180719T081121Z"), "2018-07-19T08:11:21Z");
  EXPECT_EQ(replain<DateTime>("20180719T081121.25+0130"), "2018-07-19T08:11:21.25+01:30");
  EXPECT_EQ(replain<DateTime>("2018-07-19T08:11:21-00:00"), "2018-07-19T08:11:21Z");
  EXPECT_EQ(replain<DateTime>("2018-07-19T08:11:21+03"), "2018-07-19T08:11:21+03:00");
  for (const std::string_view bad : {"",
                                     "2017-01-02",
                                     "2017-01-02T03:04:05",
                                     "2017-01-02T03:04Z",
                                     "2017-01-02 03:04:05Z",
                                     "2017-01-02t03:04:05z",
                                     "2017-13-02T03:04:05Z",
                                     "2017-02-29T03:04:05Z",
                                     "2017-00-02T03:04:05Z",
                                     "2017-01-00T03:04:05Z",
                                     "2017-01-02T24:00:00Z",
                                     "2017-01-02T03:60:05Z",
                                     "2017-01-02T03:04:60Z",
                                     "2017-01-02T03:04:05.Z",
                                     "2017-01-02T03:04:05.0000000000Z",
                                     "2017-01-02T03:04:05+19:00",
                                     "2017-01-02T03:04:05+18:01",
                                     "2017-01-02T03:04:05+01:60",
                                     "2017-01-02T03:04:05+0100",
                                     "2017-01-02T03:04:05+1:00",
                                     "2017-01-02T03:04:05Z[UTC]",
                                     "2017-0102T03:04:05Z",
                                     "20170102T03:04:05Z",
                                     "1523040070",
                                     "2017-01-02T03:04:05,5Z",
                                     "+2017-01-02T03:04:05Z"}) {
    EXPECT_EQ(replain<DateTime>(bad), "not a datetime with an offset") << bad;
  }
}

TEST(Plain, DateTimesCompareByLocalTimeAndOffset) {
  const auto time = [](std::string_view text) { return DateTime::parse(text).value(); };
  EXPECT_EQ(time("2017-01-02T03:04:05Z"), time("2017-01-02T03:04:05.000+00:00"));
  EXPECT_EQ(conjure::hash(time("2017-01-02T03:04:05Z")),
            conjure::hash(time("2017-01-02T03:04:05.000+00:00")));
  EXPECT_FALSE(time("2017-01-02T03:04:05Z") == time("2017-01-02T04:04:05+01:00"));
  EXPECT_EQ(time("2017-01-02T03:04:05Z").epoch_seconds(), 1483326245);
  EXPECT_EQ(time("2017-01-02T04:04:05.25+01:00").epoch_seconds(), 1483326245);
  EXPECT_EQ(time("2017-01-02T04:04:05.25+01:00").nanoseconds(), 250'000'000);
  EXPECT_EQ(time("2017-01-02T04:04:05.25+01:00").offset_minutes(), 60);
  EXPECT_EQ(time("1969-12-31T23:59:59Z").epoch_seconds(), -1);
}

TEST(Plain, DateTimesFromInstants) {
  const auto text = [](auto... of) { return conjure::write_plain(*DateTime::from(of...)).value(); };
  EXPECT_EQ(text(0), "1970-01-01T00:00:00Z");
  EXPECT_EQ(text(1483326245, 250'000'000, 60), "2017-01-02T04:04:05.250+01:00");
  EXPECT_EQ(text(1483326245, 250, -90), "2017-01-02T01:34:05.000000250-01:30");
  EXPECT_EQ(text(-62167219200), "0000-01-01T00:00:00Z");
  EXPECT_EQ(text(253402300799), "9999-12-31T23:59:59Z");
  EXPECT_EQ(DateTime::from(-62167219201), std::nullopt);
  EXPECT_EQ(DateTime::from(253402300800), std::nullopt);
  EXPECT_EQ(DateTime::from(253402300799, 0, 1), std::nullopt);
  EXPECT_EQ(DateTime::from(INT64_MAX), std::nullopt);
  EXPECT_EQ(DateTime::from(0, 1'000'000'000), std::nullopt);
  EXPECT_EQ(DateTime::from(0, 0, 18 * 60 + 1), std::nullopt);
}

TEST(Plain, AliasesAndEnums) {
  EXPECT_EQ(replain<examples::Name>("x"), "x");
  EXPECT_EQ(replain<examples::Colour>("PINK"), "PINK");
  EXPECT_EQ(replain<examples::Colour>("pink"), "not the form of an enum value");
}

}  // namespace
