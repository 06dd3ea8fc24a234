// SPDX-License-Identifier: Apache-2.0
#include "fork/output_tail.hpp"

#include <gmock/gmock.h>

namespace tare::fork {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> tail_of(const std::string& text) {
  OutputTail tail;
  tail.feed(text);
  return tail.lines();
}

TEST(output_tail, of_nothing_is_nothing) { EXPECT_THAT(tail_of(""), IsEmpty()); }

TEST(output_tail, is_lines_with_or_without_an_end) {
  EXPECT_THAT(tail_of("one\ntwo\n"), ElementsAre("one", "two"));
  EXPECT_THAT(tail_of("one\ntwo"), ElementsAre("one", "two"));
  EXPECT_THAT(tail_of("\n\n"), ElementsAre("", ""));
}

TEST(output_tail, is_the_same_however_the_bytes_come) {
  OutputTail tail;
  for (const char c : std::string("one\ntwo\nthr")) tail.feed({&c, 1});
  tail.feed("");
  EXPECT_THAT(tail.lines(), ElementsAre("one", "two", "thr"));
  tail.feed("ee\n");
  EXPECT_THAT(tail.lines(), ElementsAre("one", "two", "three"));
}

std::string numbers(std::size_t count) {
  std::string text;
  for (std::size_t i = 1; i <= count; ++i) text += std::to_string(i) + "\n";
  return text;
}

TEST(output_tail, keeps_the_last_lines) {
  EXPECT_EQ(tail_of(numbers(20)).size(), OutputTail::most_lines);
  EXPECT_EQ(tail_of(numbers(20)).front(), "1");
  EXPECT_EQ(tail_of(numbers(21)).size(), OutputTail::most_lines);
  EXPECT_EQ(tail_of(numbers(21)).front(), "2");
  EXPECT_EQ(tail_of(numbers(20) + "open").front(), "2");
  EXPECT_EQ(tail_of(numbers(20) + "open").back(), "open");
  EXPECT_EQ(tail_of(numbers(20) + "open").size(), OutputTail::most_lines);
}

TEST(output_tail, cuts_long_lines) {
  const std::string longest(OutputTail::most_line_bytes, 'x');
  EXPECT_THAT(tail_of(longest + "\nnext"), ElementsAre(longest, "next"));
  EXPECT_THAT(tail_of(longest + "y\nnext"), ElementsAre(longest, "next"));
  EXPECT_THAT(tail_of(longest + std::string(1 << 20, 'y')), ElementsAre(longest));
}

}  // namespace
}  // namespace tare::fork
