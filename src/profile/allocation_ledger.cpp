// SPDX-License-Identifier: Apache-2.0
#include "profile/allocation_ledger.hpp"

#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <new>

namespace tare::profile {
namespace {

std::uintptr_t address_of(const void* block) { return reinterpret_cast<std::uintptr_t>(block); }

std::size_t page_size() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

// Compilers know that malloc() touches no visible memory and may move a call of it, once inlined
// code surrounds it, across an ordinary store.
void keep_calls_in_place() { asm volatile("" ::: "memory"); }

}  // namespace

// A spin lock: sanitizers intercept what a std::mutex calls, and call the ledger from within.
class AllocationLedger::Lock {
 public:
  explicit Lock(std::atomic_flag& flag) noexcept : flag_(flag) {
    while (flag_.test_and_set(std::memory_order_acquire)) sched_yield();
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  ~Lock() { flag_.clear(std::memory_order_release); }

 private:
  std::atomic_flag& flag_;
};

AllocationLedger::AllocationLedger(std::size_t operations) : tallies_(operations) {
  void* page =
      mmap(nullptr, page_size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) throw std::bad_alloc();
  madvise(page, page_size(), MADV_WIPEONFORK);
  owner_ = static_cast<unsigned char*>(page);
  *owner_ = 1;
}

AllocationLedger::~AllocationLedger() { munmap(owner_, page_size()); }

void AllocationLedger::begin_operation(std::size_t index) noexcept {
  begin(Phase::operation, index);
}

void AllocationLedger::begin_drop() noexcept { begin(Phase::drop, operation_); }

void AllocationLedger::end() noexcept { begin(Phase::idle, operation_); }

void AllocationLedger::begin(Phase phase, std::size_t index) noexcept {
  keep_calls_in_place();
  {
    const Lock lock(locked_);
    phase_ = phase;
    operation_ = index;
    live_ = 0;
  }
  keep_calls_in_place();
}

OperationTally AllocationLedger::tally(std::size_t index) const noexcept {
  const Lock lock(locked_);
  return tallies_[index];
}

bool AllocationLedger::complete() const noexcept {
  const Lock lock(locked_);
  return complete_;
}

void AllocationLedger::allocated(const void* block, std::uint64_t requested,
                                 std::uint64_t chunk) noexcept {
  if (block == nullptr || !in_owner()) return;
  const Lock lock(locked_);
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
  put_back_locked({address_of(block), requested, chunk, operation_});
}

void AllocationLedger::freed(const void* block) noexcept {
  if (block == nullptr || !in_owner()) return;
  const Lock lock(locked_);
  const Block known = blocks_.take(address_of(block));
  if (known.address != 0) count_free_locked(known);
}

Block AllocationLedger::take(const void* block) noexcept {
  if (block == nullptr || !in_owner()) return {};
  const Lock lock(locked_);
  return blocks_.take(address_of(block));
}

void AllocationLedger::count_free(const Block& block) noexcept {
  if (block.address == 0) return;
  const Lock lock(locked_);
  count_free_locked(block);
}

void AllocationLedger::put_back(const Block& block) noexcept {
  if (block.address == 0) return;
  const Lock lock(locked_);
  put_back_locked(block);
}

void AllocationLedger::count_free_locked(const Block& block) noexcept {
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

void AllocationLedger::put_back_locked(const Block& block) noexcept {
  if (!blocks_.insert(block)) complete_ = false;
}

}  // namespace tare::profile
