// SPDX-License-Identifier: Apache-2.0
// Contract of a progress display: told of every step of a run as it happens.
#pragma once

#include <cstddef>
#include <string>

#include "tare/record.hpp"

namespace tare::extend {

/// What is being run now. References are valid during the call only.
struct Step {
  const Case& benchmark_case;
  std::string profiler;   ///< Empty for a timed fork.
  std::size_t fork = 0;   ///< 1-based, within the case and profiler.
  std::size_t forks = 0;  ///< 0: in process.
  bool warmup_fork = false;
  double done = 0;         ///< 0…1 of the whole run, by projected time.
  double remaining_s = 0;  ///< Estimate; negative where there is none yet.
};

/// All functions are called from one thread, in the order of events.
class Progress {
 public:
  virtual ~Progress() = default;

  /// Before the first fork. `plan.cases` holds every case, without figures.
  virtual void run_started(const Report& plan) = 0;
  virtual void fork_started(const Step& step) = 0;
  /// `score` in ns/op, or ops/s in mode thrpt; `index` is 1-based.
  virtual void iteration(const Step& step, bool warmup, std::size_t index, double score) = 0;
  /// The fork's own score (median of its iterations; NaN if it has none), and how it ended.
  virtual void fork_finished(const Step& step, const ForkRun& fork, double score) = 0;
  /// Figures are final: every file asked for has been written before this.
  virtual void run_finished(const Report& report) = 0;
};

}  // namespace tare::extend
