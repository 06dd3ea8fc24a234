// SPDX-License-Identifier: Apache-2.0
// Content of known classes that is not as they write it. What they do write is in vectors_test.cpp.
#include "javaser/meaning.hpp"

#include <gtest/gtest.h>

#include "stream_bytes.hpp"

namespace javaser {
namespace {

using testing::StreamBytes;

MeaningKind kind_of_last(const StreamBytes& stream) {
  const Tree tree = read_tree(stream.bytes());
  EXPECT_EQ(tree.error().code, ErrorCode::none) << to_string(tree.error());
  if (tree.items().empty()) return MeaningKind::unknown;
  return Meanings(tree).of(tree.items().back().value).kind;
}

StreamBytes array_list(std::uint32_t size) {
  StreamBytes stream;
  stream.object().class_head("java.util.ArrayList", 3, 1).field('I', "size").end_class();
  return stream.u32(size).block_head(4).u32(size);
}

TEST(Meaning, NeedsAsManyElementsAsACountSays) {
  EXPECT_EQ(kind_of_last(array_list(2).null().null().end_block()), MeaningKind::list);
  EXPECT_EQ(kind_of_last(array_list(2).null().end_block()), MeaningKind::unknown);
  EXPECT_EQ(kind_of_last(array_list(1).null().null().end_block()), MeaningKind::unknown);
  EXPECT_EQ(kind_of_last(array_list(0x7fffffff).null().end_block()), MeaningKind::unknown);
  EXPECT_EQ(kind_of_last(array_list(0xffffffff).end_block()), MeaningKind::unknown);
  EXPECT_EQ(kind_of_last(array_list(0).block_head(1).u8(0).end_block()), MeaningKind::unknown);
}

TEST(Meaning, NeedsTheFieldsThatAClassHas) {
  StreamBytes no_size;
  no_size.object().class_head("java.util.ArrayList", 3, 0).end_class();
  EXPECT_EQ(kind_of_last(no_size.block_head(4).u32(1).null().end_block()), MeaningKind::unknown);

  StreamBytes wrong_type;
  wrong_type.object().class_head("java.lang.Integer", 2, 1).field('J', "value").end_class().u64(1);
  EXPECT_EQ(kind_of_last(wrong_type), MeaningKind::unknown);

  StreamBytes half;
  half.object().class_head("java.util.UUID", 2, 1).field('J', "mostSigBits").end_class().u64(1);
  EXPECT_EQ(kind_of_last(half), MeaningKind::unknown);

  StreamBytes not_an_array;
  not_an_array.object().class_head("java.util.Arrays$ArrayList", 2, 1).field('L', "a");
  not_an_array.string("Ljava/lang/Object;").end_class().string("no array");
  EXPECT_EQ(kind_of_last(not_an_array), MeaningKind::unknown);
}

StreamBytes hash_map(std::uint32_t load_factor, std::uint32_t size) {
  StreamBytes stream;
  stream.object().class_head("java.util.HashMap", 3, 2).field('F', "loadFactor");
  stream.field('I', "threshold").end_class().u32(load_factor).u32(12);
  return stream.block_head(8).u32(16).u32(size);
}

TEST(Meaning, NeedsALoadFactorThatIsOne) {
  constexpr std::uint32_t three_quarters = 0x3f400000;
  EXPECT_EQ(kind_of_last(hash_map(three_quarters, 1).null().null().end_block()), MeaningKind::map);
  for (const std::uint32_t bits : {0U, 0x80000000U, 0x7fc00000U, 0xff800000U})
    EXPECT_EQ(kind_of_last(hash_map(bits, 1).null().null().end_block()), MeaningKind::unknown);
  for (const std::uint32_t bits : {1U, 0x7f800000U})  // clamped
    EXPECT_EQ(kind_of_last(hash_map(bits, 1).null().null().end_block()), MeaningKind::map);
  EXPECT_EQ(kind_of_last(hash_map(three_quarters, 0x40000000).end_block()), MeaningKind::unknown);
}

// A HashSet of two, whose table has four bins; up to its elements, from handle 2 on.
StreamBytes set_of_two() {
  StreamBytes stream;
  stream.object().class_head("java.util.HashSet", 3, 0).end_class();
  return stream.block_head(12).u32(16).u32(0x3f400000).u32(2);
}

// The texts that two objects of a set hold in their field, in the order of iteration.
std::string texts_in_order(const StreamBytes& set, std::string_view field) {
  const Tree tree = read_tree(set.bytes());
  EXPECT_EQ(tree.error().code, ErrorCode::none) << to_string(tree.error());
  std::string texts;
  for (const Node value : Meanings(tree).of(tree.items()[0].value).values)
    texts += value.field(field).value().text() + ' ';
  return texts;
}

TEST(Meaning, OrdersKeysThatAreHashedByTheirTexts) {
  const auto keys = [](const char* class_name, const char* field, const char* one,
                       const char* other) {
    StreamBytes stream = set_of_two();
    stream.object().class_head(class_name, 2, 1).field('L', field).string("Ljava/lang/String;");
    stream.end_class().string(one).object().handle(2).string(other).end_block();
    return texts_in_order(stream, field);
  };
  // Java's order: the second one is in an earlier bin.
  EXPECT_EQ(keys("java.io.File", "path", "b", "c"), "c b ");
  EXPECT_EQ(keys("java.util.Locale", "language", "pl", "en"), "en pl ");
  EXPECT_EQ(keys("Other", "path", "b", "a"), "b a ");

  StreamBytes entries = set_of_two();
  entries.object().class_head("java.util.AbstractMap$SimpleEntry", 2, 2).field('L', "key");
  entries.string("Ljava/lang/Object;").field('L', "value").handle(3).end_class();
  entries.string("a").string("b").object().handle(2).string("b").string("b").end_block();
  EXPECT_EQ(texts_in_order(entries, "key"), "b a ");
}

StreamBytes unmodifiable_list() {
  StreamBytes stream;
  stream.object().class_head("java.util.Collections$UnmodifiableCollection", 2, 1);
  return stream.field('L', "c").string("Ljava/util/Collection;").end_class();
}

TEST(Meaning, GivesUpOnAWrapperOfItself) {
  // Handles: the class, its field's signature, the object.
  EXPECT_EQ(kind_of_last(unmodifiable_list().handle(2)), MeaningKind::unknown);
  EXPECT_EQ(kind_of_last(unmodifiable_list().null()), MeaningKind::unknown);
}

TEST(Meaning, LooksThroughSoManyWrappers) {
  const auto wrapped = [](std::uint32_t wrappers) {
    StreamBytes stream = unmodifiable_list();
    for (std::uint32_t count = 1; count < wrappers; ++count) stream.object().handle(0);
    stream.object().class_head("java.util.Collections$EmptyList", 2, 0).end_class();
    return stream;
  };
  EXPECT_EQ(kind_of_last(wrapped(Meanings::max_wrappers)), MeaningKind::list);
  EXPECT_EQ(kind_of_last(wrapped(Meanings::max_wrappers + 1)), MeaningKind::unknown);
}

TEST(Meaning, MakesOnlySoManyCopies) {
  const auto copies = [](std::uint32_t count) {
    StreamBytes stream;
    stream.object().class_head("java.util.Collections$CopiesList", 2, 2).field('I', "n");
    // Enough bytes for the values that come of them.
    return stream.field('L', "element")
        .string("Ljava/lang/Object;")
        .end_class()
        .u32(count)
        .string(std::string(Meanings::max_copies / Meanings::max_values_per_byte, ' '));
  };
  EXPECT_EQ(kind_of_last(copies(Meanings::max_copies)), MeaningKind::list);
  EXPECT_EQ(kind_of_last(copies(Meanings::max_copies + 1)), MeaningKind::unknown);
  EXPECT_EQ(kind_of_last(copies(0x7fffffff)), MeaningKind::unknown);
  EXPECT_EQ(kind_of_last(copies(0xffffffff)), MeaningKind::unknown);
}

TEST(Meaning, GivesOutOnlySoManyValues) {
  // Lists that are views of one array.
  constexpr std::uint32_t elements = 1000;
  constexpr std::uint32_t views = 1000;
  StreamBytes stream;
  stream.array().class_head("[Ljava.lang.Object;", 2, 0).end_class().u32(elements);
  for (std::uint32_t count = 0; count < elements; ++count) stream.null();
  stream.object().class_head("java.util.Arrays$ArrayList", 2, 1).field('[', "a");
  stream.string("[Ljava/lang/Object;").end_class().handle(1);
  for (std::uint32_t count = 1; count < views; ++count) stream.object().handle(2).handle(1);
  const Tree tree = read_tree(stream.bytes());
  ASSERT_EQ(tree.error().code, ErrorCode::none) << to_string(tree.error());
  Meanings meanings(tree);
  std::size_t values = 0;
  for (const Item& item : tree.items()) values += meanings.of(item.value).values.size();
  EXPECT_GT(values, elements);
  EXPECT_LE(values, Meanings::max_values_per_byte * stream.bytes().size());
}

StreamBytes big_integer(std::uint32_t signum, std::uint32_t bytes) {
  StreamBytes stream;
  stream.object().class_head("java.math.BigInteger", 2, 2).field('I', "signum");
  stream.field('[', "magnitude").string("[B").end_class().u32(signum);
  stream.array().class_head("[B", 2, 0).end_class().u32(bytes);
  for (std::uint32_t count = 0; count < bytes; ++count) stream.u8(1);
  return stream;
}

TEST(Meaning, NeedsANumberThatIsOne) {
  EXPECT_EQ(kind_of_last(big_integer(1, 2)), MeaningKind::big_integer);
  EXPECT_EQ(kind_of_last(big_integer(0, 0)), MeaningKind::big_integer);
  EXPECT_EQ(kind_of_last(big_integer(0, 2)), MeaningKind::unknown);
  EXPECT_EQ(kind_of_last(big_integer(1, 0)), MeaningKind::unknown);
  EXPECT_EQ(kind_of_last(big_integer(2, 1)), MeaningKind::unknown);
  EXPECT_EQ(kind_of_last(big_integer(1, Meanings::max_magnitude)), MeaningKind::big_integer);
  EXPECT_EQ(kind_of_last(big_integer(1, Meanings::max_magnitude + 1)), MeaningKind::unknown);
}

// Numbers that share one magnitude take time each, but not its bytes.
TEST(Meaning, OfNumbersIsBoundedByTheBytes) {
  for (const bool is_decimal : {false, true}) {
    StreamBytes stream = big_integer(1, Meanings::max_magnitude);
    if (is_decimal) {
      stream.object().class_head("java.math.BigDecimal", 2, 2).field('I', "scale");
      stream.field('L', "intVal").string("Ljava/math/BigInteger;").end_class().u32(0).handle(2);
    }
    for (int count = 0; count < 100; ++count) {
      if (is_decimal)
        stream.object().handle(5).u32(0).handle(2);
      else
        stream.object().handle(0).u32(1).handle(4);
    }
    const Tree tree = read_tree(stream.bytes());
    ASSERT_EQ(tree.error().code, ErrorCode::none) << to_string(tree.error());
    Meanings meanings(tree);
    std::size_t digits = 0;
    for (const Item& item : tree.items()) digits += meanings.of(item.value).text.size();
    EXPECT_GT(digits, Meanings::max_magnitude);
    EXPECT_LE(digits, (Meanings::max_values_per_byte + 3) * stream.bytes().size());
  }
}

TEST(Meaning, NeedsADateThatIsOne) {
  const auto local_date = [](std::uint32_t year, unsigned month, unsigned day) {
    StreamBytes stream;
    stream.object().class_head("java.time.Ser", 12, 0).end_class();
    return stream.block_head(7).u8(3).u32(year).u8(month).u8(day).end_block();
  };
  EXPECT_EQ(kind_of_last(local_date(2024, 2, 29)), MeaningKind::text);
  EXPECT_EQ(kind_of_last(local_date(2023, 2, 29)), MeaningKind::unknown);
  EXPECT_EQ(kind_of_last(local_date(2024, 13, 1)), MeaningKind::unknown);
  EXPECT_EQ(kind_of_last(local_date(2024, 0, 1)), MeaningKind::unknown);
  EXPECT_EQ(kind_of_last(local_date(1'000'000'000, 1, 1)), MeaningKind::unknown);

  StreamBytes unknown_type;
  unknown_type.object().class_head("java.time.Ser", 12, 0).end_class();
  EXPECT_EQ(kind_of_last(unknown_type.block_head(1).u8(99).end_block()), MeaningKind::unknown);
}

StreamBytes hash_set(std::uint32_t size) {
  StreamBytes stream;
  stream.object().class_head("java.util.HashSet", 3, 0).end_class();
  return stream.block_head(12).u32(16).u32(0x3f400000).u32(size);
}

TEST(Meaning, KeepsTheStreamsOrderWhereAHashIsNotToldByIt) {
  // A set of itself (handle 1) and of strings whose bins are the other way round.
  const StreamBytes stream = hash_set(3).string("b").handle(1).string("a").end_block();
  const Tree tree = read_tree(stream.bytes());
  const Meaning meaning = Meanings(tree).of(tree.items()[0].value);
  ASSERT_EQ(meaning.values.size(), 3U);
  EXPECT_EQ(meaning.values[0].text(), "b");
  EXPECT_EQ(meaning.values[2].text(), "a");
}

TEST(Meaning, OrdersByTheTableThatJavaBuilds) {
  const StreamBytes stream = hash_set(2).string("b").string("a").end_block();
  const Tree tree = read_tree(stream.bytes());
  const Meaning meaning = Meanings(tree).of(tree.items()[0].value);
  ASSERT_EQ(meaning.values.size(), 2U);
  EXPECT_EQ(meaning.values[0].text(), "a");
}

TEST(Meaning, HashesNoMatterHowDeep) {
  constexpr std::uint32_t depth = 300'000;
  StreamBytes stream = hash_set(1);
  // Lists of one list each; handles: the set's class, the set, the list's class.
  stream.object().class_head("java.util.LinkedList", 3, 0).end_class().block_head(4).u32(1);
  for (std::uint32_t level = 1; level < depth; ++level)
    stream.object().handle(2).block_head(4).u32(1);
  stream.null();
  for (std::uint32_t level = 0; level < depth; ++level) stream.end_block();
  stream.end_block();
  EXPECT_EQ(kind_of_last(stream), MeaningKind::set);
}

TEST(Meaning, HashesSharedPartsOnce) {
  // Each list holds the next one twice: 2^40 ways down.
  constexpr unsigned levels = 40;
  StreamBytes stream = hash_set(1);
  stream.object().class_head("java.util.LinkedList", 3, 0).end_class().block_head(4).u32(2);
  for (unsigned level = 1; level < levels; ++level) stream.object().handle(2).block_head(4).u32(2);
  stream.null().null().end_block();
  for (unsigned level = levels - 1; level-- > 0;) stream.handle(4 + level).end_block();
  stream.end_block();
  EXPECT_EQ(kind_of_last(stream), MeaningKind::set);
}

TEST(Meaning, TellsOfClassesBelowTheKnownOne) {
  StreamBytes stream;
  stream.object().class_head("MyDate", 2, 1).field('I', "zone").end_block();
  stream.class_head("java.util.Date", 3, 0).end_class();
  stream.block_head(8).u64(5).end_block().u32(1);
  const Tree tree = read_tree(stream.bytes());
  ASSERT_EQ(tree.error().code, ErrorCode::none);
  const Meaning meaning = Meanings(tree).of(tree.items()[0].value);
  EXPECT_EQ(meaning.kind, MeaningKind::date);
  EXPECT_EQ(meaning.millis, 5);
  EXPECT_EQ(meaning.class_name, "MyDate");
  EXPECT_EQ(meaning.known->name, "java.util.Date");
}

TEST(Meaning, IsUnknownForWhatIsNoWholeObject) {
  const StreamBytes stream = array_list(1).null().end_block();
  const Tree cut = read_tree(stream.bytes().first(stream.bytes().size() - 1));
  ASSERT_TRUE(cut.partial_item());
  EXPECT_EQ(Meanings(cut).of(cut.partial_item()).kind, MeaningKind::unknown);
  EXPECT_EQ(Meanings(cut).of(Node()).kind, MeaningKind::unknown);
  EXPECT_EQ(kind_of_last(StreamBytes().string("text")), MeaningKind::unknown);
}

}  // namespace
}  // namespace javaser
