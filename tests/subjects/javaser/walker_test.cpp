// SPDX-License-Identifier: Apache-2.0
#include "javaser/walker.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "stream_bytes.hpp"
#include "vector_files.hpp"

namespace javaser {
namespace {

using testing::StreamBytes;

// Writes down what it is told.
class Log : public Visitor {
 public:
  std::vector<std::string> lines;

  void null(std::uint64_t, Role role) override { add("null", role); }
  void reference(std::uint64_t, Role role, std::uint32_t handle) override {
    add("reference " + std::to_string(handle - base_handle), role);
  }
  void string(std::uint64_t, Role role, std::uint32_t, std::string_view bytes) override {
    add("string " + std::string(bytes), role);
  }
  void begin_descriptor(Role role, const ClassDescriptor& descriptor, std::uint32_t) override {
    add("class " + descriptor.name, role);
  }
  void descriptor_field(std::uint64_t, const ClassDescriptor&,
                        const FieldDescriptor& field) override {
    add(std::string("field ") + field.type + ' ' + field.name);
  }
  void end_descriptor(const ClassDescriptor&) override { add("end class"); }
  void begin_object(std::uint64_t, std::uint32_t, const ClassDescriptor& descriptor) override {
    add("object " + descriptor.name);
  }
  void begin_class_data(std::uint64_t, const ClassDescriptor& level) override {
    add("data of " + level.name);
  }
  void primitives(std::uint64_t, const ClassDescriptor&, Bytes values) override {
    add("primitives " + std::to_string(values.size()));
  }
  void reference_field(std::uint64_t, const ClassDescriptor&,
                       const FieldDescriptor& field) override {
    add("." + field.name);
  }
  void begin_custom_data(std::uint64_t, const ClassDescriptor&) override { add("custom data"); }
  void end_object(const ClassDescriptor&) override { add("end object"); }
  void begin_array(std::uint64_t, std::uint32_t, const ClassDescriptor&,
                   std::uint32_t length) override {
    add("array of " + std::to_string(length));
  }
  void end_array(const ClassDescriptor&) override { add("end array"); }
  void block(std::uint64_t, Bytes content) override {
    add("block " + std::to_string(content.size()));
  }
  void end_block(std::uint64_t) override { add("end block"); }
  void reset(std::uint64_t) override { add("reset"); }
  void begin_exception(std::uint64_t) override { add("exception"); }
  void end_exception() override { add("end exception"); }

 private:
  void add(std::string line, Role role = Role::value) {
    static constexpr const char* roles[] = {"", " (descriptor)", " (signature)", " (enum name)"};
    lines.push_back(std::move(line) + roles[static_cast<int>(role)]);
  }
};

struct Walked {
  Log log;
  Error error;
  std::uint64_t items = 0;
};

Walked walk(Bytes stream, const Limits& limits = {}, std::size_t part = 1 << 20) {
  Walked walked;
  Tables tables;
  Walker walker(walked.log, tables, limits);
  bool sound = true;
  for (std::size_t at = 0; sound && at < stream.size(); at += part)
    sound = walker.feed(stream.subspan(at, std::min(part, stream.size() - at)));
  if (sound) walker.finish();
  walked.error = walker.error();
  walked.items = walker.items();
  return walked;
}

ErrorCode error_of(const StreamBytes& stream, const Limits& limits = {}) {
  return walk(stream.bytes(), limits).error.code;
}

StreamBytes point_class() {
  StreamBytes stream;
  stream.object().class_head("Point", 2, 2).field('I', "x").field('L', "tag");
  stream.string("Ljava/lang/String;").end_class();
  return stream;
}

TEST(Walker, TellsAnObjectInTheOrderOfTheStream) {
  StreamBytes stream = point_class();
  stream.u32(7).string("seven").handle(2);
  EXPECT_EQ(walk(stream.bytes()).log.lines,
            (std::vector<std::string>{"class Point (descriptor)", "field I x", "field L tag",
                                      "string Ljava/lang/String; (signature)", "end block",
                                      "null (descriptor)", "end class", "object Point",
                                      "data of Point", "primitives 4", ".tag", "string seven",
                                      "end object", "reference 2"}));
}

TEST(Walker, TellsTheSameInPartsOfAnySize) {
  StreamBytes stream = point_class();
  stream.u32(7).string("seven").block_head(2).u16(1).reset().array();
  stream.class_head("[I", 2, 0).end_class().u32(2).u32(1).u32(2);
  const auto whole = walk(stream.bytes());
  EXPECT_EQ(whole.error.code, ErrorCode::none);
  for (std::size_t part = 1; part < 20; ++part)
    EXPECT_EQ(walk(stream.bytes(), {}, part).log.lines, whole.log.lines) << part;
}

TEST(Walker, AnExceptionEndsTheItemAndForgetsHandles) {
  StreamBytes stream = point_class();
  stream.u32(7).u8(0x7b).object().class_head("E", 2, 0).end_class().string("next").handle(0);
  const auto walked = walk(stream.bytes());
  EXPECT_EQ(walked.error.code, ErrorCode::none) << to_string(walked.error);
  EXPECT_EQ(walked.items, 3U);
  EXPECT_EQ(walked.log.lines.back(), "reference 0");
}

TEST(Walker, AnExceptionMayComeInParts) {
  const StreamBytes stream = StreamBytes().u8(0x7b).string("no object, but sound").string("next");
  const auto whole = walk(stream.bytes());
  EXPECT_EQ(whole.log.lines, (std::vector<std::string>{"exception", "string no object, but sound",
                                                       "end exception", "string next"}));
  EXPECT_EQ(walk(stream.bytes(), {}, 1).log.lines, whole.log.lines);
}

TEST(Walker, AnExceptionInAnExceptionTakesItsPlace) {
  const auto walked = walk(StreamBytes().u8(0x7b).u8(0x7b).string("inner").bytes());
  EXPECT_EQ(walked.error.code, ErrorCode::none);
  EXPECT_EQ(walked.log.lines,
            (std::vector<std::string>{"exception", "exception", "string inner", "end exception"}));
  EXPECT_EQ(walked.items, 1U);
}

TEST(Walker, FieldsGiveThePathOfAnError) {
  StreamBytes stream = point_class();
  stream.u32(7).u8(0x6f);
  const auto walked = walk(stream.bytes());
  EXPECT_EQ(walked.error.code, ErrorCode::bad_type_code);
  EXPECT_EQ(walked.error.path, "$[0].tag");
  EXPECT_EQ(walked.error.offset, stream.bytes().size() - 1);
  EXPECT_EQ(to_string(walked.error),
            "bad type code (6f) at $[0].tag, byte " + std::to_string(stream.bytes().size() - 1));
}

TEST(Walker, RefusesWhatItsPlaceDoesNotAllow) {
  EXPECT_EQ(error_of(StreamBytes().object().string("no class")), ErrorCode::wrong_kind);
  EXPECT_EQ(error_of(StreamBytes().string("a").object().handle(0)), ErrorCode::wrong_kind);
  EXPECT_EQ(error_of(StreamBytes().object().null()), ErrorCode::wrong_kind);
  EXPECT_EQ(error_of(StreamBytes().array().class_head("Point", 2, 0).end_class().u32(0)),
            ErrorCode::bad_array_class);
  EXPECT_EQ(error_of(StreamBytes().object().class_head("[I", 2, 0).end_class()),
            ErrorCode::wrong_kind);
  EXPECT_EQ(error_of(StreamBytes().object().class_head("E", 0x12, 0, 0).end_class()),
            ErrorCode::wrong_kind);
  EXPECT_EQ(error_of(StreamBytes().u8(0x7e).class_head("E", 2, 0).end_class().string("A")),
            ErrorCode::wrong_kind);
  StreamBytes reset = point_class();
  EXPECT_EQ(error_of(reset.u32(0).reset()), ErrorCode::unexpected_reset);
  StreamBytes block = point_class();
  EXPECT_EQ(error_of(block.u32(0).block_head(0)), ErrorCode::wrong_kind);
  StreamBytes array_for_text = point_class();
  array_for_text.u32(0).array().class_head("[I", 2, 0).end_class().u32(0);
  EXPECT_EQ(error_of(array_for_text), ErrorCode::wrong_kind);
}

// An object with a field of that type, up to the field's value.
StreamBytes field_of(std::string_view signature) {
  StreamBytes stream;
  stream.object().class_head("Holder", 2, 1).field(signature[0], "held").string(signature);
  return stream.end_class();
}

StreamBytes array_in(std::string_view signature, std::string_view array_class) {
  return field_of(signature).array().class_head(array_class, 2, 0).end_class().u32(0);
}

TEST(Walker, KnowsWhichArraysSuitAPlace) {
  const std::pair<const char*, const char*> suiting[] = {{"[I", "[I"},
                                                         {"[[I", "[[I"},
                                                         {"[LA;", "[LB;"},
                                                         {"[Ljava/lang/Object;", "[LB;"},
                                                         {"[Ljava/lang/Object;", "[[I"},
                                                         {"[Ljava/lang/Cloneable;", "[[[LA;"},
                                                         {"Ljava/lang/Object;", "[I"}};
  for (const auto& [signature, array_class] : suiting)
    EXPECT_EQ(error_of(array_in(signature, array_class)), ErrorCode::none) << array_class;
  const std::pair<const char*, const char*> others[] = {
      {"[I", "[J"},    {"[I", "[[I"}, {"[[I", "[I"}, {"[Ljava/lang/Object;", "[I"},
      {"[LA;", "[[I"}, {"[I", "[LA;"}};
  for (const auto& [signature, array_class] : others)
    EXPECT_EQ(error_of(array_in(signature, array_class)), ErrorCode::wrong_kind) << array_class;

  StreamBytes element;
  element.array().class_head("[[I", 2, 0).end_class().u32(1);
  EXPECT_EQ(error_of(element.array().class_head("[J", 2, 0).end_class().u32(0)),
            ErrorCode::wrong_kind);
  StreamBytes reference;
  reference.array().class_head("[J", 2, 0).end_class().u32(0);
  reference.object().class_head("Holder", 2, 1).field('[', "held").string("[I").end_class();
  EXPECT_EQ(error_of(reference.handle(1)), ErrorCode::wrong_kind);
}

TEST(Walker, RefusesDescriptorsThatContradictThemselves) {
  EXPECT_EQ(
      error_of(StreamBytes().class_head("A", 2, 2).field('L', "a").string("LA;").field('I', "b")),
      ErrorCode::bad_field_order);
  EXPECT_EQ(error_of(StreamBytes().class_head("A", 2, 1).field('L', "a").string("[I")),
            ErrorCode::bad_field_type);
  EXPECT_EQ(error_of(StreamBytes().class_head("A", 2, 1).field('L', "a").string("I")),
            ErrorCode::bad_field_type);
  EXPECT_EQ(error_of(StreamBytes().class_head("A", 0x12, 1)), ErrorCode::bad_flags);
  EXPECT_EQ(error_of(StreamBytes().object().class_head("A", 4, 0).end_class()),
            ErrorCode::undelimited_content);
  EXPECT_EQ(error_of(StreamBytes().class_head("A", 2, 0).end_block().handle(0)),
            ErrorCode::cyclic_class);
  // A's superclass is B, whose superclass is A.
  EXPECT_EQ(
      error_of(
          StreamBytes().class_head("A", 2, 0).end_block().class_head("B", 2, 0).end_block().handle(
              0)),
      ErrorCode::cyclic_class);
}

TEST(Walker, RefusesNegativeLengths) {
  EXPECT_EQ(error_of(StreamBytes().u8(0x7c).u64(~0ULL)), ErrorCode::negative_length);
  EXPECT_EQ(error_of(StreamBytes().u8(0x7a).u32(~0U)), ErrorCode::negative_length);
  EXPECT_EQ(error_of(StreamBytes().u8(0x7d).u32(~0U)), ErrorCode::negative_length);
}

// Each limit holds at what it says, and one past it does not.
TEST(Walker, LimitsBytes) {
  const StreamBytes stream = StreamBytes().string("abc");
  Limits limits;
  limits.max_bytes = stream.bytes().size();
  EXPECT_EQ(error_of(stream, limits), ErrorCode::none);
  --limits.max_bytes;
  EXPECT_EQ(error_of(stream, limits), ErrorCode::too_many_bytes);
}

TEST(Walker, LimitsDepth) {
  Limits limits;
  limits.max_depth = 11;  // ten arrays, and the class of the first, whose place a null takes later
  EXPECT_EQ(error_of(testing::nested_arrays(10), limits), ErrorCode::none);
  limits.max_depth = 10;
  EXPECT_EQ(error_of(testing::nested_arrays(10), limits), ErrorCode::too_deep);
}

TEST(Walker, LimitsHandles) {
  const StreamBytes stream = StreamBytes().string("a").string("b");
  Limits limits;
  limits.max_handles = 2;
  EXPECT_EQ(error_of(stream, limits), ErrorCode::none);
  limits.max_handles = 1;
  EXPECT_EQ(error_of(stream, limits), ErrorCode::too_many_handles);
  EXPECT_EQ(error_of(StreamBytes().string("a").reset().string("b"), limits), ErrorCode::none);
}

TEST(Walker, LimitsSuperclasses) {
  const auto chain = [](int classes) {
    StreamBytes stream;
    for (int index = 0; index < classes; ++index)
      stream.class_head("C" + std::to_string(index), 2, 0).end_block();
    return stream.null();
  };
  Limits limits;
  limits.max_superclasses = 3;
  EXPECT_EQ(error_of(chain(4), limits), ErrorCode::none);
  EXPECT_EQ(error_of(chain(5), limits), ErrorCode::too_many_superclasses);
}

TEST(Walker, LimitsArrays) {
  const auto array = [](unsigned length) {
    StreamBytes stream;
    stream.array().class_head("[B", 2, 0).end_class().u32(length);
    for (unsigned index = 0; index < length; ++index) stream.u8(index);
    return stream;
  };
  Limits limits;
  limits.max_array_length = 3;
  EXPECT_EQ(error_of(array(3), limits), ErrorCode::none);
  EXPECT_EQ(error_of(array(4), limits), ErrorCode::array_too_long);
}

TEST(Walker, HasNoDepthThatIsTooDeep) {
  EXPECT_EQ(error_of(testing::nested_arrays(testing::very_deep)), ErrorCode::none);
}

TEST(Walker, WaitsForWhatALengthClaimsWithoutMemoryForIt) {
  EXPECT_EQ(error_of(StreamBytes().u8(0x7c).u64(std::uint64_t{1} << 62)), ErrorCode::truncated);
  EXPECT_EQ(error_of(StreamBytes().u8(0x7a).u32(0x7fffffff)), ErrorCode::truncated);
}

TEST(Walker, NeedsAnItem) {
  EXPECT_EQ(error_of(StreamBytes()), ErrorCode::truncated);
  EXPECT_EQ(walk({}).error.code, ErrorCode::truncated);
}

TEST(Walker, EveryTruncationOfEveryVectorIsSeen) {
  for (const char* name : {"all-prims", "custom-write-object", "proxy", "class-objects", "reset",
                           "exceptions", "externalizable", "block-data"}) {
    TARE_VECTOR(stream, name);
    ASSERT_EQ(walk(stream.bytes()).error.code, ErrorCode::none) << name;
    std::uint64_t items = 0;
    for (std::size_t size = 0; size < stream.bytes().size(); ++size) {
      const auto walked = walk(stream.bytes().first(size));
      const bool is_between = walked.error.code == ErrorCode::none;
      EXPECT_TRUE(is_between || walked.error.code == ErrorCode::truncated) << name << ' ' << size;
      EXPECT_LE(walked.error.offset, size) << name;
      EXPECT_GE(walked.items, items) << name << ": items before the cut are there";
      items = walked.items;
    }
  }
}

}  // namespace
}  // namespace javaser
