// SPDX-License-Identifier: Apache-2.0
#include "recording/collapsed.hpp"

#include <gmock/gmock.h>

namespace tare::recording {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

stacks::StackProfile profile() {
  stacks::StackProfileBuilder builder("x", {{"alloc", "bytes"}, {"allocations", "count"}});
  builder.add({{"inner(int)", "a.cpp", 3}, {"main", "", 0}}, {100, 2});
  builder.add({{"a;b\nc", "", 0}, {"main", "", 0}}, {0, 1});
  builder.add({}, {5, 0});
  return builder.take();
}

TEST(Collapsed, WritesOneTypeOutermostFirst) {
  EXPECT_EQ(collapsed_text(profile(), 0), "main;inner(int) 100\n[unknown] 5\n");
  EXPECT_EQ(collapsed_text(profile(), 1), "main;inner(int) 2\nmain;a:b\\nc 1\n");
}

TEST(Collapsed, AddsUpStacksOfEqualNames) {
  stacks::StackProfileBuilder builder("x", {{"samples", "count"}});
  builder.add({{"f", "a.cpp", 3}}, {1});
  builder.add({{"g", "", 0}}, {7});
  builder.add({{"f", "a.cpp", 4, "", stacks::FrameKind::inlined}}, {2});
  EXPECT_EQ(collapsed_text(builder.take(), 0), "f 3\ng 7\n");
}

TEST(Collapsed, ReadsWhatItWrites) {
  const std::string text = "main;inner(int) 100\nmain;operator new -3\n";
  const stacks::StackProfile read = read_collapsed(text, "x");
  EXPECT_EQ(collapsed_text(read, 0), text);
  EXPECT_EQ(read.types, (std::vector<stacks::ValueType>{{"samples", "count"}}));
  EXPECT_EQ(read.frames[read.stacks[0].frames[0]].function, "inner(int)");
}

TEST(Collapsed, AddsUpStacksAndPassesOverEmptyLines) {
  EXPECT_EQ(collapsed_text(read_collapsed("a;b 1\r\n\na;b 2", "x"), 0), "a;b 3\n");
  EXPECT_THAT(read_collapsed("", "x").stacks, IsEmpty());
}

std::string refusal(std::string_view text, const CollapsedLimits& limits = {}) {
  try {
    read_collapsed(text, "x.txt", limits);
    return "";
  } catch (const RecordingError& error) {
    return error.what();
  }
}

TEST(Collapsed, NamesTheLineThatIsNone) {
  EXPECT_THAT(refusal("a 1\nb\n"), HasSubstr("x.txt: line 2: no number is at its end; each"));
  for (const char* text : {"a ", "a x", "a 1.5", "a 1x", "12", "a +1"})
    EXPECT_THAT(refusal(text), HasSubstr("no number is at its end")) << text;
  EXPECT_EQ(refusal("a 9223372036854775807"), "");
  EXPECT_THAT(refusal("a 9223372036854775808"), HasSubstr("beyond 2^63"));
  EXPECT_THAT(refusal("a 9223372036854775807\nb -1"), HasSubstr("come to more"));
}

TEST(Collapsed, HoldsItsLimits) {
  CollapsedLimits limits;
  limits.most_frames = 2;
  EXPECT_EQ(refusal("a;b 1", limits), "");
  EXPECT_THAT(refusal("a;b;c 1", limits), HasSubstr("more than 2 frames"));
  limits.most_line_bytes = 5;
  EXPECT_EQ(refusal("a;b 1\na;b 2", limits), "");
  EXPECT_THAT(refusal("a;b 1\na;b 23", limits), HasSubstr("line 2: it is longer than 5 bytes"));
}

}  // namespace
}  // namespace tare::recording
