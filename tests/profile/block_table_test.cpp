// SPDX-License-Identifier: Apache-2.0
#include "profile/block_table.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace tare::profile {
namespace {

Block block_at(std::uintptr_t address) { return {address, address + 1, address + 2, 3}; }

bool insert(BlockTable& table, const Block& block) {
  Block* const added = table.find_or_add(block.address);
  if (added == nullptr || *added != Block{block.address, 0, 0, 0, 0}) return false;
  *added = block;
  return true;
}

Block take(BlockTable& table, std::uintptr_t address) {
  Block* const found = table.find(address);
  if (found == nullptr) return {};
  const Block taken = *found;
  table.erase(found);
  return taken;
}

TEST(BlockTable, gives_back_what_it_was_given_and_only_once) {
  BlockTable table;
  EXPECT_EQ(take(table, 16), Block{});
  EXPECT_TRUE(insert(table, block_at(16)));
  EXPECT_EQ(table.size(), 1u);
  EXPECT_EQ(take(table, 32), Block{});
  EXPECT_EQ(take(table, 16), block_at(16));
  EXPECT_EQ(take(table, 16), Block{});
  EXPECT_EQ(table.size(), 0u);
}

TEST(BlockTable, an_address_has_one_block) {
  BlockTable table;
  EXPECT_TRUE(insert(table, block_at(16)));
  EXPECT_EQ(*table.find_or_add(16), block_at(16));
  EXPECT_EQ(table.size(), 1u);
}

TEST(BlockTable, nothing_is_at_no_address) {
  BlockTable table;
  EXPECT_TRUE(insert(table, block_at(16)));
  EXPECT_EQ(take(table, 0), Block{});
  EXPECT_EQ(table.size(), 1u);
}

TEST(BlockTable, shows_all_that_is_there) {
  BlockTable table;
  for (std::uintptr_t i = 1; i <= 3; ++i) EXPECT_TRUE(insert(table, block_at(16 * i)));
  take(table, 32);
  std::map<std::uintptr_t, Block> seen;
  table.for_each([&](const Block& block) { seen.emplace(block.address, block); });
  EXPECT_EQ(seen, (std::map<std::uintptr_t, Block>{{16, block_at(16)}, {48, block_at(48)}}));
}

TEST(BlockTable, grows_and_loses_nothing) {
  BlockTable table;
  constexpr std::uintptr_t count = 100'000;
  for (std::uintptr_t i = 1; i <= count; ++i) ASSERT_TRUE(insert(table, block_at(16 * i)));
  EXPECT_EQ(table.size(), count);
  EXPECT_GE(table.capacity(), 2 * count);
  for (std::uintptr_t i = 1; i <= count; ++i) ASSERT_EQ(take(table, 16 * i), block_at(16 * i));
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
      ASSERT_TRUE(insert(table, block_at(at)));
      expected.emplace(at, block_at(at));
    } else {
      ASSERT_EQ(take(table, at), known->second);
      expected.erase(known);
    }
    ASSERT_EQ(table.size(), expected.size());
  }
  for (const auto& [at, block] : expected) ASSERT_EQ(take(table, at), block);
}

}  // namespace
}  // namespace tare::profile
