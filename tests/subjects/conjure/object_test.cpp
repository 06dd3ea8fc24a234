// SPDX-License-Identifier: Apache-2.0
// Objects: unknown, repeated, missing and null fields.
#include <gtest/gtest.h>

#include "example_types.hpp"
#include "read_error.hpp"

namespace {

using conjure::Map;
using conjure::ReadOptions;
using examples::Holder;
using examples::Names;
using examples::Nothing;
using examples::Person;

TEST(Object, FieldsInAnyOrder) {
  const auto person =
      conjure::read<Person>(R"({"tags":["a","b"],"age":7,"email":"x@y","name":"Ann"})");
  ASSERT_TRUE(person.ok());
  EXPECT_EQ(*person, (Person{"Ann", 7, "x@y", {"a", "b"}}));
  EXPECT_EQ(conjure::write(*person).value(),
            R"({"name":"Ann","age":7,"email":"x@y","tags":["a","b"]})");
}

TEST(Object, AbsentOrNullCollectionsAndOptionalsAreEmpty) {
  const Person expected{"Ann", 7, std::nullopt, {}};
  EXPECT_EQ(conjure::read<Person>(R"({"name":"Ann","age":7})").value(), expected);
  EXPECT_EQ(conjure::read<Person>(R"({"name":"Ann","age":7,"email":null,"tags":null})").value(),
            expected);
  EXPECT_EQ(rewrite<Holder<Names>>("{}"), R"({"value":[]})");
  EXPECT_EQ(rewrite<Holder<Names>>(R"({"value":null})"), R"({"value":[]})");
  EXPECT_EQ((rewrite<Holder<Map<std::string, std::string>>>(R"({"value":null})")),
            R"({"value":{}})");
}

TEST(Object, AbsentOptionalsAreNotWritten) {
  EXPECT_EQ(rewrite<Holder<std::optional<std::int32_t>>>(R"({"value":null})"), "{}");
  EXPECT_EQ(rewrite<Holder<std::optional<std::int32_t>>>(R"({"value":0})"), R"({"value":0})");
}

TEST(Object, AllMissingFieldsAreNamed) {
  EXPECT_EQ(read_error<Person>("{}"), "missing fields (name, age) at $, byte 0");
  EXPECT_EQ(read_error<Person>(R"({"name":null,"age":null})"),
            "missing fields (name, age) at $, byte 0");
  EXPECT_EQ(read_error<Person>(R"({"age":1,"email":null})"), "missing fields (name) at $, byte 0");
  EXPECT_EQ(read_error<std::vector<Holder<Person>>>(R"([{"value":  {"name":""}}])"),
            "missing fields (age) at $[0].value, byte 12");
  const auto error = conjure::read<Person>("{}").error();
  EXPECT_EQ(error.names, (std::vector<std::string>{"name", "age"}));
}

TEST(Object, RepeatedFieldsAreRejected) {
  EXPECT_EQ(read_error<Person>(R"({"name":"a","age":1,"name":"b"})"),
            "repeated field (name) at $, byte 20");
  EXPECT_EQ(read_error<Person>(R"({"name":null,"age":1,"name":"b"})"),
            "repeated field (name) at $, byte 21");
  EXPECT_EQ(read_error<Person>(R"({"name":"a","\u006eame":"b"})"),
            "repeated field (name) at $, byte 12");
  EXPECT_EQ(read_error<Nothing>(R"({"x":1,"y":2,"x":3})"), "repeated field (x) at $, byte 13");
  EXPECT_EQ(read_error<Nothing>(R"({"x":1,"\u0078":3})"), "repeated field (x) at $, byte 7");
}

TEST(Object, UnknownFieldsAreIgnoredByClientsAndRejectedByServers) {
  const std::string_view json = R"({"name":"a","more":[{"x":null}],"age":1})";
  EXPECT_EQ(rewrite<Person>(json), R"({"name":"a","age":1,"tags":[]})");
  EXPECT_EQ(read_error<Person>(json, ReadOptions::server()), "unknown field (more) at $, byte 12");
}

TEST(Object, NamesAreExact) {
  for (const std::string_view json :
       {R"({"Value":1})", R"({"value ":1})", R"({"":1})", R"({"valu":1})", R"({"values":1})"}) {
    EXPECT_EQ(read_error<Holder<std::int32_t>>(json), "missing fields (value) at $, byte 0");
  }
}

TEST(Object, OtherKindsAreRejected) {
  EXPECT_EQ(read_error<Nothing>("[]"), "expected an object at $, byte 0");
  EXPECT_EQ(read_error<Nothing>("1"), "expected an object at $, byte 0");
  EXPECT_EQ(read_error<Nothing>(" null"), "null where a value is required at $, byte 1");
  EXPECT_EQ(read_error<Nothing>("{1:2}"), "expected a key in quotes at $, byte 1");
}

TEST(Object, IdentityGoesThroughTheFields) {
  const Holder<double> nan{std::numeric_limits<double>::quiet_NaN()};
  EXPECT_EQ(nan, nan);
  EXPECT_FALSE(Holder<double>{0.0} == Holder<double>{-0.0});
  EXPECT_EQ(conjure::hash(nan), conjure::hash(Holder<double>{-nan.value}));
  EXPECT_TRUE(conjure::order(Person{"a", 1, {}, {}}, Person{"a", 2, {}, {}}) < 0);
  EXPECT_TRUE(conjure::order(Person{"b", 1, {}, {}}, Person{"a", 2, {}, {}}) > 0);
  EXPECT_EQ(read_error<conjure::Set<Holder<double>>>(R"([{"value":"NaN"},{"value":"NaN"}])"),
            "repeated element of a set at $[1], byte 17");
}

}  // namespace
