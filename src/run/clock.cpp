// SPDX-License-Identifier: Apache-2.0
#include "run/clock.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace tare::running {
namespace {

/// Or until somebody asks to stop.
void wait_for(std::chrono::nanoseconds time, std::stop_token stop) {
  // What lies further ahead has no time point; a year is as good as for ever.
  constexpr std::chrono::nanoseconds year = std::chrono::hours(24 * 365);
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any nobody;
  nobody.wait_for(lock, std::move(stop), std::min(time, year), [] { return false; });
}

}  // namespace

std::uint64_t SteadyClock::now_ns() {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                        std::chrono::steady_clock::now().time_since_epoch())
                                        .count());
}

void Clock::wait_until(std::uint64_t, std::stop_token stop) {
  wait_for(std::chrono::nanoseconds::max(), std::move(stop));
}

void SteadyClock::wait_until(std::uint64_t ns, std::stop_token stop) {
  const std::uint64_t now = now_ns();
  constexpr auto most = static_cast<std::uint64_t>(std::chrono::nanoseconds::max().count());
  if (ns > now) wait_for(std::chrono::nanoseconds(std::min(ns - now, most)), std::move(stop));
}

stats::ClockFacts measure(Clock& clock) {
  // Enough for the least step to show; at about 25 ns a reading they take 0.1 ms.
  constexpr int readings = 4096;
  // The cost is the least over rounds: a round that was interrupted says nothing of the clock.
  constexpr int rounds = 4;
  stats::ClockFacts facts;
  std::uint64_t step = UINT64_MAX;
  std::uint64_t shortest_round = UINT64_MAX;
  for (int round = 0; round < rounds; ++round) {
    const std::uint64_t begin = clock.now_ns();
    std::uint64_t last = begin;
    for (int i = 0; i < readings / rounds; ++i) {
      const std::uint64_t now = clock.now_ns();
      if (now > last) step = std::min(step, now - last);
      last = now;
    }
    if (last >= begin) shortest_round = std::min(shortest_round, last - begin);
  }
  // A clock so coarse that it never moved has at least the step of one full round.
  facts.step_ns = step == UINT64_MAX ? 1e6 : static_cast<double>(step);
  // Nor does one that only went backwards say what it costs.
  if (shortest_round != UINT64_MAX)
    facts.cost_ns = static_cast<double>(shortest_round) / static_cast<double>(readings / rounds);
  return facts;
}

double shortest_batch_ns(const stats::ClockFacts& facts) {
  return 1000 * std::max({facts.step_ns, facts.cost_ns, 1.0});
}

}  // namespace tare::running
