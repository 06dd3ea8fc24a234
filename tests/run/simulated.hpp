// SPDX-License-Identifier: Apache-2.0
// Trials in simulated time: bodies spend time by saying so, and nothing depends on the machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "run/clock.hpp"
#include "run/ending.hpp"
#include "run/trial.hpp"

namespace tare::running {

/// Lets simulated time pass for this thread: each has its own, so that what one measures does not
/// depend on when others run.
void spend(double ns);

/// How often this thread has read a simulated clock.
std::uint64_t readings();

/// A clock of simulated time, which reading it takes too.
class SimulatedClock final : public Clock {
 public:
  explicit SimulatedClock(double cost = 25, std::uint64_t step = 1) : cost_(cost), step_(step) {}
  std::uint64_t now_ns() override;

 private:
  double cost_;
  std::uint64_t step_;
};

/// A clock whose readings are told beforehand; after the last it goes on by a millisecond each.
class ScriptedClock final : public Clock {
 public:
  explicit ScriptedClock(std::vector<std::uint64_t> readings) : readings_(std::move(readings)) {}
  std::uint64_t now_ns() override;

 private:
  std::vector<std::uint64_t> readings_;
  std::size_t next_ = 0;
};

/// Keeps what a trial says.
struct Results final : Sink {
  std::vector<IterationResult> warmup;
  std::vector<IterationResult> measured;
  std::vector<extend::Findings> found;
  std::size_t started = 0;

  void iteration_started() override { ++started; }
  void iteration(const IterationResult& result) override {
    (result.warmup ? warmup : measured).push_back(result);
  }
  void findings(const extend::Findings& findings) override { found.push_back(findings); }

  const IterationResult& last() const { return measured.back(); }
};

constexpr std::uint64_t us = 1'000;
constexpr std::uint64_t ms = 1'000'000;

/// The case of a benchmark registered in this program: in mode avgt, by one thread, without
/// warm-up, one iteration of a millisecond.
Case case_of(const std::string& benchmark);

/// Runs a case in this process, as TARE_OPTIONS asks.
Results run(const Case& c, Clock& clock, bool synchronise = true);
Results run(const Case& c);

/// How a case ends: ok, or as its Ending says.
Ending ending_of(const Case& c);

/// Lets a profiler look at a case.
Results observe(const Case& c, extend::Profiler& profiler);

}  // namespace tare::running
