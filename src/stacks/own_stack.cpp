// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "stacks/unwinder.hpp"

namespace tare::stacks {
namespace {

StackBounds stack_of_thread() noexcept {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return {};
  void* low = nullptr;
  std::size_t size = 0;
  pthread_attr_getstack(&attributes, &low, &size);
  pthread_attr_destroy(&attributes);
  const auto begin = reinterpret_cast<std::uintptr_t>(low);
  return {begin, begin + size};
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
  // The first thread's low end depends on a limit that may change; the high one is what counts.
  static thread_local const StackBounds thread = stack_of_thread();
  return {sp - red_zone, sp >= thread.low && sp < thread.high ? thread.high : readable_end(sp)};
}

StackBounds own_stack() noexcept {
  return own_stack(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
}

}  // namespace tare::stacks
