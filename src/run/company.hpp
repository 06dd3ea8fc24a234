// SPDX-License-Identifier: Apache-2.0
// Threads that wait for each other at work, so that none is measured while others do not run, and
// none is left alone in a call that needs another's.
#pragma once

#include <atomic>
#include <cstdint>

#include "run/batches.hpp"
#include "run/own_lines.hpp"

namespace tare::running {

/// The threads of an iteration. All of its functions but reset() are called by each thread once an
/// iteration, in the order in which they stand here.
class Company {
 public:
  /// Where there are more threads than `processors`, those that wait let others go first.
  Company(std::uint32_t threads, std::uint32_t processors)
      : threads_(threads), crowded_(threads > processors) {}

  /// By one thread, while all others wait for it.
  void reset();

  /// Works until all threads do. What takes a Control is not called yet: it might wait for the end
  /// of an iteration that has not begun.
  void gather(Batches& batches);

  /// Works on until all threads have been measured.
  void stay(Batches& batches) { keep_busy_until(measured_, batches); }

  /// Waits for those that are in a call still. One that does not come back for long, compared with
  /// the time since `begin` (of SteadyClock) in which this thread was at its own last calls, may
  /// need another's call to end (a queue that is full, a ping without a pong): then this thread
  /// makes calls too, one by one, until all are out.
  void leave(Batches& batches, std::uint64_t begin);

  /// One of the threads has failed: nobody waits for it.
  void disband() { disbanded_ = true; }

 private:
  void keep_busy_until(std::atomic<std::uint32_t>& arrived, Batches& batches);
  void let_others_go_first() const;

  std::uint32_t threads_;
  bool crowded_;
  alignas(own_lines) std::atomic<std::uint32_t> running_ = 0;
  alignas(own_lines) std::atomic<std::uint32_t> measured_ = 0;
  alignas(own_lines) std::atomic<std::uint32_t> inside_ = 0;  ///< May be in a call.
  alignas(own_lines) std::atomic<bool> disbanded_ = false;
};

}  // namespace tare::running
