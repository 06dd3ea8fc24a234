// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "example_types.hpp"
#include "read_error.hpp"

namespace {

using conjure::ReadOptions;
using examples::Tree;

TEST(Union, EitherKeyMayComeFirst) {
  const std::string_view type_first = R"({"type":"leaf","leaf":7})";
  const std::string_view value_first = R"({"leaf":7,"type":"leaf"})";
  EXPECT_EQ(rewrite<Tree>(type_first), type_first);
  EXPECT_EQ(rewrite<Tree>(value_first), type_first);
  EXPECT_EQ(std::get<0>(conjure::read<Tree>(value_first).value().value), 7);
}

TEST(Union, MayHoldItself) {
  const std::string_view json =
      R"({"type":"children","children":[{"type":"inner","inner":{"type":"leaf","leaf":1}},)"
      R"({"type":"label","label":null},{"type":"person","person":{"name":"a","age":1,"tags":[]}}]})";
  EXPECT_EQ(rewrite<Tree>(json), json);
  const Tree tree = conjure::read<Tree>(json).value();
  const Tree copy = tree;
  EXPECT_EQ(copy, tree);
  EXPECT_EQ(conjure::hash(copy), conjure::hash(tree));
  EXPECT_TRUE(conjure::order(copy, tree) == 0);
  EXPECT_FALSE(copy == Tree());
}

TEST(Union, UnknownVariantsAreKept) {
  for (const std::string_view json :
       {R"({"type":"other","other":{"a":[1,null]}})", R"({"type":"","":1})",
        R"({"type":"o\n\"é","o\n\"é":false})", R"({"type":"other","other":null})"}) {
    EXPECT_EQ(rewrite<Tree>(json), json);
  }
  EXPECT_EQ(rewrite<Tree>(R"({"other":1,"type":"other"})"), R"({"type":"other","other":1})");
}

TEST(Union, WhatIsWrongWithIt) {
  EXPECT_EQ(read_error<Tree>("{}"), "union without its type at $, byte 0");
  EXPECT_EQ(read_error<Tree>(R"({"leaf":1})"), "union without its type at $, byte 0");
  EXPECT_EQ(read_error<Tree>(R"({"type":"leaf"})"), "union without its value (leaf) at $, byte 0");
  EXPECT_EQ(read_error<Tree>(R"({"type":"leaf","label":"x"})"),
            "union whose type and value name different variants (label) at $, byte 15");
  EXPECT_EQ(read_error<Tree>(R"({"leaf":1,"type":"label"})"),
            "union whose type and value name different variants at $, byte 17");
  EXPECT_EQ(read_error<Tree>(R"({"type":"leaf","leaf":1,"label":"x"})"),
            "union with more than its type and its value (label) at $, byte 24");
  EXPECT_EQ(read_error<Tree>(R"({"type":"leaf","type":"leaf","leaf":1})"),
            "repeated field (type) at $, byte 15");
  EXPECT_EQ(read_error<Tree>(R"({"leaf":1,"leaf":1,"type":"leaf"})"),
            "repeated field (leaf) at $, byte 10");
  EXPECT_EQ(read_error<Tree>(R"({"type":1,"leaf":1})"), "expected a string at $.type, byte 8");
  EXPECT_EQ(read_error<Tree>(R"({"type":"leaf","leaf":"x"})"),
            R"(expected a number at $.leaf, byte 22)");
  EXPECT_EQ(read_error<Tree>("[]"), "expected an object at $, byte 0");
}

TEST(Union, NullIsNoValueOfACollection) {
  EXPECT_EQ(read_error<Tree>(R"({"type":"children","children":null})"),
            R"(null where a value is required at $.children, byte 30)");
}

TEST(Union, ExtraKeysAreValidatedWhereTheyAreIgnored) {
  const ReadOptions lenient = ReadOptions::lenient();
  const std::string_view leaf = R"({"type":"leaf","leaf":1})";
  EXPECT_EQ(rewrite<Tree>(R"({"a":[],"leaf":1,"type":"leaf","z":2})", lenient), leaf);
  EXPECT_EQ(rewrite<Tree>(R"({"label":"x","type":"leaf","leaf":1})", lenient), leaf);
  EXPECT_EQ(read_error<Tree>(R"({"a":[tru],"leaf":1,"type":"leaf"})", lenient),
            R"(unexpected character at $.a[0], byte 9)");
  EXPECT_EQ(read_error<Tree>(R"({"type":"leaf","leaf":1,"z":"\ud800"})", lenient),
            R"(surrogate without its other half at $.z, byte 29)");
  ReadOptions only_extra;
  only_extra.ignore_extra_union_keys = true;
  EXPECT_EQ(read_error<Tree>(R"({"type":"leaf","leaf":1,"z":1,"z":2})", only_extra),
            "repeated field (z) at $, byte 30");
}

}  // namespace
