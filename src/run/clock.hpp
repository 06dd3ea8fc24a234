// SPDX-License-Identifier: Apache-2.0
// The clock, and what reading it costs.
#pragma once

#include <cstdint>
#include <stop_token>

#include "stats/weaknesses.hpp"

namespace tare::running {

/// Monotonic nanoseconds. An interface, so that calibration, warm-up and stop rules are tested
/// with simulated time.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual std::uint64_t now_ns() = 0;
  /// Waits until it reads `ns`, or somebody asks to stop. Simulated time, which no waiting moves,
  /// never comes: unless overridden it waits for the latter alone.
  virtual void wait_until(std::uint64_t ns, std::stop_token stop);
};

/// std::chrono::steady_clock. The time stamp counter would save 14 of its 24 ns and needs
/// calibration of its own; batches a thousand times as long make that pointless.
class SteadyClock final : public Clock {
 public:
  std::uint64_t now_ns() override;
  void wait_until(std::uint64_t ns, std::stop_token stop) override;
};

/// Measures a clock for about a fifth of a millisecond.
stats::ClockFacts measure(Clock& clock);

/// A batch this long, in ns, is known to a thousandth whatever the clock's step and cost: 1000 ×
/// the greater of the two.
double shortest_batch_ns(const stats::ClockFacts& facts);

}  // namespace tare::running
