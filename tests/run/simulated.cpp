// SPDX-License-Identifier: Apache-2.0
#include "simulated.hpp"

#include <stdexcept>

namespace tare::running {
namespace {

thread_local double simulated_ns = 0;
thread_local std::uint64_t simulated_readings = 0;

const catalog::Catalog& catalog() {
  static const catalog::Catalog read = catalog::Catalog::read(detail::registrations());
  return read;
}

Trial trial_of(const Case& c, bool synchronise) {
  const catalog::Benchmark* benchmark = catalog().find(c.benchmark);
  if (benchmark == nullptr) throw std::out_of_range("no benchmark " + c.benchmark);
  const catalog::Variant* variant = catalog::find_variant(*benchmark, c.params);
  return {c, *benchmark, *variant, synchronise};
}

}  // namespace

void spend(double ns) { simulated_ns += ns; }

std::uint64_t readings() { return simulated_readings; }

std::uint64_t SimulatedClock::now_ns() {
  ++simulated_readings;
  simulated_ns += cost_;
  const auto now = static_cast<std::uint64_t>(simulated_ns);
  return now - now % step_;
}

std::uint64_t ScriptedClock::now_ns() {
  if (next_ == readings_.size()) readings_.push_back(readings_.back() + ms);
  return readings_[next_++];
}

Case case_of(const std::string& benchmark) {
  Case c;
  c.benchmark = benchmark;
  c.measurement = {1, ms, 1};
  return c;
}

Results run(const Case& c, Clock& clock, bool synchronise) {
  simulated_ns = 0;  // Large numbers would swallow small times.
  Results results;
  run_trial(trial_of(c, synchronise), clock, results);
  return results;
}

Results run(const Case& c) {
  SimulatedClock clock;
  return run(c, clock);
}

Ending ending_of(const Case& c) {
  try {
    run(c);
    return {Outcome::ok, ""};
  } catch (const Ending& ending) {
    return ending;
  }
}

Results observe(const Case& c, extend::Profiler& profiler) {
  Results results;
  SimulatedClock clock;
  run_observation(trial_of(c, true), profiler, 3, clock, results);
  return results;
}

}  // namespace tare::running
