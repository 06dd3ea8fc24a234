// SPDX-License-Identifier: Apache-2.0
#include "javaser/tree.hpp"

#include <gtest/gtest.h>

#include "stream_bytes.hpp"

namespace javaser {
namespace {

using testing::StreamBytes;

// class P { int x = 7; String s = "seven"; }
StreamBytes simple_object() {
  StreamBytes stream;
  stream.object().class_head("P", 2, 2).field('I', "x").field('L', "s");
  return stream.string("Ljava/lang/String;").end_class().u32(7).string("seven");
}

TEST(Tree, GivesFieldsByName) {
  const Tree tree = read_tree(simple_object().bytes());
  ASSERT_EQ(tree.error().code, ErrorCode::none);
  ASSERT_EQ(tree.items().size(), 1U);
  const Node object = tree.items()[0].value;
  EXPECT_EQ(object.kind(), NodeKind::object);
  EXPECT_EQ(object.offset(), 4U);
  EXPECT_EQ(object.class_name(), "P");
  EXPECT_EQ(object.field("x").type(), 'I');
  EXPECT_EQ(object.field("x").integer(), 7);
  EXPECT_EQ(object.field("s").value().text(), "seven");
  EXPECT_FALSE(object.field("y"));
  EXPECT_EQ(object.field("y").integer(), 0);
  EXPECT_FALSE(object.field("y").value());
}

TEST(Tree, IsMovedWithoutMovingItsNodes) {
  Tree tree = read_tree(simple_object().bytes());
  const Node object = tree.items()[0].value;
  const Tree moved = std::move(tree);
  EXPECT_EQ(object.field("s").value().text(), "seven");
  EXPECT_EQ(moved.items()[0].value, object);
}

TEST(Tree, KnowsPrimitivesByTheirTypes) {
  StreamBytes stream;
  stream.object().class_head("Q", 2, 8);
  for (const char type : std::string("BCDFIJSZ")) stream.field(type, std::string(1, type));
  stream.end_class();
  stream.u8(0xff).u16(0xffff).u64(0x3ff8000000000000).u32(0xbf800000);
  stream.u32(0x80000000).u64(0xffffffffffffffff).u16(0x8000).u8(1);
  const Tree tree = read_tree(stream.bytes());
  ASSERT_EQ(tree.error().code, ErrorCode::none);
  const Node object = tree.items()[0].value;
  EXPECT_EQ(object.field("B").integer(), -1);
  EXPECT_EQ(object.field("C").integer(), 0xffff);
  EXPECT_EQ(object.field("D").real(), 1.5);
  EXPECT_EQ(object.field("F").real(), -1);
  EXPECT_EQ(object.field("I").integer(), -2147483648LL);
  EXPECT_EQ(object.field("J").integer(), -1);
  EXPECT_EQ(object.field("S").integer(), -32768);
  EXPECT_EQ(object.field("Z").integer(), 1);
  EXPECT_EQ(object.field("J").bits(), 0xffffffffffffffffU);
}

TEST(Tree, FindsAFieldInTheLowestClassThatHasIt) {
  StreamBytes stream;
  stream.object().class_head("Low", 2, 1).field('I', "x").end_block();
  stream.class_head("High", 2, 2).field('I', "x").field('I', "y").end_class();
  stream.u32(1).u32(2).u32(3);
  const Tree tree = read_tree(stream.bytes());
  ASSERT_EQ(tree.error().code, ErrorCode::none);
  const Node object = tree.items()[0].value;
  EXPECT_EQ(object.class_data_count(), 2U);
  EXPECT_EQ(object.field("x").integer(), 3);
  EXPECT_EQ(object.field("y").integer(), 2);
  EXPECT_EQ(object.class_data("High").field("x").integer(), 1);
  EXPECT_EQ(object.class_data(0U).descriptor()->name, "High");
  EXPECT_FALSE(object.class_data("Other"));
  EXPECT_EQ(object.class_data("Other").field_count(), 0U);
}

TEST(Tree, HoldsASharedStringOnce) {
  const Tree tree = read_tree(StreamBytes().string("a").handle(0).string("a").bytes());
  ASSERT_EQ(tree.items().size(), 3U);
  EXPECT_EQ(tree.items()[0].value, tree.items()[1].value);
  EXPECT_NE(tree.items()[0].value.id(), tree.items()[2].value.id());
}

TEST(Tree, LetsValuesReferToWhatDescriptorsHold) {
  StreamBytes stream = simple_object();
  stream.handle(0).handle(1);  // the descriptor, and its field's signature
  const Tree tree = read_tree(stream.bytes());
  ASSERT_EQ(tree.error().code, ErrorCode::none);
  EXPECT_EQ(tree.items()[1].value.kind(), NodeKind::descriptor);
  EXPECT_EQ(tree.items()[1].value.descriptor()->name, "P");
  EXPECT_EQ(tree.items()[2].value.text(), "Ljava/lang/String;");
}

TEST(Tree, KeepsWhatIsWrittenByHandInItsOrder) {
  StreamBytes stream;
  stream.object().class_head("H", 3, 0).end_class();
  stream.block_head(1).u8(9).string("s").null().block_head(0).block_head(2).u16(1).end_block();
  const Tree tree = read_tree(stream.bytes());
  ASSERT_EQ(tree.error().code, ErrorCode::none);
  const ClassData data = tree.items()[0].value.class_data(0U);
  ASSERT_EQ(data.custom_count(), 5U);
  EXPECT_EQ(data.custom(0).bytes()[0], std::byte{9});
  EXPECT_EQ(data.custom(1).text(), "s");
  EXPECT_EQ(data.custom(2).kind(), NodeKind::null);
  EXPECT_EQ(data.custom(3).kind(), NodeKind::block);
  EXPECT_EQ(data.custom(4).bytes().size(), 2U);
  EXPECT_EQ(data.raw_custom().size(), 3U + 4 + 1 + 2 + 4);
}

TEST(Tree, DropsClassAnnotationsButNotTheirHandles) {
  StreamBytes stream;
  stream.object().class_head("A", 2, 0).block_head(1).u8(1).string("noted").end_class();
  stream.handle(1).handle(2);
  const Tree tree = read_tree(stream.bytes());
  ASSERT_EQ(tree.error().code, ErrorCode::none);
  ASSERT_EQ(tree.items().size(), 3U);
  EXPECT_EQ(tree.items()[1].value.text(), "noted");
  EXPECT_EQ(tree.items()[2].value, tree.items()[0].value);
}

TEST(Tree, MakesOneItemOfAdjacentBlocks) {
  StreamBytes stream;
  stream.block_head(1).u8(1).block_head(2).u16(0x203).null().block_head(1).u8(4).reset();
  stream.block_head(1).u8(5);
  const Tree tree = read_tree(stream.bytes());
  ASSERT_EQ(tree.items().size(), 5U);
  EXPECT_EQ(tree.items()[0].kind, ItemKind::block_data);
  ASSERT_EQ(tree.items()[0].block_count, 2U);
  EXPECT_EQ(tree.items()[0].block(0).bytes()[0], std::byte{1});
  EXPECT_EQ(tree.items()[0].block(1).bytes()[1], std::byte{3});
  EXPECT_FALSE(tree.items()[0].block(2));
  EXPECT_EQ(tree.items()[1].kind, ItemKind::value);
  EXPECT_EQ(tree.items()[2].block_count, 1U);
  EXPECT_EQ(tree.items()[3].kind, ItemKind::reset);
  EXPECT_EQ(tree.items()[4].block_count, 1U);
}

TEST(Tree, StartsHandlesAgainAfterAReset) {
  const Tree tree = read_tree(StreamBytes().string("a").reset().string("b").handle(0).bytes());
  ASSERT_EQ(tree.items().size(), 4U);
  EXPECT_EQ(tree.items()[3].value.text(), "b");
}

// As of a class whose writeObject() never calls defaultWriteObject().
StreamBytes without_its_fields(bool has_custom_data) {
  StreamBytes stream;
  stream.object().class_head("Own", 3, 2, 7).field('L', "one").string("Ljava/lang/Object;");
  stream.field('[', "two").string("[I").end_class();
  if (has_custom_data) stream.block_head(1).u8(5).string("custom");
  return stream.end_block().string("next");
}

TEST(Tree, HasNoFieldsWhereCustomDataStandsInTheirPlace) {
  for (const bool has_custom_data : {false, true}) {
    const StreamBytes stream = without_its_fields(has_custom_data);
    const Tree tree = read_tree(stream.bytes());
    ASSERT_EQ(tree.error().code, ErrorCode::none) << to_string(tree.error());
    ASSERT_EQ(tree.items().size(), 2U);
    const ClassData data = tree.items()[0].value.class_data(0U);
    EXPECT_EQ(data.field_count(), 0U);
    EXPECT_FALSE(data.field("one").value());
    EXPECT_EQ(data.custom_count(), has_custom_data ? 2U : 0U);

    TreeReader by_byte;
    for (const std::byte& byte : stream.bytes()) ASSERT_TRUE(by_byte.feed({&byte, 1}));
    ASSERT_TRUE(by_byte.finish());
    EXPECT_EQ(by_byte.tree().items()[0].value.class_data(0U).field_count(), 0U);
  }
}

TEST(Tree, TellsOfTheExceptionThatAbortedAWrite) {
  StreamBytes stream;
  stream.array().class_head("[Ljava.lang.Object;", 2, 0).end_class().u32(2).string("lost");
  stream.u8(0x7b).object().class_head("E", 2, 0).end_class();
  stream.string("after").handle(0);
  const Tree tree = read_tree(stream.bytes());
  ASSERT_EQ(tree.error().code, ErrorCode::none);
  ASSERT_EQ(tree.items().size(), 3U);
  EXPECT_EQ(tree.items()[0].kind, ItemKind::aborted);
  EXPECT_EQ(tree.items()[0].value.class_name(), "E");
  EXPECT_EQ(tree.items()[1].value.text(), "after");
  EXPECT_EQ(tree.items()[2].value.text(), "after");
}

TEST(Tree, KeepsWhatWasReadOfTheItemThatFails) {
  StreamBytes stream;
  stream.null().array().class_head("[Ljava.lang.Object;", 2, 0).end_class().u32(3);
  stream.string("a").object().class_head("P", 2, 2).field('I', "x").field('L', "s");
  stream.string("LX;").end_class().u32(7).u8(0x6f);
  const Tree tree = read_tree(stream.bytes());
  EXPECT_EQ(tree.error().code, ErrorCode::bad_type_code);
  EXPECT_EQ(tree.items().size(), 1U);
  const Node array = tree.partial_item();
  EXPECT_FALSE(array.is_complete());
  ASSERT_EQ(array.size(), 2U);
  EXPECT_EQ(array.at(0).text(), "a");
  const Node object = array.at(1);
  EXPECT_FALSE(object.is_complete());
  EXPECT_EQ(object.field("x").integer(), 7);
  EXPECT_FALSE(object.field("s"));
}

TEST(Tree, KeepsTheElementsThatWereThere) {
  StreamBytes stream;
  stream.array().class_head("[I", 2, 0).end_class().u32(3).u32(10).u32(11).u16(0);
  const Tree tree = read_tree(stream.bytes());
  EXPECT_EQ(tree.error().code, ErrorCode::truncated);
  EXPECT_EQ(tree.partial_item().size(), 2U);
  EXPECT_EQ(tree.partial_item().bits_at(1), 11U);
  EXPECT_EQ(tree.partial_item().bits_at(2), 0U);
}

TEST(Tree, GrowsAsItIsFed) {
  const StreamBytes stream = simple_object().string("second");
  TreeReader reader;
  std::size_t most = 0;
  for (const std::byte& byte : stream.bytes()) {
    ASSERT_TRUE(reader.feed({&byte, 1}));
    most = std::max(most, reader.tree().items().size());
    EXPECT_EQ(reader.tree().items().size(), most);
  }
  EXPECT_TRUE(reader.finish());
  const Tree tree = reader.take();
  ASSERT_EQ(tree.items().size(), 2U);
  EXPECT_EQ(tree.items()[1].value.text(), "second");
  EXPECT_EQ(tree.items()[0].value.field("s").value().text(), "seven");
}

TEST(Tree, DoesNotTrustALength) {
  StreamBytes stream;
  stream.array().class_head("[J", 2, 0).end_class().u32(50'000'000).u64(1);
  const Tree tree = read_tree(stream.bytes());
  EXPECT_EQ(tree.error().code, ErrorCode::truncated);
  EXPECT_EQ(tree.partial_item().size(), 1U);
}

TEST(Tree, StopsAtALimit) {
  Limits limits;
  limits.max_depth = 3000;
  EXPECT_EQ(read_tree(testing::nested_arrays(2000).bytes(), limits).error().code, ErrorCode::none);
  EXPECT_EQ(read_tree(testing::nested_arrays(4000).bytes(), limits).error().code,
            ErrorCode::too_deep);
}

TEST(Tree, HasNoDepthThatIsTooDeep) {
  constexpr std::uint32_t depth = testing::very_deep;
  for (const StreamBytes& stream :
       {testing::nested_arrays(depth), testing::nested_objects(depth)}) {
    const Tree tree = read_tree(stream.bytes());
    ASSERT_EQ(tree.error().code, ErrorCode::none);
    std::uint32_t levels = 0;
    for (Node node = tree.items()[0].value; node; ++levels)
      node = node.kind() == NodeKind::array ? node.at(0) : node.field("next").value();
    EXPECT_EQ(levels, depth);
  }
}

TEST(Tree, KeepsADeepItemThatFails) {
  const StreamBytes stream = testing::nested_objects(1'000'000);
  const Tree tree = read_tree(stream.bytes().first(stream.bytes().size() - 1));
  EXPECT_EQ(tree.error().code, ErrorCode::truncated);
  EXPECT_FALSE(tree.partial_item().is_complete());
  EXPECT_EQ(tree.partial_item().field("next").value().class_name(), "N");
}

}  // namespace
}  // namespace javaser
