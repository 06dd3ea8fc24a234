// SPDX-License-Identifier: Apache-2.0
#include "javaser/json.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <sstream>
#include <streambuf>

#include "stream_bytes.hpp"

namespace javaser {
namespace {

using testing::StreamBytes;

// Only the items, without the line breaks between them.
std::string items(const StreamBytes& stream) {
  std::ostringstream out;
  write_json(read_tree(stream.bytes()), out);
  std::string text = out.str();
  std::erase(text, '\n');
  EXPECT_TRUE(text.starts_with("{\"items\":[")) << text;
  const std::size_t end = text.rfind("],\"error\":");
  return text.substr(10, end - 10);
}

std::string value(const StreamBytes& stream) {
  const std::string text = items(stream);
  constexpr std::string_view before = " {\"op\":\"object\",\"value\":";
  EXPECT_TRUE(text.starts_with(before)) << text;
  return text.substr(before.size(), text.size() - before.size() - 1);
}

TEST(Json, IsAsciiWhateverAStringHolds) {
  EXPECT_EQ(value(StreamBytes().string("a\"\\/\x1f\x7f")), R"("a\"\\/\u001f\u007f")");
  EXPECT_EQ(value(StreamBytes().string("\xc5\xbc\xc0\x80")), R"("\u017c\u0000")");
  EXPECT_EQ(value(StreamBytes().string("\xed\xa0\xb4\xed\xb4\x9e\xed\xa0\x80")),
            R"("\ud834\udd1e\ud800")");
}

TEST(Json, CutsNoCharacterOfALongString) {
  std::string text = "x";
  while (text.size() < 65000) text += "\xe2\x82\xac";
  StreamBytes stream;
  stream.u8(0x7c).u64(4 * text.size());
  for (int times = 0; times < 4; ++times)
    for (const char c : text) stream.u8(static_cast<unsigned char>(c));
  std::string expected = "\"";
  for (int times = 0; times < 4; ++times) {
    expected += "x";
    for (std::size_t at = 1; at < text.size(); at += 3) expected += "\\u20ac";
  }
  EXPECT_EQ(value(stream), expected + "\"");
}

TEST(Json, NumbersWhatItPrintsAndRefersToIt) {
  StreamBytes stream;
  stream.array().class_head("[Ljava.lang.Object;", 2, 0).end_class().u32(2);
  stream.handle(1);
  stream.array().class_head("[I", 2, 0).end_class().u32(2).u32(1).u32(0xffffffff);
  stream.handle(3);
  EXPECT_EQ(items(stream),
            R"( {"op":"object","value":{"id":1,"kind":"array","class":"[Ljava.lang.Object;",)"
            R"("values":[{"ref":1},{"id":2,"kind":"array","class":"[I","values":[1,-1]}]}},)"
            R"( {"op":"object","value":{"ref":2}})");
}

TEST(Json, TellsOfCustomDataAsItIs) {
  StreamBytes stream;
  stream.object().class_head("H", 3, 1).field('Z', "z").end_class().u8(1);
  stream.block_head(1).u8(9).null().end_block();
  EXPECT_EQ(value(stream),
            R"({"id":1,"kind":"object","class":"H","fields":[{"in":"H","name":"z","type":"Z",)"
            R"("value":true}],"custom":[{"in":"H","raw":"77010970"}]})");
}

TEST(Json, TellsOfExternalizableContentAsItIs) {
  StreamBytes stream;
  stream.object().class_head("X", 12, 0).end_class().block_head(1).u8(9).end_block();
  EXPECT_EQ(value(stream),
            R"({"id":1,"kind":"externalizable","class":"X","fields":[],"raw":"770109"})");
}

TEST(Json, AddsWhatClassesBelowAKnownOneHave) {
  StreamBytes stream;
  stream.object().class_head("MyList", 3, 1).field('I', "tag").end_block();
  stream.class_head("java.util.LinkedList", 3, 0).end_class();
  stream.block_head(4).u32(1).null().end_block().u32(7).block_head(1).u8(1).end_block();
  EXPECT_EQ(value(stream),
            R"({"id":1,"kind":"list","class":"MyList","values":[null],"fields":[{"in":"MyList",)"
            R"("name":"tag","type":"I","value":7}],"custom":[{"in":"MyList","raw":"770101"}]})");
}

TEST(Json, TellsOfAnError) {
  std::ostringstream out;
  write_json(read_tree(StreamBytes().null().handle(5).bytes()), out);
  EXPECT_NE(out.str().find(R"("error":{"kind":"bad_handle","offset":6,"message":")"),
            std::string::npos)
      << out.str();
  EXPECT_NE(out.str().find(R"({"op":"object","value":null})"), std::string::npos);
}

TEST(Json, HasAKindOfItsOwnForEachError) {
  for (int code = 0; code <= static_cast<int>(ErrorCode::no_more_items); ++code)
    EXPECT_STRNE(kind_of(static_cast<ErrorCode>(code)), "unknown");
}

/// Counts what is written.
class Counter : public std::streambuf {
 public:
  std::size_t bytes = 0;

 protected:
  std::streamsize xsputn(const char* /*text*/, std::streamsize count) override {
    bytes += static_cast<std::size_t>(count);
    return count;
  }
  int overflow(int character) override { return ++bytes, character; }
};

TEST(Json, HasNoDepthThatIsTooDeep) {
  for (const std::uint32_t depth : {3000U, testing::very_deep}) {
    for (const StreamBytes& stream :
         {testing::nested_arrays(depth), testing::nested_objects(depth)}) {
      Counter counter;
      std::ostream out(&counter);
      write_json(read_tree(stream.bytes()), out);
      EXPECT_GT(counter.bytes, std::size_t{depth} * 50);
    }
  }
}

}  // namespace
}  // namespace javaser
