// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <pthread.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <span>

#include "stacks/unwinder.hpp"

extern "C" void* __libc_stack_end;  // NOLINT(bugprone-reserved-identifier): glibc's.

namespace tare::stacks {
namespace {

/// The mapping that `address` is in, by the system's list of them; {}: it could not be told. Not by
/// pthread_getattr_np(), which holds a lock while it allocates: who asks may be told of that very
/// allocation, or interrupt it.
StackBounds mapping_at(std::uintptr_t address) noexcept {
  const int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  // `begin-end permissions …` in hexadecimal digits, a line for each.
  enum { begin, end, rest } field = begin;
  std::uintptr_t bounds[2] = {};
  StackBounds found;
  std::array<char, 4096> piece;
  for (ssize_t size; found.high == 0 && (size = read(file, piece.data(), piece.size())) > 0;)
    for (const char c : std::span(piece).first(static_cast<std::size_t>(size))) {
      if (c == '\n') {
        field = begin;
        bounds[begin] = bounds[end] = 0;
      } else if (field == begin && c == '-') {
        field = end;
      } else if (field == end && c == ' ') {
        field = rest;
        if (address >= bounds[begin] && address < bounds[end]) found = {bounds[begin], bounds[end]};
      } else if (field != rest) {
        const int digit = c <= '9' ? c - '0' : c - 'a' + 10;
        bounds[field] = bounds[field] * 16 + static_cast<std::uintptr_t>(digit);
      }
    }
  close(file);
  return found;
}

/// The system keeps so much below the first thread's stack free of other mappings, at least
/// (arch/x86/mm/mmap.c, SIZE_128M).
constexpr std::uintptr_t free_below_first = std::uintptr_t{128} << 20;

/// A thread's descriptor lies at the upper end of its stack, whoever has set that aside; the first
/// thread's does not, but the C library knows where that one began.
StackBounds stack_of_thread() noexcept {
  if (gettid() == getpid()) {
    const auto high = reinterpret_cast<std::uintptr_t>(__libc_stack_end);
    return {high - free_below_first, high};
  }
  const int error = errno;
  const auto descriptor = static_cast<std::uintptr_t>(pthread_self());
  const StackBounds mapping = mapping_at(descriptor);
  errno = error;
  return {mapping.low, mapping.high == 0 ? 0 : descriptor};
}

/// The end of what can be read from `from` on, for stacks that nobody has told of. Asked anew each
/// time, since coroutines come and go. The system reads a byte of each page in its turn, and says
/// how many it could.
std::uintptr_t readable_end(std::uintptr_t from) noexcept {
  constexpr std::size_t most_pages = 64;
  constexpr std::uintptr_t page = 4096;  // No machine has smaller ones.
  const std::uintptr_t first = from / page * page;
  std::array<iovec, most_pages> pages;
  for (std::size_t i = 0; i < most_pages; ++i)
    pages[i] = {reinterpret_cast<void*>(first + i * page), 1};
  std::array<char, most_pages> bytes;
  iovec to{bytes.data(), bytes.size()};
  const int error = errno;
  const ssize_t readable = process_vm_readv(getpid(), &to, 1, pages.data(), most_pages, 0);
  errno = error;
  // Where that is not allowed: `from`, where the thread is, can be read.
  return first + (readable > 0 ? static_cast<std::uintptr_t>(readable) : 1) * page;
}

// Before a `ret` the tables may say that rbp is in the word just below, where it still is: the
// System V ABI for x86-64 (3.2.2) keeps signals from writing into these 128 bytes.
constexpr std::uintptr_t red_zone = 128;

}  // namespace

StackBounds readable_stack(std::uintptr_t sp) noexcept { return {sp - red_zone, readable_end(sp)}; }

StackBounds own_stack(std::uintptr_t sp) noexcept {
  static thread_local const StackBounds thread = stack_of_thread();
  return {sp - red_zone, sp >= thread.low && sp < thread.high ? thread.high : readable_end(sp)};
}

StackBounds own_stack() noexcept {
  return own_stack(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
}

}  // namespace tare::stacks
