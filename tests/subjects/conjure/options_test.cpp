// SPDX-License-Identifier: Apache-2.0
// Where implementations of Conjure disagree: what the reader does by default, and what it does when
// told to be lenient.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "example_types.hpp"
#include "read_error.hpp"

namespace {

using conjure::ErrorCode;
using conjure::Map;
using conjure::ReadOptions;
using conjure::Set;
using examples::Colour;
using examples::Holder;
using examples::Names;
using examples::Person;
using examples::Tree;

using Doubles = Map<double, std::int32_t>;
using Strings = Map<std::string, std::string>;

// Rejected with `code` by default and when every other leniency is on; `option` alone, and all
// leniencies together, make it read as `accepted` reads.
template <class T>
void expect_lenient(std::string_view json, ErrorCode code, bool ReadOptions::*option,
                    std::string_view accepted) {
  const auto strict = conjure::read<T>(json);
  ASSERT_FALSE(strict.ok()) << json;
  EXPECT_EQ(strict.error().code, code) << json;

  ReadOptions others = ReadOptions::lenient();
  others.*option = false;
  EXPECT_FALSE(conjure::read<T>(json, others).ok()) << json;

  ReadOptions alone;
  alone.*option = true;
  EXPECT_EQ(rewrite<T>(json, alone), accepted);
  EXPECT_EQ(rewrite<T>(json, ReadOptions::lenient()), accepted);
}

TEST(Options, NullForACollection) {
  constexpr auto option = &ReadOptions::null_is_empty_collection;
  expect_lenient<Names>("null", ErrorCode::unexpected_null, option, "[]");
  expect_lenient<std::vector<bool>>("null", ErrorCode::unexpected_null, option, "[]");
  expect_lenient<Strings>("null", ErrorCode::unexpected_null, option, "{}");
  expect_lenient<std::unordered_map<std::string, std::string>>("null", ErrorCode::unexpected_null,
                                                               option, "{}");
  expect_lenient<std::vector<Strings>>("[null]", ErrorCode::unexpected_null, option, "[{}]");
}

TEST(Options, NullForACollectionFieldIsAlwaysEmpty) {
  EXPECT_EQ(rewrite<Holder<Names>>(R"({"value":null})"), R"({"value":[]})");
  EXPECT_EQ(rewrite<Holder<Names>>(R"({"value":null})", ReadOptions::lenient()), R"({"value":[]})");
}

TEST(Options, RepeatedElements) {
  constexpr auto option = &ReadOptions::keep_first_element;
  expect_lenient<Set<double>>("[1.0,2.0,1.00,3.0]", ErrorCode::repeated_element, option,
                              "[1.0,2.0,3.0]");
  expect_lenient<Set<std::string>>(R"(["a","b","a","c","d","e","c"])", ErrorCode::repeated_element,
                                   option, R"(["a","b","c","d","e"])");
}

TEST(Options, RepeatedKeys) {
  constexpr auto option = &ReadOptions::keep_last_key;
  expect_lenient<Doubles>(R"({"10":1,"2.5":2,"10.0":3})", ErrorCode::repeated_key, option,
                          R"({"10.0":3,"2.5":2})");
  expect_lenient<std::unordered_map<std::string, std::string>>(
      R"({"a":"1","a":"2"})", ErrorCode::repeated_key, option, R"({"a":"2"})");
}

TEST(Options, RepeatedFields) {
  constexpr auto option = &ReadOptions::keep_last_field;
  expect_lenient<Person>(R"({"name":"a","tags":["x"],"age":1,"name":"b","tags":["y"]})",
                         ErrorCode::repeated_field, option, R"({"name":"b","age":1,"tags":["y"]})");
  expect_lenient<Person>(R"({"name":"a","tags":["x"],"age":1,"tags":null})",
                         ErrorCode::repeated_field, option, R"({"name":"a","age":1,"tags":[]})");
  expect_lenient<Person>(R"({"name":"a","age":1,"x":1,"x":2})", ErrorCode::repeated_field, option,
                         R"({"name":"a","age":1,"tags":[]})");
  EXPECT_EQ(read_error<Person>(R"({"name":"a","age":1,"name":null})", ReadOptions::lenient()),
            "missing fields (name) at $, byte 0");
}

TEST(Options, ZerosOfDifferentSignsAreAlwaysDistinct) {
  for (const ReadOptions& options : {ReadOptions(), ReadOptions::lenient()}) {
    EXPECT_EQ(rewrite<Set<double>>("[0.0,-0.0]", options), "[0.0,-0.0]");
    EXPECT_EQ(rewrite<Doubles>(R"({"-0.0":1,"0.0":2})", options), R"({"-0.0":1,"0.0":2})");
  }
}

TEST(Options, AbsentUnionValues) {
  constexpr auto option = &ReadOptions::absent_union_value_is_empty;
  expect_lenient<Tree>(R"({"type":"children"})", ErrorCode::missing_union_value, option,
                       R"({"type":"children","children":[]})");
  expect_lenient<Tree>(R"({"type":"label"})", ErrorCode::missing_union_value, option,
                       R"({"type":"label","label":null})");
  for (const std::string_view json : {R"({"type":"leaf"})", R"({"type":"other"})"}) {
    EXPECT_EQ(conjure::read<Tree>(json, ReadOptions::lenient()).error().code,
              ErrorCode::missing_union_value);
  }
}

TEST(Options, ExtraUnionKeys) {
  constexpr auto option = &ReadOptions::ignore_extra_union_keys;
  expect_lenient<Tree>(R"({"type":"leaf","leaf":1,"label":"x"})", ErrorCode::extra_union_key,
                       option, R"({"type":"leaf","leaf":1})");
}

TEST(Options, LowerCaseEnums) {
  constexpr auto option = &ReadOptions::upper_case_enums;
  expect_lenient<Colour>("\"green\"", ErrorCode::invalid_enum, option, "\"GREEN\"");
  expect_lenient<Colour>("\"light_Blue\"", ErrorCode::invalid_enum, option, "\"LIGHT_BLUE\"");
  expect_lenient<Map<Colour, bool>>(R"({"red":true})", ErrorCode::invalid_enum, option,
                                    R"({"RED":true})");
  EXPECT_FALSE(conjure::read<Colour>("\"one-hundred\"", ReadOptions::lenient()).ok());
}

TEST(Options, PassedOverRepetitionsFollowEitherLeniency) {
  const std::string_view json = R"({"x":{"a":1,"a":2}})";
  EXPECT_EQ(read_error<examples::Nothing>(json), "repeated key (a) at $.x, byte 12");
  EXPECT_EQ(read_error<examples::Nothing>(json, ReadOptions::lenient()), "ok");
}

}  // namespace
