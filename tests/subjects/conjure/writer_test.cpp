// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>

#include "example_types.hpp"
#include "read_error.hpp"

namespace {

using conjure::Map;

TEST(Writer, EscapesWhatMustBeAndNothingElse) {
  std::string all;
  for (int c = 0; c < 0x80; ++c) all += static_cast<char>(c);
  all += "\u00e9\u20ac\U0001F600";
  const std::string json = conjure::write(all).value();
  EXPECT_EQ(json.substr(0, 12), R"("\u0000\u000)");
  EXPECT_NE(json.find(R"(\b\t\n\u000b\f\r\u000e)"), std::string::npos);
  EXPECT_NE(json.find(R"( !\"#)"), std::string::npos);
  EXPECT_NE(json.find("\x7F\u00e9\u20ac\U0001F600"), std::string::npos);
  EXPECT_EQ(conjure::read<std::string>(json).value(), all);
  EXPECT_EQ(nlohmann::json::parse(json).get<std::string>(), all);
}

TEST(Writer, RejectsStringsThatAreNotUtf8) {
  using Strings = Map<std::string, std::string>;
  EXPECT_EQ(to_string(conjure::write(std::string("a\xFF")).error()),
            "malformed UTF-8 at $, byte 2");
  EXPECT_EQ(to_string(conjure::write(Strings{{"a", "\xC0"}}).error()),
            R"(malformed UTF-8 at $["a"], byte 6)");
  EXPECT_EQ(conjure::write(Strings{{"\xC0", "a"}}).error().code, conjure::ErrorCode::invalid_utf8);
  EXPECT_EQ(to_string(conjure::write(examples::Person{"a", 1, {}, {"b", "\x80"}}).error()),
            "malformed UTF-8 at $.tags[1], byte 33");
}

TEST(Writer, RejectsValuesThatNoTextStandsFor) {
  EXPECT_EQ(to_string(conjure::write(std::vector<conjure::Rid>(1)).error()),
            "not a rid at $[0], byte 3");
  EXPECT_EQ(conjure::write(conjure::BearerToken()).error().code,
            conjure::ErrorCode::invalid_bearertoken);
  using Tokens = Map<conjure::BearerToken, bool>;
  EXPECT_EQ(conjure::write(Tokens{{conjure::BearerToken(), true}}).error().code,
            conjure::ErrorCode::invalid_bearertoken);
}

TEST(Writer, AppendsToWhatIsThere) {
  std::string out = "data: ";
  EXPECT_EQ(conjure::append(out, true), nullptr);
  EXPECT_EQ(out, "data: true");
  const auto error = conjure::append(out, std::string("\xFF"));
  ASSERT_NE(error, nullptr);
  EXPECT_EQ(error->offset, 1U);
}

TEST(Writer, DoublesReadBackTheSame) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20'000; ++i) {
    double value;
    const std::uint64_t bits = random();
    static_assert(sizeof value == sizeof bits);
    std::memcpy(&value, &bits, sizeof value);
    const std::string json = conjure::write(value).value();
    ASSERT_TRUE(conjure::equal(conjure::read<double>(json).value(), value)) << json;
    if (!std::isfinite(value)) continue;
    ASSERT_EQ(nlohmann::json::parse(json).get<double>(), value) << json;
  }
}

TEST(Writer, DoublesAlwaysLookLikeDoubles) {
  EXPECT_EQ(conjure::write(1.0).value(), "1.0");
  EXPECT_EQ(conjure::write(-0.0).value(), "-0.0");
  EXPECT_EQ(conjure::write(0.1).value(), "0.1");
  EXPECT_EQ(conjure::write(1e22).value(), "1e+22");
  EXPECT_EQ(conjure::write(123456789012.0).value(), "123456789012.0");
  EXPECT_EQ(conjure::write(std::nan("")).value(), "\"NaN\"");
  EXPECT_EQ(conjure::write(std::numeric_limits<double>::infinity()).value(), "\"Infinity\"");
  EXPECT_EQ(conjure::write(-std::numeric_limits<double>::infinity()).value(), "\"-Infinity\"");
}

}  // namespace
