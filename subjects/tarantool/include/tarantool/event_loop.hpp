// SPDX-License-Identifier: Apache-2.0
// What connections live on: one thread that waits for sockets and timers and calls back.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <thread>

namespace tarantool {

/// Runs on whichever thread calls one of the run functions, one at a time, and not from within what
/// it calls back. Must outlive whatever is made on it. Close that, and run the loop until it has
/// told, before the loop ends: what still waits then may never be answered.
class EventLoop {
 public:
  EventLoop();
  ~EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  /// Runs until stop().
  void run();
  /// Runs until stop(), or until `time` is over.
  void run_for(std::chrono::milliseconds time);
  /// Runs one thing that is ready, and first waits for something to be, but not longer than `most`.
  void run_once(std::chrono::milliseconds most);
  /// Makes run() return, or the next call return at once. On any thread.
  void stop();

  /// Has a function called on the loop's thread, soon but not within this call. On any thread.
  void post(std::function<void()> function);
  /// Whether the calling thread is the one that runs this loop now.
  bool is_current() const;

  /// The loop's own, for this library's sources.
  struct Core;
  Core& core() { return *core_; }

 private:
  std::unique_ptr<Core> core_;
};

/// An event loop with a thread of its own, which ends with it.
class BackgroundLoop {
 public:
  BackgroundLoop();
  ~BackgroundLoop();
  EventLoop& loop() { return loop_; }

 private:
  EventLoop loop_;
  std::thread thread_;
};

/// Calls a function once, later. To be used on the loop's thread, but for its end, which may be
/// anywhere; what it would have called is then not called any more.
class Timer {
 public:
  explicit Timer(EventLoop& loop);
  ~Timer();
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

  /// In place of what was to be called before, if it was not yet.
  void start(std::chrono::milliseconds after, std::function<void()> function);
  void cancel();

 private:
  struct Core;
  std::shared_ptr<Core> core_;
};

}  // namespace tarantool
