// SPDX-License-Identifier: Apache-2.0
#include "session/schedule.hpp"

#include <algorithm>
#include <random>

namespace tare::session {
namespace {

/// Timed and warm-up forks of a case; in process there is the process itself.
std::uint32_t rounds_of(const Case& c) { return c.forks == 0 ? 1 : c.warmup_forks + c.forks; }

/// Puts a round's forks in random order, each with a layout of its own.
void draw(std::vector<Start>& round, std::mt19937_64& random) {
  std::shuffle(round.begin(), round.end(), random);
  for (Start& start : round) start.seed = random();
}

}  // namespace

bool can_be_profiled(const CasePlan& plan, extend::Course course) {
  return plan.roles.empty() || course == extend::Course::iterations;
}

std::vector<Start> make_schedule(const std::vector<catalog::Planned>& plan,
                                 const std::vector<ProfilerForks>& profilers, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Start> schedule;
  const auto add_round = [&](std::vector<Start>& round) {
    draw(round, random);
    schedule.insert(schedule.end(), round.begin(), round.end());
  };

  std::uint32_t rounds = 0;
  for (const catalog::Planned& planned : plan)
    rounds = std::max(rounds, rounds_of(planned.benchmark_case));
  for (std::uint32_t number = 0; number < rounds; ++number) {
    std::vector<Start> round;
    for (std::size_t i = 0; i < plan.size(); ++i) {
      const Case& c = plan[i].benchmark_case;
      const std::uint32_t warmup_forks = c.forks == 0 ? 0 : c.warmup_forks;
      if (number >= rounds_of(c)) continue;
      const bool warmup = number < warmup_forks;
      round.push_back({i, 0, warmup ? number : number - warmup_forks, warmup, 0});
    }
    add_round(round);
  }
  for (std::size_t profiler = 0; profiler < profilers.size(); ++profiler)
    for (std::uint32_t fork = 0; fork < profilers[profiler].count; ++fork) {
      std::vector<Start> round;
      for (std::size_t i = 0; i < plan.size(); ++i)
        if (can_be_profiled(plan[i].benchmark_case, profilers[profiler].course))
          round.push_back({i, profiler + 1, fork, false, 0});
      add_round(round);
    }
  return schedule;
}

std::vector<Start> make_further_round(const std::vector<catalog::Planned>& plan,
                                      const std::vector<std::size_t>& cases, std::uint32_t number,
                                      std::uint64_t seed) {
  std::seed_seq words{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32),
                      number};
  std::mt19937_64 random(words);
  std::vector<Start> round;
  for (const std::size_t i : cases)
    round.push_back({i, 0, plan[i].benchmark_case.forks + number, false, 0});
  draw(round, random);
  return round;
}

}  // namespace tare::session
