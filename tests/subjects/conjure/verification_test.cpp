// SPDX-License-Identifier: Apache-2.0
// Conjure's own verification cases: each positive one is read, written and compared, as a value
// and, by another JSON parser, as a document; each negative one is rejected.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "read_error.hpp"
#include "verification_types.hpp"

namespace {

using namespace verification;  // NOLINT: their types' names are what this file is about
using nlohmann::json;

const std::filesystem::path data = std::filesystem::path(TARE_TEST_DATA) / "conjure";

// Whether two strings stand for the same value: as text, datetimes or doubles.
bool same_text(const std::string& a, const std::string& b) {
  if (a == b) return true;
  const auto time_a = DateTime::parse(a);
  const auto time_b = DateTime::parse(b);
  if (time_a && time_b) return *time_a == *time_b;
  const auto double_a = conjure::read_plain<double>(a);
  const auto double_b = conjure::read_plain<double>(b);
  return double_a && double_b && conjure::equal(*double_a, *double_b);
}

bool same_value(const json& a, const json& b);

// Members of `a` that are neither null nor empty must be in `b`.
bool has_all(const json& a, const json& b) {
  for (const auto& [key, value] : a.items()) {
    const bool is_absent = value.is_null() || (value.is_structured() && value.empty());
    bool found = is_absent;
    for (const auto& [other_key, other_value] : b.items()) {
      found |= same_text(key, other_key) && same_value(value, other_value);
    }
    if (!found) return false;
  }
  return true;
}

bool same_value(const json& a, const json& b) {
  if (a.is_number() && b.is_number()) return a.get<double>() == b.get<double>();
  if (a.is_string() && b.is_string()) return same_text(a, b);
  if (a.is_object() && b.is_object()) return has_all(a, b) && has_all(b, a);
  if (a.is_array() && b.is_array()) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_value);
  }
  return a == b;
}

// Whether a document, once written, still says what it said.
std::string compare_documents(const std::string& input, const std::string& output) {
  return same_value(json::parse(input), json::parse(output)) ? "" : "is written as " + output;
}

// What is wrong with how a T fares in a case; empty if nothing is.
template <class T>
std::string check(const std::string& input, bool positive) {
  const auto value = conjure::read<T>(input);
  if (!positive) return value.ok() ? "is accepted" : "";
  if (!value.ok()) return to_string(value.error());
  const auto output = conjure::write(*value);
  if (!output.ok()) return to_string(output.error());
  const auto again = conjure::read<T>(*output);
  if (!again.ok()) return to_string(again.error());
  if (!(*again == *value)) return "reads back as another value";
  if (conjure::hash(*again) != conjure::hash(*value)) return "has another hash when read back";
  return compare_documents(input, *output);
}

using Check = std::string (*)(const std::string& input, bool positive);

const std::map<std::string, Check>& checks() {
  static const std::map<std::string, Check> all{
      {"AnyExample", check<AnyExample>},
      {"BearerTokenAliasExample", check<BearerTokenAliasExample>},
      {"BearerTokenExample", check<BearerTokenExample>},
      {"BinaryAliasExample", check<BinaryAliasExample>},
      {"BinaryExample", check<BinaryExample>},
      {"BooleanAliasExample", check<BooleanAliasExample>},
      {"BooleanExample", check<BooleanExample>},
      {"DateTimeAliasExample", check<DateTimeAliasExample>},
      {"DateTimeExample", check<DateTimeExample>},
      {"DoubleAliasExample", check<DoubleAliasExample>},
      {"DoubleExample", check<DoubleExample>},
      {"EnumExample", check<EnumExample>},
      {"IntegerAliasExample", check<IntegerAliasExample>},
      {"IntegerExample", check<IntegerExample>},
      {"KebabCaseObjectExample", check<KebabCaseObjectExample>},
      {"ListAnyAliasExample", check<ListAlias<Any>>},
      {"ListBearerTokenAliasExample", check<ListAlias<BearerToken>>},
      {"ListBinaryAliasExample", check<ListAlias<Binary>>},
      {"ListBooleanAliasExample", check<ListAlias<bool>>},
      {"ListDateTimeAliasExample", check<ListAlias<DateTime>>},
      {"ListDoubleAliasExample", check<ListAlias<double>>},
      {"ListExample", check<ListExample>},
      {"ListIntegerAliasExample", check<ListAlias<std::int32_t>>},
      {"ListOptionalAnyAliasExample", check<ListAlias<std::optional<Any>>>},
      {"ListRidAliasExample", check<ListAlias<Rid>>},
      {"ListSafeLongAliasExample", check<ListAlias<SafeLong>>},
      {"ListStringAliasExample", check<ListAlias<std::string>>},
      {"ListUuidAliasExample", check<ListAlias<Uuid>>},
      {"LongFieldNameOptionalExample", check<LongFieldNameOptionalExample>},
      {"MapBearerTokenAliasExample", check<MapAlias<BearerToken>>},
      {"MapBinaryAliasExample", check<MapAlias<Binary>>},
      {"MapBooleanAliasExample", check<MapAlias<bool>>},
      {"MapDateTimeAliasExample", check<MapAlias<DateTime>>},
      {"MapDoubleAliasExample", check<MapAlias<double>>},
      {"MapEnumExampleAlias", check<MapEnumExampleAlias>},
      {"MapExample", check<MapExample>},
      {"MapIntegerAliasExample", check<MapAlias<std::int32_t>>},
      {"MapRidAliasExample", check<MapAlias<Rid>>},
      {"MapSafeLongAliasExample", check<MapAlias<SafeLong>>},
      {"MapStringAliasExample", check<MapAlias<std::string>>},
      {"MapUuidAliasExample", check<MapAlias<Uuid>>},
      {"OptionalAnyAliasExample", check<OptionalAlias<Any>>},
      {"OptionalBearerTokenAliasExample", check<OptionalAlias<BearerToken>>},
      {"OptionalBooleanAliasExample", check<OptionalAlias<bool>>},
      {"OptionalBooleanExample", check<OptionalBooleanExample>},
      {"OptionalDateTimeAliasExample", check<OptionalAlias<DateTime>>},
      {"OptionalDoubleAliasExample", check<OptionalAlias<double>>},
      {"OptionalExample", check<OptionalExample>},
      {"OptionalIntegerAliasExample", check<OptionalAlias<std::int32_t>>},
      {"OptionalIntegerExample", check<OptionalIntegerExample>},
      {"OptionalRidAliasExample", check<OptionalAlias<Rid>>},
      {"OptionalSafeLongAliasExample", check<OptionalAlias<SafeLong>>},
      {"OptionalStringAliasExample", check<OptionalAlias<std::string>>},
      {"OptionalUuidAliasExample", check<OptionalAlias<Uuid>>},
      {"RawOptionalExample", check<RawOptionalExample>},
      {"ReferenceAliasExample", check<ReferenceAliasExample>},
      {"RidAliasExample", check<RidAliasExample>},
      {"RidExample", check<RidExample>},
      {"SafeLongAliasExample", check<SafeLongAliasExample>},
      {"SafeLongExample", check<SafeLongExample>},
      {"SetAnyAliasExample", check<SetAlias<Any>>},
      {"SetBearerTokenAliasExample", check<SetAlias<BearerToken>>},
      {"SetBinaryAliasExample", check<SetAlias<Binary>>},
      {"SetBooleanAliasExample", check<SetAlias<bool>>},
      {"SetDateTimeAliasExample", check<SetAlias<DateTime>>},
      {"SetDoubleAliasExample", check<SetAlias<double>>},
      {"SetDoubleExample", check<SetDoubleExample>},
      {"SetIntegerAliasExample", check<SetAlias<std::int32_t>>},
      {"SetOptionalAnyAliasExample", check<SetAlias<std::optional<Any>>>},
      {"SetRidAliasExample", check<SetAlias<Rid>>},
      {"SetSafeLongAliasExample", check<SetAlias<SafeLong>>},
      {"SetStringAliasExample", check<SetAlias<std::string>>},
      {"SetStringExample", check<SetStringExample>},
      {"SetUuidAliasExample", check<SetAlias<Uuid>>},
      {"SnakeCaseObjectExample", check<SnakeCaseObjectExample>},
      {"StringAliasExample", check<StringAliasExample>},
      {"StringExample", check<StringExample>},
      {"UuidAliasExample", check<UuidAliasExample>},
      {"UuidExample", check<UuidExample>},
  };
  return all;
}

TEST(Verification, BodyCases) {
  std::ifstream file(data / "verification-body-cases.jsonl");
  if (!file) GTEST_SKIP() << "no verification cases in " << data;
  std::size_t cases = 0;
  for (std::string line; std::getline(file, line); ++cases) {
    const json row = json::parse(line);
    const std::string type = row.at("type").get<std::string>();
    const auto found = checks().find(type.substr(type.rfind('.') + 1));
    ASSERT_NE(found, checks().end()) << type;
    const std::string input = row.at("input");
    const std::string wrong = found->second(input, row.at("polarity") == "positive");
    EXPECT_EQ(wrong, "") << type << ' ' << input;
  }
  EXPECT_EQ(cases, 481U);
}

// Header, path and query parameters are PLAIN. The cases' values are JSON: strings stand for their
// text, other values for themselves.
TEST(Verification, PlainCases) {
  std::ifstream file(data / "verification-server-test-cases.json");
  if (!file) GTEST_SKIP() << "no verification cases in " << data;
  const auto check_plain = []<class T>(std::type_identity<T>, const std::string& text) {
    const auto value = conjure::read_plain<T>(text);
    EXPECT_TRUE(value.ok()) << text;
    if (!value.ok()) return;
    EXPECT_TRUE(same_text(conjure::write_plain(*value).value(), text)) << text;
  };
  const auto check_one = [&](const std::string& type, const std::string& text) {
    if (type == "Boolean") return check_plain(std::type_identity<bool>(), text);
    if (type == "Datetime") return check_plain(std::type_identity<DateTime>(), text);
    if (type == "Double") return check_plain(std::type_identity<double>(), text);
    if (type == "Integer") return check_plain(std::type_identity<std::int32_t>(), text);
    if (type == "Rid") return check_plain(std::type_identity<Rid>(), text);
    if (type == "Safelong") return check_plain(std::type_identity<SafeLong>(), text);
    if (type == "Uuid") return check_plain(std::type_identity<Uuid>(), text);
    if (type == "Bearertoken") return check_plain(std::type_identity<BearerToken>(), text);
    if (type == "EnumExample") return check_plain(std::type_identity<EnumExample>(), text);
    if (type == "AliasString") return check_plain(std::type_identity<StringAliasExample>(), text);
    EXPECT_TRUE(type == "String" || type == "OptionalOfString") << type;
    check_plain(std::type_identity<std::string>(), text);
  };
  std::size_t cases = 0;
  const json client = json::parse(file).at("client");
  for (const std::string service : {"Header", "PathParam", "QueryParam"}) {
    for (const auto& [endpoint, inputs] : client.at("single" + service + "Service").items()) {
      for (const std::string input : inputs) {
        const json value = json::parse(input);
        if (value.is_null()) continue;  // an absent optional has no PLAIN form
        check_one(endpoint.substr(service.size()),
                  value.is_string() ? value.get<std::string>() : input);
        ++cases;
      }
    }
  }
  EXPECT_GT(cases, 60U);
}

}  // namespace
