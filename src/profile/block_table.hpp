// SPDX-License-Identifier: Apache-2.0
// Blocks by address, kept in memory of its own.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "stacks/mapped_array.hpp"

namespace tare::profile {

/// A block of memory that an operation allocated.
struct Block {
  std::uintptr_t address = 0;   ///< 0: no block.
  std::uint64_t requested = 0;  ///< Bytes asked for.
  std::uint64_t chunk = 0;      ///< Bytes the allocator spends on it, its header included.
  std::uint32_t operation = 0;  ///< Which operation allocated it.
  std::uint32_t site = 0;       ///< Where (AllocationSites).
  bool operator==(const Block&) const = default;
};

/// A hash table with open addressing and linear probing. Its memory is mapped, never taken from
/// the allocator that is being watched. Not thread-safe.
///
/// Blocks are read and written where they lie: to copy one just after it was written costs more
/// than all else here.
class BlockTable {
 public:
  /// The block at an address, until the table changes; nullptr if there is none.
  Block* find(std::uintptr_t address) noexcept {
    if (size_ == 0 || address == 0) return nullptr;
    Block& slot = slot_of(address);
    return slot.address == 0 ? nullptr : &slot;
  }

  /// The same; where there is none it adds one, all of it but its address zeros. nullptr: there is
  /// no memory for it. `address` is not 0.
  Block* find_or_add(std::uintptr_t address) noexcept {
    if (2 * (size_ + 1) > slots_.size() && !grow()) return nullptr;
    Block& slot = slot_of(address);
    if (slot.address == 0) {
      slot.address = address;
      ++size_;
    }
    return &slot;
  }

  /// Of find().
  void erase(Block* block) noexcept;

  /// All blocks, in any order.
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t i = 0; i < slots_.size(); ++i)
      if (slots_[i].address != 0) visit(slots_[i]);
  }

  std::size_t size() const noexcept { return size_; }
  std::size_t capacity() const noexcept { return slots_.size(); }

 private:
  std::size_t home(std::uintptr_t address) const noexcept {
    // glibc aligns blocks to 16: the lowest four bits say nothing. 2^64 / golden ratio: Knuth's
    // multiplicative hashing (TAOCP 3, 6.4).
    constexpr std::uint64_t multiplier = 0x9E3779B97F4A7C15;
    return ((std::uint64_t{address} >> 4) * multiplier) >> unused_bits_;
  }
  std::size_t next(std::size_t place) const noexcept { return (place + 1) & (slots_.size() - 1); }

  /// Where the address is, or would be.
  Block& slot_of(std::uintptr_t address) const noexcept {
    std::size_t at = home(address);
    while (slots_[at].address != 0 && slots_[at].address != address) at = next(at);
    return slots_[at];
  }

  bool grow() noexcept;

  stacks::MappedArray<Block> slots_;  // None, or a power of two.
  int unused_bits_ = 0;               // Of a hash.
  std::size_t size_ = 0;
};

}  // namespace tare::profile
