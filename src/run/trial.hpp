// SPDX-License-Identifier: Apache-2.0
// One fork's work: set-up, warm-up, measurement, tear-down, over all its threads.
#pragma once

#include "catalog/catalog.hpp"
#include "run/clock.hpp"
#include "run/sink.hpp"
#include "tare/record.hpp"

namespace tare::running {

/// What to run. References must outlive the trial, and be of one another.
struct Trial {
  const CasePlan& benchmark_case;
  const catalog::Benchmark& benchmark;
  const catalog::Variant& variant;
  bool synchronise = true;  ///< `-si`: no thread is measured while others do not run yet.
  /// Told of iterations; null: nobody is.
  extend::IterationWatcher* watcher = nullptr;
};

/// Runs the iterations of a case and hands each one's result to `sink`, from the calling thread.
/// Throws Ending if the benchmark failed or asked to be skipped; what it threw is never passed on.
void run_trial(const Trial& trial, Clock& clock, Sink& sink);

/// Lets `profiler` run the trial, by operations or by iterations; its findings go to `sink`, scores
/// do not. `fork` is 1-based, among the profiler's. Throws Ending as run_trial() does.
void run_observation(const Trial& trial, extend::Profiler& profiler, std::uint32_t fork,
                     Clock& clock, Sink& sink);

}  // namespace tare::running
