// SPDX-License-Identifier: Apache-2.0
// What interrupts one thread, each time it has used a processor for a while.
#pragma once

#include <time.h>

#include <cerrno>
#include <cstdint>

#include "profile/sampler.hpp"

namespace tare::profile {

/// Sends the thread SIGPROF. Of engine `timer` si_overrun is how many more were due by then.
class ThreadAlarm {
 public:
  /// Not ringing yet. error() tells whether it can.
  ThreadAlarm(SamplingEngine engine, std::int32_t thread, std::uint64_t period_ns);
  ThreadAlarm(ThreadAlarm&& other) noexcept;
  ThreadAlarm& operator=(ThreadAlarm&& other) noexcept;
  ~ThreadAlarm();

  /// An errno; 0: it can ring.
  int error() const { return error_; }
  std::int32_t thread() const { return thread_; }

  void start();
  void stop();

 private:
  void open_perf();
  void make_timer();
  bool is_owner() const { return error_ == 0; }

  SamplingEngine engine_ = SamplingEngine::timer;
  std::int32_t thread_ = 0;
  std::uint64_t period_ns_ = 0;
  int descriptor_ = -1;
  timer_t timer_{};
  int error_ = ECANCELED;  ///< Of one that owns nothing.
};

}  // namespace tare::profile
