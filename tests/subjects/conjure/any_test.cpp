// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "example_types.hpp"
#include "read_error.hpp"

namespace {

using conjure::Any;

TEST(Any, KeepsWhatItReads) {
  for (const std::string_view json :
       {"0", "-1", "9223372036854775807", "-9223372036854775808", "1.5", "1.0", "-0.0", "1e+300",
        "true", "\"a\"", "[]", "{}", R"([1,"2",null,{"a":[null]}])",
        R"({"b":1,"a":{"c":false}})"}) {
    EXPECT_EQ(rewrite<Any>(json), json);
  }
  EXPECT_EQ(rewrite<Any>("-0"), "-0.0");
  EXPECT_EQ(rewrite<Any>("1e2"), "100.0");
  EXPECT_EQ(rewrite<Any>("9223372036854775808"), "9223372036854775808.0");
}

TEST(Any, IsNotNullButMayHoldNulls) {
  EXPECT_EQ(read_error<Any>("null"), "null where a value is required at $, byte 0");
  EXPECT_EQ(read_error<std::vector<Any>>("[1,null]"),
            "null where a value is required at $[1], byte 3");
  EXPECT_EQ(read_error<examples::Holder<Any>>(R"({"value":null})"),
            "missing fields (value) at $, byte 0");
  EXPECT_EQ(read_error<std::vector<Any>>("[[null]]"), "ok");
  EXPECT_EQ(conjure::write(Any()).error().code, conjure::ErrorCode::unexpected_null);
}

TEST(Any, ErrorsHaveTheirPath) {
  EXPECT_EQ(read_error<Any>(R"({"a":[1,{"b c":tru}]})"),
            R"(unexpected character at $["a"][1]["b c"], byte 18)");
  EXPECT_EQ(read_error<Any>(R"({"a":1,"a":2})"), "repeated key at $, byte 7");
}

TEST(Any, ComparesByKindAndContent) {
  const auto read = [](std::string_view json) { return conjure::read<Any>(json).value(); };
  EXPECT_EQ(read(R"({"a":1,"b":2})"), read(R"({"b":2,"a":1})"));
  EXPECT_FALSE(read("[1,2]") == read("[2,1]"));
  EXPECT_FALSE(read("1") == read("1.0"));
  EXPECT_FALSE(read("1") == read("true"));
  EXPECT_FALSE(read("0.0") == read("-0.0"));
  EXPECT_EQ(Any(1), Any(std::int64_t{1}));
  EXPECT_EQ(Any("a"), Any(std::string("a")));
  EXPECT_EQ(conjure::hash(read(R"({"a":1,"b":2})")), conjure::hash(read(R"({"b":2,"a":1})")));
  EXPECT_TRUE(conjure::order(read("[1,2]"), read("[2,1]")) < 0);
  EXPECT_TRUE(conjure::order(Any(), Any()) == 0);
}

TEST(Any, SaysWhatItHolds) {
  const auto value = conjure::read<Any>(R"([1,2.5,"x",true,{"k":null}])").value();
  const auto& list = *value.get<Any::List>();
  EXPECT_EQ(*list[0].get<std::int64_t>(), 1);
  EXPECT_EQ(*list[1].get<double>(), 2.5);
  EXPECT_EQ(*list[2].get<std::string>(), "x");
  EXPECT_EQ(*list[3].get<bool>(), true);
  EXPECT_TRUE(list[4].get<Any::Object>()->at("k").is_null());
  EXPECT_EQ(list[0].get<double>(), nullptr);
}

TEST(Any, AgreesWithAnotherParser) {
  const std::string json =
      R"({"numbers":[0,1.25,-3e-7,123456789012],"text":"é\n\u20ac\ud83d\ude00","deep":[[[{}]]],"no":null})";
  const auto ours = nlohmann::json::parse(rewrite<Any>(json));
  EXPECT_EQ(ours, nlohmann::json::parse(json));
}

}  // namespace
