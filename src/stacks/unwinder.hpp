// SPDX-License-Identifier: Apache-2.0
// Walks of stacks by the unwind tables (.eh_frame) of what is loaded, so that they go through code
// without frame pointers, too. Nothing of it is an unwinder that exceptions would come to use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace tare::stacks {

class UnwindRows;

/// Where a thread is: all that a walk begins with (x86-64: rip, rsp, rbp).
struct Registers {
  std::uintptr_t pc = 0;
  std::uintptr_t sp = 0;
  std::uintptr_t bp = 0;
  /// Only functions that align their stack anew need it, for some of their first and last
  /// instructions; calls come later. So it is of use where a signal came.
  std::uintptr_t r10 = 0;
};

/// Where a signal came, as its handler is told (SA_SIGINFO).
Registers interrupted_registers(const void* ucontext) noexcept;

/// Where the calling function is.
[[gnu::always_inline]] inline Registers here() noexcept {
  Registers now;
#if defined(__x86_64__)
  asm volatile("lea 0(%%rip), %0\n\tmov %%rsp, %1\n\tmov %%rbp, %2"
               : "=&r"(now.pc), "=&r"(now.sp), "=&r"(now.bp));
#endif
  return now;
}

/// The part of a stack that may be read: [low, high).
struct StackBounds {
  std::uintptr_t low = 0;
  std::uintptr_t high = 0;
};

/// Bounds of the calling thread's stack from where it is now. The first call of a thread may
/// allocate; later ones do not. In a signal handler: only in a thread that has asked before.
/// A thread that has left its stack (for a coroutine's, or a signal's) gets what can be read from
/// where it is on, at most 256 KiB; that takes a system call each time.
StackBounds own_stack() noexcept;

/// The same from where the thread was: a signal's handler may have a stack of its own, and walks
/// that of `interrupted_registers(…).sp`.
StackBounds own_stack(std::uintptr_t sp) noexcept;

/// What can be read of whatever stack `sp` is on, at most 256 KiB; that takes a system call. In a
/// signal handler of any thread.
StackBounds readable_stack(std::uintptr_t sp) noexcept;

/// What made a walk come out as it did: the words of the stack that it read and that count. A walk
/// from the same pc at another place comes out the same if it finds the same return addresses in
/// words that are as far from its sp, and in the words (and rbp) that say where a frame is,
/// addresses that are as far from it.
struct WalkTrace {
  struct Word {
    std::uintptr_t place;
    std::uintptr_t value;
  };
  std::span<Word> return_addresses;  ///< Room for as many as `pcs` holds.
  std::span<Word> frame_addresses;   ///< Room for three times as many.
  std::size_t return_address_count = 0;
  std::size_t frame_address_count = 0;
  bool rbp_counts = false;  ///< The rbp that the walk began with says where a frame is.
  /// The walk ended where a table or the room for it says, and needed nothing else: what is above
  /// holds. Else it is not told.
  bool tells_all = false;
};

/// Thread-safe, but for refresh(). What is known of an address is kept, so that walking through it
/// again is quick. Code that no table covers (a JIT's, an assembler's) is walked through by frame
/// pointers, if it seems to have them.
class Unwinder {
 public:
  /// Knows the objects that are loaded now.
  Unwinder();
  Unwinder(const Unwinder&) = delete;
  Unwinder& operator=(const Unwinder&) = delete;
  ~Unwinder();

  /// Learns of what was loaded since, and forgets what was unloaded. While nobody walks. Does
  /// nothing if nothing was.
  void refresh();

  /// Grows with each refresh() that did something.
  std::uint32_t generation() const noexcept;

  /// Writes the stack, innermost first: `from.pc`, then return addresses. Returns how many; they
  /// end where the outermost frame is, where `pcs` is full, or where no table leads on. The address
  /// at which a signal came is told plus one, so that one less than each but the first is inside
  /// the instruction that was under way. Never allocates, never throws, may be called in a signal
  /// handler, and reads nothing outside `stack`.
  std::size_t walk(const Registers& from, const StackBounds& stack,
                   std::span<std::uintptr_t> pcs) const noexcept;

  /// The same, and what it came from.
  std::size_t walk(const Registers& from, const StackBounds& stack, std::span<std::uintptr_t> pcs,
                   WalkTrace& trace) const noexcept;

 private:
  std::unique_ptr<UnwindRows> rows_;
};

}  // namespace tare::stacks
