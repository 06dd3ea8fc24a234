// SPDX-License-Identifier: Apache-2.0
#include "profile/block_table.hpp"

#include <sys/mman.h>

#include <bit>
#include <cerrno>

namespace tare::profile {
namespace {

constexpr std::size_t first_capacity = std::size_t{1} << 14;

// glibc aligns blocks to 16: the lowest four bits say nothing.
constexpr int meaningless_bits = 4;

// 2^64 / golden ratio: Knuth's multiplicative hashing (TAOCP 3, 6.4).
constexpr std::uint64_t multiplier = 0x9E3779B97F4A7C15;

}  // namespace

BlockTable::~BlockTable() {
  if (blocks_ != nullptr) munmap(blocks_, capacity_ * sizeof(Block));
}

bool BlockTable::insert(const Block& block) noexcept {
  if (2 * (size_ + 1) > capacity_ && !grow()) return false;
  place(block);
  ++size_;
  return true;
}

Block BlockTable::take(std::uintptr_t address) noexcept {
  if (size_ == 0 || address == 0) return {};
  std::size_t hole = home(address);
  while (blocks_[hole].address != address) {
    if (blocks_[hole].address == 0) return {};
    hole = next(hole);
  }
  const Block taken = blocks_[hole];
  // Close the gap: a later block moves into the hole unless its home lies between the two.
  for (std::size_t at = next(hole); blocks_[at].address != 0; at = next(at)) {
    const std::size_t from_home = (at - home(blocks_[at].address)) & (capacity_ - 1);
    const std::size_t from_hole = (at - hole) & (capacity_ - 1);
    if (from_home >= from_hole) {
      blocks_[hole] = blocks_[at];
      hole = at;
    }
  }
  blocks_[hole] = {};
  --size_;
  return taken;
}

std::size_t BlockTable::home(std::uintptr_t address) const noexcept {
  const std::uint64_t hash = (std::uint64_t{address} >> meaningless_bits) * multiplier;
  return hash >> (64 - std::countr_zero(capacity_));
}

void BlockTable::place(const Block& block) noexcept {
  std::size_t at = home(block.address);
  while (blocks_[at].address != 0) at = next(at);
  blocks_[at] = block;
}

bool BlockTable::grow() noexcept {
  const int error = errno;  // malloc() that succeeds leaves errno alone, and so must its watcher
  const std::size_t capacity = capacity_ == 0 ? first_capacity : 2 * capacity_;
  void* memory = mmap(nullptr, capacity * sizeof(Block), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  errno = error;
  if (memory == MAP_FAILED) return false;
  Block* const old = blocks_;
  const std::size_t old_capacity = capacity_;
  blocks_ = static_cast<Block*>(memory);  // zeroed pages: every place is free
  capacity_ = capacity;
  for (std::size_t i = 0; i < old_capacity; ++i) {
    if (old[i].address != 0) place(old[i]);
  }
  if (old != nullptr) munmap(old, old_capacity * sizeof(Block));
  return true;
}

}  // namespace tare::profile
