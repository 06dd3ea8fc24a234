// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "example_types.hpp"
#include "read_error.hpp"

namespace {

using examples::Colour;
using Value = examples::ColourDefinition::Value;

TEST(Enum, KnownValues) {
  const Colour green = conjure::read<Colour>("\"GREEN\"").value();
  EXPECT_EQ(green, Colour(Value::GREEN));
  EXPECT_EQ(green.value(), Value::GREEN);
  EXPECT_EQ(green.name(), "GREEN");
  EXPECT_EQ(conjure::write(green).value(), "\"GREEN\"");
}

TEST(Enum, UnknownValuesAreKept) {
  const Colour other = conjure::read<Colour>("\"LIGHT_BLUE_2\"").value();
  EXPECT_FALSE(other.is_known());
  EXPECT_EQ(other.value(), std::nullopt);
  EXPECT_EQ(other.name(), "LIGHT_BLUE_2");
  EXPECT_EQ(conjure::write(other).value(), "\"LIGHT_BLUE_2\"");
  EXPECT_EQ(other, Colour::parse("LIGHT_BLUE_2"));
  EXPECT_FALSE(other == Colour(Value::RED));
}

TEST(Enum, TheFormOfAValue) {
  for (const std::string_view good : {"A", "A1", "A_B", "A_1", "ABC_DEF_123"}) {
    EXPECT_TRUE(conjure::is_enum_name(good)) << good;
  }
  for (const std::string_view bad :
       {"", "1A", "_A", "A_", "A__B", "a", "Ab", "A-B", "A B", "\xC3\x84", "!!!", "one-hundred"}) {
    EXPECT_FALSE(conjure::is_enum_name(bad)) << bad;
  }
  EXPECT_EQ(read_error<Colour>("\"red\""), "not the form of an enum value at $, byte 0");
  EXPECT_EQ(read_error<Colour>("[]"), "expected a string at $, byte 0");
}

TEST(Enum, AsKeysAndElements) {
  EXPECT_EQ((rewrite<conjure::Map<Colour, bool>>(R"({"RED":true,"PINK":false})")),
            R"({"RED":true,"PINK":false})");
  EXPECT_EQ(read_error<conjure::Set<Colour>>(R"(["PINK","RED","PINK"])"),
            "repeated element of a set at $[2], byte 14");
}

}  // namespace
