// SPDX-License-Identifier: Apache-2.0
// Walks of stacks by the unwind tables (.eh_frame) of what is loaded, so that they go through code
// without frame pointers, too. Nothing of it is an unwinder that exceptions would come to use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace tare::stacks {

/// Where a thread is: all that a walk begins with (x86-64: rip, rsp, rbp).
struct Registers {
  std::uintptr_t pc = 0;
  std::uintptr_t sp = 0;
  std::uintptr_t bp = 0;
};

/// The part of a stack that may be read: [low, high).
struct StackBounds {
  std::uintptr_t low = 0;
  std::uintptr_t high = 0;
};

/// Bounds of the calling thread's stack from where it is now. The first call of a thread may
/// allocate; later ones do not. In a signal handler: only in a thread that has asked before.
StackBounds own_stack() noexcept;

/// Thread-safe, but for refresh(). What is known of an address is kept, so that walking through it
/// again is quick.
class Unwinder {
 public:
  /// Knows the objects that are loaded now.
  Unwinder();
  Unwinder(const Unwinder&) = delete;
  Unwinder& operator=(const Unwinder&) = delete;
  ~Unwinder();

  /// Learns of what was loaded since. While nobody walks.
  void refresh();

  /// Writes the stack, innermost first: `from.pc`, then return addresses. Returns how many; they
  /// end where the outermost frame is, where `pcs` is full, or where no table leads on. Never
  /// allocates, never throws, may be called in a signal handler, and reads nothing outside `stack`.
  std::size_t walk(Registers from, StackBounds stack, std::span<std::uintptr_t> pcs) const noexcept;

 private:
  class Tables;
  std::unique_ptr<Tables> tables_;
};

}  // namespace tare::stacks
