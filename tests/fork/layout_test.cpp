// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>

#include "fork/launcher.hpp"

namespace tare::fork {
namespace {

TEST(layout, is_remade_by_its_seed) {
  EXPECT_EQ(draw_layout(42), draw_layout(42));
  EXPECT_EQ(draw_layout(42).seed, 42U);
}

/// Reports of earlier runs name seeds: what they draw must not change.
TEST(layout, of_a_seed_is_the_same_on_every_machine) {
  const Layout layout = draw_layout(1);
  EXPECT_EQ(layout.environment_bytes, 1664U);
  EXPECT_EQ(layout.stack_offset, 1248U);
  EXPECT_EQ(layout.heap_offset, 22944U);
}

TEST(layout, moves_in_steps_that_keep_alignment_and_within_its_bounds) {
  std::set<std::uint32_t> environments, stacks, heaps;
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    const Layout layout = draw_layout(seed);
    EXPECT_EQ((layout.environment_bytes | layout.stack_offset | layout.heap_offset) % 16, 0U);
    EXPECT_LT(layout.environment_bytes, 4096U);
    EXPECT_LT(layout.stack_offset, 4096U);
    EXPECT_LT(layout.heap_offset, 65536U);
    environments.insert(layout.environment_bytes);
    stacks.insert(layout.stack_offset);
    heaps.insert(layout.heap_offset);
  }
  EXPECT_EQ(environments.size(), 256U);  // Each of them is drawn.
  EXPECT_EQ(stacks.size(), 256U);
  EXPECT_GT(heaps.size(), 2000U);
}

}  // namespace
}  // namespace tare::fork
