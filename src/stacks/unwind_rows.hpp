// SPDX-License-Identifier: Apache-2.0
// Rows of the unwind tables of all that is loaded, kept by address.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "stacks/mapped_array.hpp"
#include "stacks/unwind_row.hpp"

namespace tare::stacks {

/// Threads and signal handlers may ask at once; refresh() is for when none does.
class UnwindRows {
 private:
  /// A place that has got an address keeps it, and the row of an address is always the same. So
  /// whoever finds both words not zero has the right row, whatever others do at that time, and who
  /// finds no row yet reads the tables himself. `next` is a guess, any place will do.
  struct Slot {
    std::atomic<std::uintptr_t> pc;
    std::atomic<std::uint64_t> row;
    std::atomic<std::size_t> next;
  };
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

 public:
  UnwindRows();

  /// Goes from row to row as a walk does.
  class Cursor {
   public:
    explicit Cursor(const UnwindRows& rows) noexcept : rows_(rows), slot_(rows.slots_.data()) {}

    /// Of the instruction that has this byte. Looks first where it was found after the last one:
    /// the processor then need not wait for one return address to look for the next.
    [[gnu::always_inline]] UnwindRow at(std::uintptr_t pc) noexcept {
      Slot& slot = rows_.slots_[slot_->next.load(std::memory_order_relaxed)];
      if (slot.pc.load(std::memory_order_relaxed) == pc) {
        const std::uint64_t row = slot.row.load(std::memory_order_relaxed);
        if (row != 0) {
          slot_ = &slot;
          return std::bit_cast<UnwindRow>(row);
        }
      }
      const Found found = rows_.search(pc, *slot_);
      slot_ = found.slot;
      return found.row;
    }

   private:
    const UnwindRows& rows_;
    Slot* slot_;  // Of the last row.
  };

  /// As Unwinder::refresh().
  void refresh();
  std::uint32_t generation() const noexcept { return generation_; }

  /// The function that `pc` is in, be it without a name. None: no table has it.
  std::optional<CodeRange> code_range(std::uintptr_t pc) const noexcept {
    return stacks::code_range(tables_at(pc), pc);
  }

 private:
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

  struct Found {
    UnwindRow row;
    Slot* slot;
  };
  /// `last` learns where to look the next time, and is the slot of an address that cannot have one.
  Found search(std::uintptr_t pc, Slot& last) const noexcept;
  Slot* slot_of(std::uintptr_t pc) const noexcept;
  /// Of the object whose code is there; empty: there is none.
  UnwindTables tables_at(std::uintptr_t pc) const noexcept;

  std::vector<Code> code_;  // Sorted.
  MappedArray<Slot> slots_;
  Changes changes_;
  std::uint32_t generation_ = 0;
};

}  // namespace tare::stacks
