// SPDX-License-Identifier: Apache-2.0
#include "tarantool/conditions.hpp"

#include <gtest/gtest.h>

#include <string>
#include <tuple>

namespace tarantool {
namespace {

SpaceDefinition people() {
  const auto part = [](std::uint32_t field, bool is_nullable = false) {
    return IndexPart{field, "unsigned", is_nullable, ""};
  };
  return {512,
          "people",
          "memtx",
          {{"id", "unsigned", false}, {"name", "string", false}, {"age", "unsigned", true}},
          {{0, "primary", "tree", true, {part(0)}},
           {1, "by_hash", "hash", true, {part(1), part(0)}},
           {2, "by_name", "tree", false, {part(1), part(2, true)}},
           {3, "by_pair", "tree", true, {part(2), part(1)}},
           {7, "in_name", "tree", false, {{1, "string", false, "first"}}},
           {8, "nullable", "tree", true, {part(2, true)}}}};
}

std::string text(const Packed& packed) {
  Decoder decoder = packed.decoder();
  Value value;
  EXPECT_TRUE(read(decoder, value));
  return value.to_string();
}

/// "index iterator key", or what is wrong.
std::string search(const Conditions& conditions) {
  const auto found = conditions.search(people());
  if (!found) {
    EXPECT_EQ(found.error().cause, Cause::type);
    return found.error().message;
  }
  static constexpr const char* names[] = {"eq", "req", "all", "lt", "le", "ge", "gt"};
  return std::to_string(found->index) + " " + names[static_cast<int>(found->iterator)] + " " +
         text(found->key);
}

std::string for_router(const Conditions& conditions) {
  Buffer buffer;
  Encoder encoder(buffer);
  write(encoder, conditions);
  if (encoder.failed()) return encoder.reason();
  return text(Packed::copy(buffer.view()));
}

TEST(Conditions, OfAnIndexAreItsKey) {
  EXPECT_EQ(search(Conditions()), "0 all []");
  EXPECT_EQ(search(Conditions().index_eq("primary", 5)), "0 eq [5]");
  EXPECT_EQ(search(Conditions().index_gt(0, args(5))), "0 gt [5]");
  EXPECT_EQ(search(Conditions().index_ge("by_name", args("a", 5))), R"(2 ge ["a", 5])");
  EXPECT_EQ(search(Conditions().index_lt(3, args(1))), "3 lt [1]");
  EXPECT_EQ(search(Conditions().index_le("by_name", std::string("b"))), R"(2 le ["b"])");
  EXPECT_EQ(search(Conditions().index_eq("by_hash", std::tuple("b", 1))), R"(1 eq ["b", 1])");
  EXPECT_EQ(search(Conditions().index_eq(1, args())), "1 eq []");
}

TEST(Conditions, OfFieldsFindAnIndexThatBeginsWithThem) {
  EXPECT_EQ(search(Conditions().field_eq("id", 5)), "0 eq [5]");
  EXPECT_EQ(search(Conditions().field_gt(0, 5)), "0 gt [5]");
  EXPECT_EQ(search(Conditions().field_eq("name", "a")), R"(2 eq ["a"])");  // No hash: half a key.
  EXPECT_EQ(search(Conditions().field_eq("age", 5).field_eq("name", "a")), R"(2 eq ["a", 5])");
  EXPECT_EQ(search(Conditions().field_eq("id", 5).field_eq("name", "a")), R"(1 eq ["a", 5])");
  EXPECT_EQ(search(Conditions().field_le("age", 5)), "3 le [5]");
}

TEST(Conditions, ThatServersCannotLookUpAreErrors) {
  EXPECT_EQ(search(Conditions().index_eq("primary", 1).index_eq("by_name", "a")),
            "conditions on more than one index: 'primary' and 'by_name'");
  EXPECT_EQ(search(Conditions().index_ge("primary", 1).index_lt("primary", 5)),
            "more than one condition with one on an index: a server does not filter");
  EXPECT_EQ(search(Conditions().index_ge("primary", 1).field_eq("name", "a")),
            "more than one condition with one on an index: a server does not filter");
  EXPECT_EQ(search(Conditions().field_eq("age", 1).field_eq("id", 1)),
            "no index of space 'people' begins with field 'age', 'id': a server does not filter");
  EXPECT_EQ(search(Conditions().field_eq("name", "a").field_ge("age", 1)),
            "conditions on several fields that are not all eq: a server does not filter");
  EXPECT_EQ(search(Conditions().field_ge("age", 1).field_lt("age", 5)),
            "more than one condition on field 'age'");
  EXPECT_EQ(search(Conditions().field_eq("nose", 1)), "no field 'nose' in space 'people'");
  EXPECT_EQ(search(Conditions().field_eq(17, 1)),
            "no index of space 'people' begins with field number 17: a server does not filter");
  EXPECT_EQ(search(Conditions().index_eq("nose", 1)), "no index 'nose' in space 'people'");
  EXPECT_EQ(search(Conditions().index_eq(4, 1)), "no index number 4 in space 'people'");
}

TEST(Conditions, ComeInTheOrderOfTheIndexOrItsReverse) {
  EXPECT_EQ(search(Conditions().descending()), "0 le []");
  EXPECT_EQ(search(Conditions().ascending()), "0 all []");
  EXPECT_EQ(search(Conditions().index_eq("by_name", "a").descending()), R"(2 req ["a"])");
  EXPECT_EQ(search(Conditions().index_eq("by_name", "a").ascending()), R"(2 eq ["a"])");
  EXPECT_EQ(search(Conditions().field_lt("id", 1).descending()), "0 lt [1]");
  EXPECT_EQ(search(Conditions().field_lt("id", 1).ascending()),
            "what lt and le find comes in descending order");
  EXPECT_EQ(search(Conditions().field_ge("id", 1).descending()),
            "what gt and ge find comes in ascending order");
}

TEST(Conditions, GoOnAfterARowByItsKey) {
  const std::tuple row(7, "n", 30);
  EXPECT_EQ(search(Conditions().after(row)), "0 gt [7]");
  EXPECT_EQ(search(Conditions().descending().after(row)), "0 lt [7]");
  EXPECT_EQ(search(Conditions().index_ge("by_pair", args(1)).after(row)), R"(3 gt [30, "n"])");
  EXPECT_EQ(search(Conditions().field_le("age", 90).after(row)), R"(3 lt [30, "n"])");
  const std::string impossible =
      "rows after a row can be found by a unique tree index without nils, and not by eq";
  EXPECT_EQ(search(Conditions().field_eq("id", 7).after(row)), impossible);
  EXPECT_EQ(search(Conditions().index_ge("by_name", "a").after(row)), impossible);
  EXPECT_EQ(search(Conditions().index_ge("nullable", 1).after(row)), impossible);
  EXPECT_EQ(search(Conditions().index_ge("by_hash", args("a", 1)).after(row)), impossible);
  EXPECT_EQ(search(Conditions().index_ge("by_pair", 1).after(args(7, "n"))),
            "the row to go on after lacks a part of the key");
}

TEST(Conditions, AreAListForRouters) {
  EXPECT_EQ(for_router(Conditions()), "[]");
  EXPECT_EQ(for_router(Conditions()
                           .index_eq("by_name", args("a", 1))
                           .field_gt("id", 1)
                           .field_ge("id", 2)
                           .field_lt("id", 9)
                           .field_le("age", 8)
                           .limit(3)
                           .after(args(1))),
            R"([["=", "by_name", ["a", 1]], [">", "id", 1], [">=", "id", 2], ["<", "id", 9], )"
            R"(["<=", "age", 8]])");
  EXPECT_EQ(for_router(Conditions().index_ge("by_name", "a").index_lt("by_name", "b")),
            R"([[">=", "by_name", ["a"]], ["<", "by_name", ["b"]]])");
  EXPECT_EQ(for_router(Conditions().field_lt("id", 1).descending()), R"([["<", "id", 1]])");
}

TEST(Conditions, ThatRoutersDoNotKnowAreErrors) {
  EXPECT_EQ(for_router(Conditions().index_eq("a", 1).index_eq("b", 1)),
            "conditions on more than one index: 'a' and 'b'");
  EXPECT_EQ(for_router(Conditions().offset(1)),
            "routers know no offset; go on after a row instead");
  EXPECT_EQ(for_router(Conditions().field_eq(0, 1)),
            "routers know fields and indexes by name alone");
  const std::string order =
      "a router gives rows in descending order for lt and le, and for nothing else";
  EXPECT_EQ(for_router(Conditions().descending()), order);
  EXPECT_EQ(for_router(Conditions().field_ge("id", 1).descending()), order);
  EXPECT_EQ(for_router(Conditions().field_le("id", 1).ascending()), order);
}

TEST(Conditions, HaveNamesForRoutersInPlaceOfPositions) {
  const Conditions conditions = Conditions().index_eq(2, "a").field_ge(2, 1).field_eq("id", 3);
  EXPECT_TRUE(conditions.has_positions());
  const auto named = conditions.named(people());
  ASSERT_TRUE(named);
  EXPECT_FALSE(named->has_positions());
  EXPECT_EQ(for_router(*named), R"([["=", "by_name", ["a"]], [">=", "age", 1], ["=", "id", 3]])");

  EXPECT_EQ(Conditions().index_eq(4, "a").named(people()).error().message,
            "no index number 4 in space 'people'");
  EXPECT_EQ(Conditions().field_eq(3, "a").named(people()).error().message,
            "no field number 3 in space 'people'");
}

TEST(Conditions, OfWhatIsKnownBeforeAreNoMoreThanTheirBytes) {
  Buffer buffer;
  Encoder encoder(buffer);
  write(encoder, args(eq("id", args(7)), gt("a", 1), ge("b", "x"), lt("c", 2), le("d", 3)));
  EXPECT_EQ(
      text(Packed::copy(buffer.view())),
      R"([["=", "id", [7]], [">", "a", 1], [">=", "b", "x"], ["<", "c", 2], ["<=", "d", 3]])");
}

}  // namespace
}  // namespace tarantool
