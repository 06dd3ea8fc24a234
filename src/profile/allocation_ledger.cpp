// SPDX-License-Identifier: Apache-2.0
#include "profile/allocation_ledger.hpp"

#include <algorithm>

#include "profile/turn.hpp"

namespace tare::profile {
namespace {

std::uintptr_t address_of(const void* block) { return reinterpret_cast<std::uintptr_t>(block); }

// Compilers know that malloc() touches no visible memory and may move a call of it, once inlined
// code surrounds it, across an ordinary store.
void keep_calls_in_place() { asm volatile("" ::: "memory"); }

}  // namespace

AllocationLedger::AllocationLedger(std::size_t operations) : tallies_(operations) {}

void AllocationLedger::begin_operation(std::size_t index) noexcept {
  begin(Phase::operation, index);
}

void AllocationLedger::begin_drop() noexcept { begin(Phase::drop, operation_); }

void AllocationLedger::end() noexcept { begin(Phase::idle, operation_); }

void AllocationLedger::begin(Phase phase, std::size_t index) noexcept {
  keep_calls_in_place();
  {
    const Turn turn;
    phase_ = phase;
    operation_ = index;
    live_ = 0;
  }
  keep_calls_in_place();
}

OperationTally AllocationLedger::tally(std::size_t index) const noexcept {
  const Turn turn;
  return tallies_[index];
}

bool AllocationLedger::complete() const noexcept {
  const Turn turn;
  return complete_;
}

void AllocationLedger::allocated(const void* block, std::uint64_t requested, std::uint64_t chunk,
                                 CallPlace) noexcept {
  // The address can be known only if it was freed where no tap sees it.
  const Block stale = blocks_.take(address_of(block));
  if (stale.address != 0) tallies_[stale.operation].live_bytes -= stale.requested;
  if (phase_ != Phase::operation) return;
  OperationTally& tally = tallies_[operation_];
  ++tally.allocations;
  tally.allocated_bytes += requested;
  live_ += static_cast<std::int64_t>(requested);
  tally.peak_bytes =
      std::max(tally.peak_bytes, static_cast<std::uint64_t>(std::max<std::int64_t>(live_, 0)));
  tally.live_bytes += requested;
  put_back({address_of(block), requested, chunk, operation_});
}

void AllocationLedger::freed(const void* block) noexcept { count_free(take(block)); }

Block AllocationLedger::take(const void* block) noexcept { return blocks_.take(address_of(block)); }

void AllocationLedger::count_free(const Block& block) noexcept {
  if (block.address == 0) return;
  OperationTally& tally = tallies_[block.operation];
  tally.live_bytes -= block.requested;
  if (phase_ == Phase::operation) {
    live_ -= static_cast<std::int64_t>(block.requested);
  } else if (phase_ == Phase::drop) {
    tally.owned_bytes += block.requested;
    tally.owned_chunk_bytes += block.chunk;
    ++tally.owned_blocks;
  }
}

void AllocationLedger::put_back(const Block& block) noexcept {
  if (block.address != 0 && !blocks_.insert(block)) complete_ = false;
}

}  // namespace tare::profile
