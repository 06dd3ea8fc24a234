// SPDX-License-Identifier: Apache-2.0
// Blocks by address, kept in memory of its own.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tare::profile {

/// A block of memory that an operation allocated.
struct Block {
  std::uintptr_t address = 0;   ///< 0: no block.
  std::uint64_t requested = 0;  ///< Bytes asked for.
  std::uint64_t chunk = 0;      ///< Bytes the allocator spends on it, its header included.
  std::uint64_t operation = 0;  ///< Which operation allocated it.
  bool operator==(const Block&) const = default;
};

/// A hash table with open addressing and linear probing. Its memory is mapped, never taken from
/// the allocator that is being watched. Not thread-safe.
class BlockTable {
 public:
  BlockTable() = default;
  BlockTable(const BlockTable&) = delete;
  BlockTable& operator=(const BlockTable&) = delete;
  ~BlockTable();

  /// Adds a block whose address is not in the table. False: there is no memory for it.
  bool insert(const Block& block) noexcept;

  /// Takes a block out and returns it; a Block without address if it is not there.
  Block take(std::uintptr_t address) noexcept;

  std::size_t size() const noexcept { return size_; }
  std::size_t capacity() const noexcept { return capacity_; }

 private:
  std::size_t home(std::uintptr_t address) const noexcept;
  std::size_t next(std::size_t place) const noexcept { return (place + 1) & (capacity_ - 1); }
  void place(const Block& block) noexcept;
  bool grow() noexcept;

  Block* blocks_ = nullptr;
  std::size_t capacity_ = 0;  // 0 or a power of two
  std::size_t size_ = 0;
};

}  // namespace tare::profile
