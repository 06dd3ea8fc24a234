// SPDX-License-Identifier: Apache-2.0
// What the unwind tables of an object (.eh_frame, found through .eh_frame_hdr) say of an address:
// how to get from a frame to its caller's. The format: Linux Standard Base 5.0, Core, 10.6, and
// DWARF 5, 6.4; registers have the numbers of the System V ABI for x86-64, figure 3.36.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace tare::stacks {

/// The unwind tables of an object, as they lie in memory. Nothing outside `bytes` is read.
struct UnwindTables {
  std::span<const std::byte> bytes;  ///< The segment that .eh_frame_hdr and .eh_frame are in.
  std::uintptr_t address = 0;        ///< Where the object has the first of them.
  std::uintptr_t header = 0;         ///< Where it has .eh_frame_hdr.
};

/// How to get from a frame to its caller's, in one word, so that it is read and written whole. The
/// CFA is the caller's stack pointer. A word of zeros is no row.
struct UnwindRow {
  enum class Cfa : std::uint8_t {
    unknown,  ///< No table has the address, or what it says is beyond this reader.
    end,      ///< This is the outermost frame.
    sp,       ///< sp + cfa_offset
    bp,       ///< bp + cfa_offset
    r10,      ///< r10 + cfa_offset: a few instructions of functions that realign their stack.
    at_sp,    ///< The word at sp + cfa_offset: a signal's frame.
    at_bp,    ///< The word at bp + cfa_offset: a function that has realigned its stack.
  };
  enum class Place : std::uint8_t {
    same,  ///< The register has the caller's value.
    lost,  ///< It is nowhere, or where this reader does not look.
    cfa,   ///< In the word at CFA + offset; likewise the next two.
    sp,
    bp,
  };

  Cfa cfa : 3;
  Place bp : 3;             ///< Where the caller's rbp is.
  bool pc_at_sp : 1;        ///< The caller's pc is at sp + pc_offset; else at CFA + pc_offset.
  bool interrupted : 1;     ///< A signal's frame: its pc is no return address.
  std::int64_t is_row : 1;  ///< Not zero.
  std::int64_t pc_offset : 11;
  std::int64_t bp_offset : 18;
  std::int64_t cfa_offset : 26;  ///< Frames of 32 MiB and more are beyond this reader.
};
static_assert(sizeof(UnwindRow) == sizeof(std::uint64_t));

/// The row of an instruction, which for a return address is the one before it: any byte of the
/// instruction names it. Whatever the bytes, it comes back after a number of steps that is bounded
/// by theirs. Never allocates, never throws.
UnwindRow unwind_row(const UnwindTables& tables, std::uintptr_t pc) noexcept;

/// Code with an entry of its own: a function, or what a compiler has moved out of one; [begin,
/// end).
struct CodeRange {
  std::uintptr_t begin = 0, end = 0;
  bool operator==(const CodeRange&) const = default;
};

/// The code that `pc` is in, which needs no symbol to be known. None: no entry has it. As bounded
/// as unwind_row().
std::optional<CodeRange> code_range(const UnwindTables& tables, std::uintptr_t pc) noexcept;

}  // namespace tare::stacks
