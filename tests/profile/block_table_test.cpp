// SPDX-License-Identifier: Apache-2.0
#include "profile/block_table.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace tare::profile {
namespace {

Block block_at(std::uintptr_t address) { return {address, address + 1, address + 2, 3}; }

TEST(BlockTable, gives_back_what_it_was_given_and_only_once) {
  BlockTable table;
  EXPECT_EQ(table.take(16), Block{});
  EXPECT_TRUE(table.insert(block_at(16)));
  EXPECT_EQ(table.size(), 1u);
  EXPECT_EQ(table.take(32), Block{});
  EXPECT_EQ(table.take(16), block_at(16));
  EXPECT_EQ(table.take(16), Block{});
  EXPECT_EQ(table.size(), 0u);
}

TEST(BlockTable, grows_and_loses_nothing) {
  BlockTable table;
  constexpr std::uintptr_t count = 100'000;
  for (std::uintptr_t i = 1; i <= count; ++i) ASSERT_TRUE(table.insert(block_at(16 * i)));
  EXPECT_EQ(table.size(), count);
  EXPECT_GE(table.capacity(), 2 * count);
  for (std::uintptr_t i = 1; i <= count; ++i) ASSERT_EQ(table.take(16 * i), block_at(16 * i));
  EXPECT_EQ(table.size(), 0u);
}

TEST(BlockTable, agrees_with_a_map_in_any_order_of_events) {
  BlockTable table;
  std::map<std::uintptr_t, Block> expected;
  std::mt19937 random(1);
  // Addresses that differ in their four meaningless bits alone share a home, so that runs of
  // blocks form and are taken apart in the middle.
  std::uniform_int_distribution<std::uintptr_t> address(1, 4000);
  for (int i = 0; i < 200'000; ++i) {
    const std::uintptr_t at = address(random);
    const auto known = expected.find(at);
    if (known == expected.end()) {
      ASSERT_TRUE(table.insert(block_at(at)));
      expected.emplace(at, block_at(at));
    } else {
      ASSERT_EQ(table.take(at), known->second);
      expected.erase(known);
    }
    ASSERT_EQ(table.size(), expected.size());
  }
  for (const auto& [at, block] : expected) ASSERT_EQ(table.take(at), block);
}

}  // namespace
}  // namespace tare::profile
