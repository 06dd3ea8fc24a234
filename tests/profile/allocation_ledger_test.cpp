// SPDX-License-Identifier: Apache-2.0
#include "profile/allocation_ledger.hpp"

#include <gtest/gtest.h>

namespace tare::profile {
namespace {

// Addresses only: the ledger never looks into a block.
const void* block(std::uintptr_t number) { return reinterpret_cast<const void*>(16 * number); }

void resize(AllocationLedger& ledger, const void* from, const void* to, std::uint64_t bytes) {
  const Block old = ledger.take(from);
  ledger.count_free(old);
  ledger.allocated(to, bytes, bytes, {});
}

TEST(AllocationLedger, counts_within_an_operation_only) {
  AllocationLedger ledger(1);
  ledger.allocated(block(1), 100, 112, {});
  ledger.begin_operation(0);
  ledger.allocated(block(2), 10, 32, {});
  ledger.allocated(block(3), 20, 32, {});
  ledger.freed(block(2));
  ledger.end();
  ledger.allocated(block(4), 100, 112, {});
  EXPECT_EQ(ledger.tally(0),
            (OperationTally{
                .allocated_bytes = 30, .allocations = 2, .peak_bytes = 30, .live_bytes = 20}));
}

TEST(AllocationLedger, credits_a_result_with_the_blocks_its_destruction_frees) {
  AllocationLedger ledger(2);
  for (const std::size_t i : {0, 1}) {
    ledger.begin_operation(i);
    ledger.allocated(block(10 + i), 100, 112, {});
    ledger.allocated(block(20 + i), 5, 32, {});
    ledger.end();
  }
  ledger.begin_drop();
  ledger.freed(block(10));
  ledger.freed(block(99));  // was there before
  ledger.end();
  const OperationTally first = ledger.tally(0);
  EXPECT_EQ(first.owned_bytes, 100u);
  EXPECT_EQ(first.owned_blocks, 1u);
  EXPECT_EQ(first.owned_chunk_bytes, 112u);
  EXPECT_EQ(first.live_bytes, 5u);
  EXPECT_EQ(ledger.tally(1).owned_bytes, 0u);
  EXPECT_EQ(ledger.tally(1).live_bytes, 105u);
}

TEST(AllocationLedger, credits_the_operation_that_allocated_a_shared_block) {
  AllocationLedger ledger(2);
  ledger.begin_operation(0);
  ledger.allocated(block(1), 100, 112, {});
  ledger.end();
  ledger.begin_operation(1);
  ledger.end();
  ledger.begin_drop();
  ledger.freed(block(1));
  ledger.end();
  EXPECT_EQ(ledger.tally(0).owned_bytes, 100u);
  EXPECT_EQ(ledger.tally(1), OperationTally{});
}

TEST(AllocationLedger, what_a_destructor_allocates_is_no_operation_s) {
  AllocationLedger ledger(1);
  ledger.begin_operation(0);
  ledger.end();
  ledger.begin_drop();
  ledger.allocated(block(1), 100, 112, {});
  ledger.freed(block(1));
  ledger.end();
  EXPECT_EQ(ledger.tally(0), OperationTally{});
}

TEST(AllocationLedger, a_block_freed_between_operations_is_neither_owned_nor_left) {
  AllocationLedger ledger(1);
  ledger.begin_operation(0);
  ledger.allocated(block(1), 100, 112, {});
  ledger.end();
  ledger.freed(block(1));
  ledger.allocated(block(1), 7, 32, {});  // the address, handed on
  ledger.begin_drop();
  ledger.freed(block(1));
  ledger.end();
  EXPECT_EQ(ledger.tally(0).owned_bytes, 0u);
  EXPECT_EQ(ledger.tally(0).live_bytes, 0u);
}

TEST(AllocationLedger, an_address_that_comes_again_was_freed_unseen) {
  AllocationLedger ledger(2);
  ledger.begin_operation(0);
  ledger.allocated(block(1), 100, 112, {});
  ledger.end();
  ledger.begin_operation(1);
  ledger.allocated(block(1), 10, 32, {});
  ledger.end();
  EXPECT_EQ(ledger.tally(0).live_bytes, 0u);
  EXPECT_EQ(ledger.tally(1).live_bytes, 10u);
}

TEST(AllocationLedger, peak_is_above_the_start_of_the_operation) {
  AllocationLedger ledger(2);
  ledger.begin_operation(0);
  ledger.allocated(block(1), 100, 112, {});
  ledger.end();
  ledger.begin_operation(1);
  ledger.freed(block(1));
  ledger.allocated(block(2), 30, 48, {});  // 70 below the start
  ledger.allocated(block(3), 90, 96, {});  // 20 above
  ledger.end();
  EXPECT_EQ(ledger.tally(0).peak_bytes, 100u);
  EXPECT_EQ(ledger.tally(1).peak_bytes, 20u);
}

TEST(AllocationLedger, a_realloc_is_an_allocation_and_a_free) {
  AllocationLedger ledger(1);
  ledger.begin_operation(0);
  ledger.allocated(block(1), 10, 32, {});
  resize(ledger, block(1), block(1), 20);  // in place
  resize(ledger, block(1), block(2), 40);
  ledger.end();
  EXPECT_EQ(ledger.tally(0),
            (OperationTally{
                .allocated_bytes = 70, .allocations = 3, .peak_bytes = 40, .live_bytes = 40}));
}

TEST(AllocationLedger, a_realloc_that_failed_changed_nothing) {
  AllocationLedger ledger(1);
  ledger.begin_operation(0);
  ledger.allocated(block(1), 10, 32, {});
  ledger.put_back(ledger.take(block(1)));
  ledger.end();
  ledger.begin_drop();
  ledger.freed(block(1));
  ledger.end();
  EXPECT_EQ(ledger.tally(0).allocations, 1u);
  EXPECT_EQ(ledger.tally(0).owned_bytes, 10u);
}

TEST(AllocationLedger, blocks_of_no_bytes_count) {
  AllocationLedger ledger(1);
  ledger.begin_operation(0);
  ledger.allocated(block(1), 0, 32, {});
  ledger.count_free(ledger.take(nullptr));
  ledger.end();
  EXPECT_EQ(ledger.tally(0).allocations, 1u);
  EXPECT_EQ(ledger.tally(0).allocated_bytes, 0u);
}

}  // namespace
}  // namespace tare::profile
