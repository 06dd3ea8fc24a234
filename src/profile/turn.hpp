// SPDX-License-Identifier: Apache-2.0
// Who looks on at allocations, does so one thread after another, and unseen.
#pragma once

#include <sched.h>

#include <atomic>

#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#endif

namespace tare::profile {

/// While it lives, what its thread allocates is not told.
class Unseen {
 public:
  Unseen() noexcept : outermost_(!unseen_) { unseen_ = true; }
  Unseen(const Unseen&) = delete;
  Unseen& operator=(const Unseen&) = delete;
  ~Unseen() {
    if (outermost_) unseen_ = false;
  }
  /// False: it was unseen before.
  bool outermost() const noexcept { return outermost_; }

 private:
  // Initial-exec: the first touch of another model's variable may itself call malloc().
  [[gnu::tls_model("initial-exec")]] static inline constinit thread_local bool unseen_ = false;
  bool outermost_;
};

/// While one lives, no other thread has one. Its thread is unseen, so that a signal's handler that
/// allocates meanwhile does not wait for the very thread it has interrupted.
///
/// A process of one thread takes no lock, as glibc's malloc() does not: another thread can only
/// come to be by pthread_create(), before which __libc_single_threaded changes, and nobody calls
/// that within a turn. What a turn began as, it ends as.
class Turn {
 public:
  Turn() noexcept : locks_(!is_single_threaded()) {
    if (locks_) lock();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn() {
    if (locks_) taken_.clear(std::memory_order_release);
  }

 private:
  // A spin lock: sanitizers intercept what a std::mutex calls, and tell of allocations within. Not
  // inlined, so that hooks need fewer registers.
  [[gnu::noinline]] static void lock() noexcept {
    while (taken_.test_and_set(std::memory_order_acquire)) sched_yield();
  }

  static bool is_single_threaded() noexcept {
#if __has_include(<sys/single_threaded.h>)
    return __libc_single_threaded != 0;
#else
    return false;
#endif
  }

  // A forked child may find it taken for ever; there nobody is told (ToldWatcher).
  static inline constinit std::atomic_flag taken_ = ATOMIC_FLAG_INIT;
  Unseen unseen_;
  bool locks_;
};

}  // namespace tare::profile
