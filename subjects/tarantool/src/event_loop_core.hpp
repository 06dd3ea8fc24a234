// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <memory>
#include <mutex>
#include <thread>

#include "handler_memory.hpp"
#include "tarantool/event_loop.hpp"

namespace tarantool {

/// Nobody waits longer: sums with a clock's time stay in its range.
inline constexpr std::chrono::milliseconds longest_wait = std::chrono::hours(24 * 365);

/// What is to be done on a loop's thread before that waits the next time, once however often it was
/// asked for. Unlike what is posted it costs a loop no system call, unless that waits already.
class Deferred {
 public:
  virtual void run_deferred() = 0;

 protected:
  ~Deferred() = default;

 private:
  friend struct EventLoop::Core;
  std::shared_ptr<Deferred> self_;  // While it is in the list.
  Deferred* next_ = nullptr;
};

struct EventLoop::Core {
  Core() = default;
  ~Core();

  /// On any thread.
  void defer(std::shared_ptr<Deferred> task);
  void run_deferred();

  /// The calling thread begins, or ends, to run the loop.
  void enter();
  void leave();
  /// Whether the calling thread is the one that runs the loop, or did last: nobody else will.
  bool is_run_here();

 private:
  std::mutex mutex_;
  std::thread::id runner_;
  Deferred* first_ = nullptr;
  unsigned running_ = 0;   // Calls that run the loop: one, or some within another.
  bool is_awake_ = false;  // Or about to be.
  HandlerMemory wake_memory_;

 public:
  /// One thread at a time: the hint spares the context's locks between several. Ends first: what it
  /// still holds uses the rest.
  boost::asio::io_context context{1};
};

}  // namespace tarantool
