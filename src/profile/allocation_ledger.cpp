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

AllocationLedger::AllocationLedger(std::size_t operations, AllocationSites* sites)
    : tallies_(operations), gone_(operations), sites_(sites) {}

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
    operation_ = static_cast<std::uint32_t>(index);
    live_ = 0;
  }
  keep_calls_in_place();
}

void AllocationLedger::refresh() noexcept {
  const Turn turn;
  loaded();
}

void AllocationLedger::leave_from(std::size_t first) noexcept {
  if (sites_ == nullptr) return;
  const Turn turn;
  blocks_.for_each([&](const Block& block) {
    if (block.operation >= first) sites_->left(block);
  });
}

OperationTally AllocationLedger::tally(std::size_t index) const noexcept {
  const Turn turn;
  OperationTally tally = tallies_[index];
  tally.live_bytes = tally.allocated_bytes - gone_[index];
  return tally;
}

bool AllocationLedger::complete() const noexcept {
  const Turn turn;
  return complete_;
}

void AllocationLedger::allocated(const void* block, std::uint64_t requested, std::uint64_t chunk,
                                 CallPlace place) noexcept {
  if (phase_ != Phase::operation) {
    if (Block* const stale = blocks_.find(address_of(block))) forget(stale);
    return;
  }
  OperationTally& tally = tallies_[operation_];
  ++tally.allocations;
  tally.allocated_bytes += requested;
  live_ += static_cast<std::int64_t>(requested);
  tally.peak_bytes =
      std::max(tally.peak_bytes, static_cast<std::uint64_t>(std::max<std::int64_t>(live_, 0)));
  Block* const known = blocks_.find_or_add(address_of(block));
  if (known == nullptr) {
    complete_ = false;
    return;
  }
  // Of a new one nothing; one that is known was freed where no tap sees it.
  gone_[known->operation] += known->requested;
  known->requested = requested;
  known->chunk = chunk;
  known->operation = operation_;
  if (sites_ != nullptr) sites_->allocated(*known, place);
}

void AllocationLedger::freed(const void* block) noexcept {
  Block* const known = blocks_.find(address_of(block));
  if (known == nullptr) return;
  count_free(*known);
  forget(known);
}

Block AllocationLedger::take(const void* block) noexcept {
  Block* const known = blocks_.find(address_of(block));
  if (known == nullptr) return {};
  const Block taken = *known;
  forget(known);
  return taken;
}

void AllocationLedger::count_free(const Block& block) noexcept {
  if (block.address == 0) return;
  if (phase_ == Phase::operation) {
    live_ -= static_cast<std::int64_t>(block.requested);
  } else if (phase_ == Phase::drop) {
    OperationTally& tally = tallies_[block.operation];
    tally.owned_bytes += block.requested;
    tally.owned_chunk_bytes += block.chunk;
    ++tally.owned_blocks;
    if (sites_ != nullptr) sites_->owned(block);
  }
}

void AllocationLedger::put_back(const Block& block) noexcept {
  if (block.address == 0) return;
  if (Block* const room = blocks_.find_or_add(block.address)) {
    *room = block;
    gone_[block.operation] -= block.requested;
  } else {
    complete_ = false;
  }
}

void AllocationLedger::loaded() noexcept {
  if (sites_ != nullptr) sites_->refresh();
}

void AllocationLedger::forget(Block* block) noexcept {
  gone_[block->operation] += block->requested;
  blocks_.erase(block);
}

}  // namespace tare::profile
