// SPDX-License-Identifier: Apache-2.0
// Equal stacks are one.
#include "stacks/stack_profile.hpp"

#include <gmock/gmock.h>

namespace tare::stacks {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const Frame leaf{"leaf()", "a.cpp", 3};
const Frame root{"main", "a.cpp", 9};

TEST(stack_profile, adds_up_what_is_of_one_stack) {
  StackProfileBuilder builder("a case", {{"alloc", "bytes"}, {"allocations", "count"}});
  builder.add({leaf, root}, {10, 1});
  builder.add({root}, {5, 2});
  builder.add({leaf, root}, {30, 4});
  const StackProfile profile = builder.take();
  EXPECT_EQ(profile.title, "a case");
  EXPECT_THAT(profile.frames, ElementsAre(leaf, root));
  EXPECT_THAT(profile.stacks,
              ElementsAre(WeightedStack{{0, 1}, {40, 5}}, WeightedStack{{1}, {5, 2}}));
}

TEST(stack_profile, tells_frames_apart_that_differ_in_anything) {
  StackProfileBuilder builder("", {{"cpu", "nanoseconds"}});
  const std::vector<Frame> different{leaf,
                                     {"leaf(int)", "a.cpp", 3},
                                     {"leaf()", "b.cpp", 3},
                                     {"leaf()", "a.cpp", 4},
                                     {"leaf()", "a.cpp", 3, "libx.so"},
                                     {"leaf()", "a.cpp", 3, "", FrameKind::inlined}};
  for (const Frame& frame : different) builder.add({frame}, {1});
  for (const Frame& frame : different) builder.add({frame}, {-1});
  const StackProfile profile = builder.take();
  EXPECT_EQ(profile.frames, different);
  ASSERT_EQ(profile.stacks.size(), different.size());
  EXPECT_THAT(profile.stacks[5], (WeightedStack{{5}, {0}}));
}

TEST(stack_profile, tells_the_order_of_frames) {
  StackProfileBuilder builder("", {{"cpu", "nanoseconds"}});
  builder.add({leaf, root}, {1});
  builder.add({root, leaf}, {1});
  builder.add({}, {7});
  EXPECT_THAT(
      builder.take().stacks,
      ElementsAre(WeightedStack{{0, 1}, {1}}, WeightedStack{{1, 0}, {1}}, WeightedStack{{}, {7}}));
}

TEST(stack_profile, may_be_empty) {
  const StackProfile profile = StackProfileBuilder("none", {}).take();
  EXPECT_THAT(profile.frames, IsEmpty());
  EXPECT_THAT(profile.stacks, IsEmpty());
}

}  // namespace
}  // namespace tare::stacks
