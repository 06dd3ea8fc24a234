// SPDX-License-Identifier: Apache-2.0
#include "profile/annotated_listing.hpp"

#include <gmock/gmock.h>

namespace tare::profile {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

ListedInstruction jump(std::uint64_t from, std::optional<std::uint64_t> to = {}) {
  return {{from, to ? "jmp" : "nop", to}, 0, "", 0, ""};
}

Listing two_regions() {
  Listing listing{"numbers.divides (json = TEN)", "4999 times a second", 200, {}, 1};
  listing.regions.push_back({"divides(unsigned long)",
                             "bench-x",
                             0x1193,
                             0x119b,
                             150,
                             "/src/divides.cpp",
                             12,
                             {{{0x1190, "xor    %edx,%edx", {}}, 0, "/src/divides.cpp", 11, ""},
                              {{0x1193, "div    %rsi", {}}, 30, "/src/divides.cpp", 12, "step()"},
                              {{0x119b, "jne    1193 <divides+0x3>", 0x1193}, 120, "", 0, ""}},
                             5,
                             ""});
  listing.regions.push_back(
      {"libc.so.6+0x99", "libc.so.6", 0x99, 0x99, 50, "", 0, {}, 0, "the file is gone"});
  return listing;
}

TEST(annotated_listing, is_this) {
  EXPECT_EQ(listing_text(two_regions()),
            R"(numbers.divides (json = TEN)
200 samples of processor time, 4999 times a second

Percent are of all samples of the benchmark. A sample stands at the instruction with which the
thread went on: what took the time is that one or the one before it, and at the head of a loop
the jump to it (skid).

Hottest regions
   75.0 %   1  divides(unsigned long) (divides.cpp:12)  bench-x 1193-119b
   25.0 %      1 other regions

Region 1: 75.0 %, divides(unsigned long), in bench-x
               1190   xor    %edx,%edx                              divides.cpp:11
   15.0 %      1193 ╭ div    %rsi                                   divides.cpp:12  step()
   60.0 %      119b ╰ jne    1193 <divides+0x3>
  5 more instructions are left out; tooBigThreshold= says how many there can be

Region 2: 25.0 %, libc.so.6+0x99, in libc.so.6
  no instructions: the file is gone
)");
}

TEST(annotated_listing, can_be_of_nothing) {
  const Listing nothing{"numbers.divides", "4999 times a second", 0, {}, 0};
  EXPECT_THAT(listing_text(nothing), HasSubstr("0 samples of processor time"));
}

TEST(loop_columns, draw_inner_loops_nearer_to_the_instructions) {
  EXPECT_THAT(loop_columns({jump(1), jump(2), jump(3, 2), jump(4, 1)}),
              ElementsAre("╭ ", "│╭", "│╰", "╰ "));
}

TEST(loop_columns, draw_loops_one_after_another_in_one_column) {
  EXPECT_THAT(loop_columns({jump(1), jump(2, 1), jump(3), jump(4, 4)}),
              ElementsAre("╭", "╰", " ", "⟲"));
}

TEST(loop_columns, leave_out_jumps_ahead_and_out_of_sight) {
  EXPECT_THAT(loop_columns({jump(5, 6), jump(6, 1), jump(7)}), ElementsAre("", "", ""));
  EXPECT_THAT(loop_columns({}), IsEmpty());
}

TEST(loop_columns, are_four_at_most) {
  EXPECT_THAT(loop_columns({jump(1), jump(2, 1), jump(3, 1), jump(4, 1), jump(5, 1), jump(6, 1)}),
              ElementsAre("╭╭╭╭", "│││╰", "││╰ ", "│╰  ", "╰   ", "    "));
}

TEST(percent, of_nothing_is_nothing) {
  EXPECT_EQ(percent(1, 4), 25);
  EXPECT_EQ(percent(0, 0), 0);
}

}  // namespace
}  // namespace tare::profile
