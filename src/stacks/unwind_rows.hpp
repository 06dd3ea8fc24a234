// SPDX-License-Identifier: Apache-2.0
// Rows of the unwind tables of all that is loaded, kept by address.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "stacks/mapped_array.hpp"
#include "stacks/unwind_row.hpp"

namespace tare::stacks {

/// Threads and signal handlers may ask at once; refresh() is for when none does.
class UnwindRows {
 public:
  UnwindRows();

  /// Of the instruction that has this byte.
  [[gnu::always_inline]] UnwindRow at(std::uintptr_t pc) const noexcept {
    const Slot& slot = slots_[home(pc)];
    // Not ordered: the two words need no order (see keep()).
    if (slot.pc.load(std::memory_order_relaxed) == pc) {
      const std::uint64_t row = slot.row.load(std::memory_order_relaxed);
      if (row != 0) return std::bit_cast<UnwindRow>(row);
    }
    return find(pc);
  }

  /// As Unwinder::refresh().
  void refresh();
  std::uint32_t generation() const noexcept { return generation_; }

 private:
  /// A place that has got an address keeps it, and the row of an address is always the same. So
  /// whoever finds both words not zero has the right row, whatever others do at that time, and who
  /// finds no row yet reads the tables himself.
  struct Slot {
    std::atomic<std::uintptr_t> pc;
    std::atomic<std::uint64_t> row;
  };
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

  /// Code of an object.
  struct Code {
    std::uintptr_t begin;
    std::uintptr_t end;
    UnwindTables tables;
  };

  /// How many objects have ever been loaded, and unloaded.
  struct Changes {
    unsigned long long loaded = 0;
    unsigned long long unloaded = 0;
    bool operator==(const Changes&) const = default;
  };

  // Memory that is mapped but not touched costs nothing. A profile has some thousand addresses.
  static constexpr std::size_t slot_count = std::size_t{1} << 17;
  // 2^64 / golden ratio: Knuth's multiplicative hashing (TAOCP 3, 6.4).
  static std::size_t home(std::uintptr_t pc) noexcept {
    return (pc * 0x9E3779B97F4A7C15) >> (64 - std::countr_zero(slot_count));
  }

  UnwindRow find(std::uintptr_t pc) const noexcept;
  UnwindRow read(std::uintptr_t pc) const noexcept;

  std::vector<Code> code_;  // Sorted.
  MappedArray<Slot> slots_;
  Changes changes_;
  std::uint32_t generation_ = 0;
};

}  // namespace tare::stacks
