// SPDX-License-Identifier: Apache-2.0
#include "tarantool/request.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "tarantool/packed.hpp"

namespace tarantool {
namespace {

std::string text(const Updates& updates, std::int32_t base = 0) {
  Buffer buffer;
  Encoder encoder(buffer);
  updates.encode(encoder, base);
  if (encoder.failed()) return encoder.reason();
  Decoder decoder(buffer.view());
  Value value;
  EXPECT_TRUE(read(decoder, value));
  EXPECT_TRUE(decoder.at_end());
  return value.to_string();
}

TEST(Updates, AreListsOfOperationFieldAndArguments) {
  Updates updates;
  updates.assign(1, "x").plus(2, 3).minus("age", 1.5).bit_and(4, 6).bit_or(5, 1).bit_xor(6, 2);
  EXPECT_EQ(text(updates),
            R"([["=", 1, "x"], ["+", 2, 3], ["-", "age", 1.5], ["&", 4, 6], ["|", 5, 1], )"
            R"(["^", 6, 2]])");
  EXPECT_EQ(text(Updates()), "[]");
}

TEST(Updates, MoveFields) {
  Updates updates;
  updates.insert(1, "x").insert(1, "y").erase(2).erase(2, 3).assign(2, 5);
  EXPECT_EQ(text(updates),
            R"([["!", 1, "x"], ["!", 1, "y"], ["#", 2, 1], ["#", 2, 3], ["=", 2, 5]])");
}

TEST(Updates, SpliceStrings) {
  Updates updates;
  updates.splice(1, 2, 3, "abc").splice("name", -1, 0, "z");
  EXPECT_EQ(text(updates), R"([[":", 1, 2, 3, "abc"], [":", "name", -1, 0, "z"]])");
}

TEST(Updates, CountFromABase) {
  Updates updates;
  updates.assign(0, "x")
      .plus(2, 3)
      .minus(-1, 4)
      .assign("name", 5)
      .splice(3, 0, 1, "")
      .splice(4, -2, 1, "");
  EXPECT_EQ(text(updates, 1),
            R"([["=", 1, "x"], ["+", 3, 3], ["-", -1, 4], ["=", "name", 5], [":", 4, 1, 1, ""], )"
            R"([":", 5, -2, 1, ""]])");
}

TEST(Updates, ChangeNoFieldTwice) {
  EXPECT_EQ(text(Updates().plus(2, 1).plus(2, 1)), "field 2 is updated twice");
  EXPECT_EQ(text(Updates().assign("a", 1).plus("b", 1).plus("a", 1)), "field 'a' is updated twice");
  EXPECT_EQ(text(Updates().assign(1, 1).assign(-1, 1)), R"([["=", 1, 1], ["=", -1, 1]])");
}

/// A value that is never written.
struct Unwritable {};

}  // namespace

template <>
struct Codec<Unwritable> {
  static void write(Encoder& encoder, const Unwritable&) { encoder.fail("unwritable"); }
};

namespace {

TEST(Updates, TellWhatCannotBeWritten) {
  Updates updates;
  updates.assign(1, Unwritable()).assign(2, 1);
  EXPECT_EQ(text(updates), "unwritable");
}

TEST(Packed, OwnsTheBytes) {
  const Packed number(300);
  EXPECT_EQ(number.bytes(), "\xcd\x01\x2c");
  EXPECT_EQ(Packed().bytes(), "\xc0");
  EXPECT_EQ(Packed::copy(number.bytes()), number);
  EXPECT_EQ(Packed::key(300).bytes(), "\x91\xcd\x01\x2c");
  EXPECT_EQ(Packed::key(args(1, "a")).bytes(),
            "\x92\x01\xa1"
            "a");
  EXPECT_EQ(Packed::key(std::string("a")).bytes(),
            "\x91\xa1"
            "a");
}

TEST(Packed, PacksWhatPacksItself) {
  const Packed outer(args(Packed(std::string(1000, 'x')), 1));
  Decoder decoder = outer.decoder();
  std::tuple<std::string, int> inner;
  ASSERT_TRUE(read(decoder, inner));
  EXPECT_EQ(inner, std::tuple(std::string(1000, 'x'), 1));
}

TEST(Packed, KeepsWhyItCouldNotBeWritten) {
  const Packed packed{Unwritable()};
  EXPECT_EQ(packed.failure(), "unwritable");
  Buffer buffer;
  Encoder encoder(buffer);
  write(encoder, packed);
  ASSERT_TRUE(encoder.failed());
  EXPECT_EQ(encoder.reason(), "unwritable");
}

TEST(Packed, IsReadFromOneValueOfMany) {
  const Packed list(args(1, args(2, "b"), 3));
  Decoder decoder = list.decoder();
  std::vector<Packed> parts;
  ASSERT_TRUE(read(decoder, parts));
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_EQ(parts[1], Packed(args(2, "b")));
}

}  // namespace
}  // namespace tarantool
