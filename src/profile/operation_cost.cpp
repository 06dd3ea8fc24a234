// SPDX-License-Identifier: Apache-2.0
#include "profile/operation_cost.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>

namespace tare::profile {
namespace {

/// All that is counted costs about this much: instructions of a second under valgrind. A single
/// round of as few calls as there can be may cost more.
constexpr std::uint64_t budget = 30'000'000;
/// Few, since states are set up before each round; a power of 4.
constexpr std::uint64_t most_pairs = 16;
constexpr std::uint64_t least_calls = 2;  // Of which half are some.

/// A call that takes longer, and ten times longer than its instructions do, waits.
constexpr std::uint64_t wait_ns = 1'000'000;

/// Pairs of rounds: one of so many calls, and one of half as many.
struct Plan {
  std::uint64_t pairs = 1;
  std::uint64_t calls = least_calls;
};

/// The largest power of 4 that is not greater; 1 for 0.
std::uint64_t power_of_4_up_to(std::uint64_t number) {
  std::uint64_t power = 1;
  while (power <= number / 4) power *= 4;
  return power;
}

Plan plan_for(std::uint64_t cost_of_call, std::size_t slots) {
  const std::uint64_t calls_of_least_pair = least_calls + least_calls / 2;
  const std::uint64_t cost_of_least_pair = calls_of_least_pair * cost_of_call;
  const std::uint64_t least_pairs =
      power_of_4_up_to(budget / std::max<std::uint64_t>(1, cost_of_least_pair));
  const std::uint64_t pairs = std::min(least_pairs, most_pairs);
  return {pairs, std::min<std::uint64_t>(least_calls * (least_pairs / pairs), slots)};
}

class Rounds {
 public:
  Rounds(extend::Operations& operations, const CostCounter& count)
      : operations_(operations), count_(count) {}

  std::uint64_t cost(std::uint64_t calls) {
    operations_.set_up(calls);
    operations_.still_running();
    const std::uint64_t cost = count_([&] { operations_.repeat(calls); });
    operations_.tear_down(calls);
    return cost;
  }

  /// Of one call: what it cost, and the nanoseconds it took.
  std::pair<std::uint64_t, std::uint64_t> timed_call() {
    using Clock = std::chrono::steady_clock;
    Clock::duration took{};
    operations_.set_up(1);
    operations_.still_running();
    const std::uint64_t cost = count_([&] {
      const Clock::time_point begin = Clock::now();
      operations_.repeat(1);
      took = Clock::now() - begin;
    });
    operations_.tear_down(1);
    return {cost, std::chrono::nanoseconds(took).count()};
  }

 private:
  extend::Operations& operations_;
  const CostCounter& count_;
};

/// Of one call, for the plan. One that waits, or has the kernel work, costs few instructions and
/// much time: it counts as what valgrind could have executed meanwhile.
std::uint64_t planned_cost(Rounds& rounds) {
  const auto call = rounds.timed_call();
  const std::uint64_t cost = call.first,
                      ns = call.second;  // Bindings cannot be captured: clang 14.
  const auto worth = [](std::uint64_t time) { return time / 1000 * (budget / 1'000'000); };
  const auto waits = [&](std::uint64_t time) { return time >= wait_ns && worth(time) / 10 > cost; };
  if (!waits(ns)) return cost;
  // Another process may have had the processor: not twice.
  const std::uint64_t again = rounds.timed_call().second;
  return waits(again) ? worth(std::min(ns, again)) : cost;
}

}  // namespace

double operation_cost(extend::Operations& operations, const CostCounter& count) {
  Rounds rounds(operations, count);
  rounds.cost(1);
  const Plan plan = plan_for(planned_cost(rounds), operations.slots());
  rounds.cost(plan.calls);
  const std::uint64_t half = plan.calls / 2;
  std::uint64_t all_whole = 0, all_half = 0;
  for (std::uint64_t pair = 0; pair < plan.pairs; ++pair) {
    // Now the one comes first, now the other: neither is the later one on the whole.
    if (pair % 2 == 0) all_half += rounds.cost(half);
    all_whole += rounds.cost(plan.calls);
    if (pair % 2 != 0) all_half += rounds.cost(half);
  }
  const std::uint64_t operations_more =
      plan.pairs * (plan.calls - half) * operations.operations_per_invocation();
  return (static_cast<double>(all_whole) - static_cast<double>(all_half)) /
         static_cast<double>(operations_more);
}

}  // namespace tare::profile
