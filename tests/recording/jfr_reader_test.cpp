// SPDX-License-Identifier: Apache-2.0
// Files of others, and files that are broken.
#include "recording/jfr_reader.hpp"

#include <gmock/gmock.h>

#include "foreign_chunk.hpp"
#include "recorded.hpp"

namespace tare::recording {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// What is said of a file that cannot be read; "" if it can.
std::string refusal(const std::string& bytes, const JfrLimits& limits = {}) {
  try {
    read_jfr(bytes, "x.jfr", limits);
    return "";
  } catch (const RecordingError& error) {
    EXPECT_THAT(error.what(), testing::StartsWith("x.jfr: "));
    EXPECT_THAT(error.what(), testing::Not(HasSubstr("\n")));
    return error.what();
  }
}

enum Type { string = 10, long_, int_, boolean, symbol, class_, method, stack, frame, sample, tlab };

/// With types in another order, and with other fields, than Tare writes them. One sample of
/// `pkg.Outer.run`, at line 7, and one allocation there in a TLAB of 1000 bytes.
ForeignChunk foreign(bool compressed) {
  ForeignChunk chunk(compressed);
  chunk.types = {
      {"java.lang.String", string},
      {"long", long_},
      {"int", int_},
      {"boolean", boolean},
      {"jdk.types.Symbol", symbol, {{"string", string}}},
      {"java.lang.Class", class_, {{"modifiers", int_}, {"name", symbol, true}}},
      {"jdk.types.Method",
       method,
       {{"name", symbol, true}, {"hidden", boolean}, {"type", class_, true}}},
      {"jdk.types.StackFrame", frame, {{"lineNumber", int_}, {"method", method, true}}},
      {"jdk.types.StackTrace", stack, {{"frames", frame, false, true}, {"truncated", boolean}}},
      {"jdk.ExecutionSample", sample, {{"stackTrace", stack, true}, {"startTime", long_}}},
      {"jdk.ObjectAllocationInNewTLAB",
       tlab,
       {{"stackTrace", stack, true}, {"allocationSize", long_}, {"tlabSize", long_}}},
  };
  ForeignBytes pools = chunk.start();
  pools.number(stack).number(1, 4).number(5);
  pools.number(1, 4).number(7, 4).number(40).byte(0);
  pools.number(method).number(1, 4).number(40).number(2).byte(0).number(30);
  pools.number(class_).number(1, 4).number(30).number(1, 4).number(1);
  // A constant, UTF-16 with a pair of surrogates, and Latin-1.
  pools.number(symbol).number(2, 4).number(1).byte(2).number(9);
  pools.number(2).byte(4).number(3, 4).number('r', 2).number(0xD83D, 2).number(0xDE00, 2);
  pools.number(string).number(1, 4).number(9).byte(5).number(9, 4).raw("pkg/Oute\xE9");
  chunk.pools = 5;
  chunk.pool_bytes = pools.bytes();
  chunk.events = chunk.event(sample, chunk.start().number(5).number(123).bytes()) +
                 chunk.event(tlab, chunk.start().number(5).number(16).number(1000).bytes()) +
                 chunk.event(777, "whatever this is");
  return chunk;
}

TEST(JfrReader, ReadsBySchemaWithIntegersCompressedOrNot) {
  for (const bool compressed : {true, false}) {
    const std::string bytes = foreign(compressed).bytes();
    const Recording read = read_jfr(bytes + bytes, "x.jfr");
    ASSERT_EQ(read.cpu.frames.size(), 1U);
    EXPECT_EQ(read.cpu.frames[0].function, "pkg.Outeé.r😀");
    EXPECT_EQ(read.cpu.frames[0].line, 0);  // Of no file.
    EXPECT_EQ(read.cpu.frames[0].object, "");
    EXPECT_THAT(read.cpu.stacks, ElementsAre(stacks::WeightedStack{{0}, {2}}));
    EXPECT_THAT(read.alloc.stacks, ElementsAre(stacks::WeightedStack{{0}, {2000, 2}}));
  }
}

TEST(JfrReader, KnowsConstantsOfTheirChunkAlone) {
  ForeignChunk without = foreign(true);
  without.pools = 0;
  without.pool_bytes.clear();
  const Recording read = read_jfr(foreign(true).bytes() + without.bytes(), "x.jfr");
  EXPECT_THAT(read.cpu.stacks,
              ElementsAre(stacks::WeightedStack{{0}, {1}}, stacks::WeightedStack{{}, {1}}));
}

TEST(JfrReader, ReadsNothingFromWhatHoldsNothing) {
  EXPECT_TRUE(is_jfr(ForeignChunk().bytes()));
  EXPECT_FALSE(is_jfr("a;b 12"));
  EXPECT_EQ(refusal(ForeignChunk().bytes()), "");
  EXPECT_THAT(refusal(""), HasSubstr("no chunk of a Flight Recorder file begins here"));
}

TEST(JfrReader, RefusesHeadersThatDoNotFit) {
  const auto with = [](auto change) {
    ForeignChunk chunk = foreign(true);
    std::string bytes = chunk.bytes();
    change(chunk.header);
    return refusal(chunk.header.encode() + bytes.substr(JfrHeader::size));
  };
  EXPECT_EQ(with([](JfrHeader&) {}), "");
  EXPECT_EQ(with([](JfrHeader& header) { header.minor = 1; }), "");
  EXPECT_EQ(with([](JfrHeader& header) { header.checkpoint = 0; }), "");
  EXPECT_THAT(with([](JfrHeader& header) { header.major = 3; }), HasSubstr("version is 3.0"));
  EXPECT_THAT(with([](JfrHeader& header) { header.state = 255; }), HasSubstr("unfinished"));
  EXPECT_THAT(with([](JfrHeader& header) { ++header.chunk_bytes; }), HasSubstr("cut off"));
  EXPECT_THAT(with([](JfrHeader& header) { --header.chunk_bytes; }), HasSubstr("x.jfr: at byte"));
  EXPECT_THAT(with([](JfrHeader& header) { header.chunk_bytes = 67; }), HasSubstr("cut off"));
  EXPECT_THAT(with([](JfrHeader& header) { header.metadata = 0; }), HasSubstr("no schema"));
  EXPECT_THAT(with([](JfrHeader& header) { header.metadata = 67; }), HasSubstr("nothing is"));
  EXPECT_THAT(with([](JfrHeader& header) { header.checkpoint = header.chunk_bytes; }),
              HasSubstr("nothing is"));
  EXPECT_THAT(with([](JfrHeader& header) { header.checkpoint = header.metadata; }),
              HasSubstr("no checkpoint"));
}

TEST(JfrReader, NamesTheChunkThatIsUnfinished) {
  std::string half = foreign(true).bytes();
  const std::string whole = half;
  half[64] = 1;
  EXPECT_THAT(refusal(whole + half),
              HasSubstr(testing::PrintToString(whole.size()) + ": the chunk is unfinished"));
}

TEST(JfrReader, HoldsItsLimits) {
  ForeignChunk chunk = foreign(true);
  JfrLimits limits;
  const auto holds = [&](std::size_t& limit, std::size_t enough, const char* said) {
    const std::size_t usual = std::exchange(limit, enough);
    EXPECT_EQ(refusal(chunk.bytes(), limits), "");
    limit = enough - 1;
    EXPECT_THAT(refusal(chunk.bytes(), limits), HasSubstr(said));
    limit = usual;
  };
  holds(limits.most_types, chunk.types.size(), "there are more than 10 types");
  holds(limits.most_fields, 3, "a type has more than 2 fields");
  holds(limits.most_elements, 1, "an array has more than 0 elements");
  chunk.nested = 5;
  holds(limits.most_depth, 8, "nested more than 7 deep");
}

TEST(JfrReader, IsNotCaughtInTypesThatHoldThemselves) {
  ForeignChunk itself = foreign(true);
  itself.types.push_back({"jdk.NativeMethodSample", 50, {{"inner", 50}}});
  itself.events += itself.event(50, "1234");
  EXPECT_THAT(refusal(itself.bytes()), HasSubstr("jdk.NativeMethodSample is nested too deep"));

  // Each holds the next often, the last nothing: few levels, and more values than there is time.
  ForeignChunk wide = foreign(true);
  for (int id = 50; id < 64; ++id) {
    const std::vector<ForeignField> next(100, {"next", id + 1});
    wide.types.push_back({id == 50 ? "jdk.NativeMethodSample" : "wide", id, next});
  }
  wide.types.push_back({"nothing", 64});
  wide.events += wide.event(50, "1234");
  EXPECT_THAT(refusal(wide.bytes()), HasSubstr("is nested too deep"));
}

TEST(JfrReader, RefusesTypesThatAreMissing) {
  ForeignChunk chunk = foreign(true);
  chunk.types.push_back({"jdk.NativeMethodSample", 50, {{"inner", 99}}});
  chunk.events += chunk.event(50, "1234");
  EXPECT_THAT(refusal(chunk.bytes()), HasSubstr("the schema has no type 99"));
  ForeignChunk pool = foreign(true);
  pool.types.erase(pool.types.begin() + 6);
  EXPECT_THAT(refusal(pool.bytes()), HasSubstr("a type that the schema lacks"));
}

TEST(JfrReader, RefusesSumsThatNoNumberHolds) {
  ForeignChunk chunk = foreign(true);
  const auto add = [&](std::uint64_t bytes) {
    chunk.events += chunk.event(tlab, chunk.start().number(5).number(0).number(bytes).bytes());
  };
  add((std::uint64_t{1} << 63) - 1 - 1000);
  EXPECT_EQ(refusal(chunk.bytes()), "");
  add(1);
  EXPECT_THAT(refusal(chunk.bytes()), HasSubstr("more than 2^63 bytes"));
}

TEST(JfrReader, RefusesWhatIsCutOffAnywhere) {
  const std::string bytes = recorded([](JfrWriter& writer) {
    writer.write(ExecutionSample{beginning.monotonic, writer.thread_key(1, "t"),
                                 writer.stack_key(three_frames())});
  });
  EXPECT_EQ(refusal(bytes), "");
  for (std::size_t length = 0; length < bytes.size(); ++length)
    EXPECT_NE(refusal(bytes.substr(0, length)), "") << length;
}

TEST(JfrReader, SurvivesAnyByteThatIsWrong) {
  for (const bool compressed : {true, false}) {
    const std::string bytes = foreign(compressed).bytes();
    for (std::size_t place = 0; place < bytes.size(); ++place)
      for (const int change : {0x01, 0x80, 0xFF}) {
        std::string wrong = bytes;
        wrong[place] = static_cast<char>(wrong[place] ^ change);
        refusal(wrong);  // Or none: the byte may be one of a name.
      }
  }
}

}  // namespace
}  // namespace tare::recording
