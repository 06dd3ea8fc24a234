// SPDX-License-Identifier: Apache-2.0
// Stacks by number: each different one is kept once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "stacks/unwinder.hpp"

namespace tare::stacks {

/// What it keeps is in memory that it maps, never takes from the allocator; errno stays as it is.
/// Not thread-safe.
class StackTable {
 public:
  /// Frames of a stack that are kept; what lies further out is cut off.
  static constexpr std::size_t most_frames = 256;
  /// What at() answers when there is no memory for one more stack.
  static constexpr std::uint32_t no_stack = 0;

  /// `unwinder` must outlive it.
  explicit StackTable(const Unwinder& unwinder);
  StackTable(const StackTable&) = delete;
  StackTable& operator=(const StackTable&) = delete;
  ~StackTable();

  /// The number of the stack that begins at `from`; never allocates, never throws. A stack that was
  /// seen lately costs one comparison per frame.
  std::uint32_t at(const Registers& from, const StackBounds& stack) noexcept;

  /// Numbers are [1, size()].
  std::uint32_t size() const noexcept;

  /// Addresses of a stack as Unwinder::walk() tells them, innermost first. Valid until at().
  std::span<const std::uintptr_t> stack(std::uint32_t number) const noexcept;

 private:
  class Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace tare::stacks
