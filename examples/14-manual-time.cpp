// SPDX-License-Identifier: Apache-2.0
// A body that takes its own time is measured by what it records: for work that something else does
// (a device, a server), or of which only a part is of interest.
#include <chrono>
#include <string>
#include <tare/tare.hpp>

TARE_BENCH(find_only, tare::ManualTime& time) {
  using Clock = std::chrono::steady_clock;
  const std::string hay = std::string(100'000, 'a') + "needle";  // Not of interest.
  const auto begin = Clock::now();
  tare::keep(hay.find("needle"));
  time.record(Clock::now() - begin);
}
