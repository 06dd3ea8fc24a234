// SPDX-License-Identifier: Apache-2.0
// Where a trial's results go: memory or a wire, it never knows which.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tare/extend/profiler.hpp"
#include "tare/record.hpp"
#include "tare/state.hpp"

namespace tare::running {

using CounterKind = detail::CounterVisitor::Kind;

/// An auxiliary counter after an iteration.
struct CounterValue {
  std::string label;
  CounterKind kind = CounterKind::event;
  /// Events: their sum. Rates: as the score of an iteration, in the same base. Times: ns/op.
  /// Others: per second.
  double value = 0;
  bool operator==(const CounterValue&) const = default;
};

/// What one iteration measured.
struct IterationResult {
  bool warmup = false;
  std::uint32_t index = 0;       ///< 1-based, within its phase.
  std::uint64_t operations = 0;  ///< Over all threads.
  double nanoseconds = 0;        ///< Time measured, summed over threads.
  double score = 0;              ///< ns/op, or ops/s in mode thrpt.
  Histogram histogram;           ///< Mode sample: ns of single operations.
  std::vector<CounterValue> counters;
  bool operator==(const IterationResult&) const = default;
};

/// What surrounds iterations and can take too long by itself.
enum class Stage { trial_set_up, iteration_set_up, iteration_tear_down, trial_tear_down };

class Sink {
 public:
  virtual ~Sink() = default;
  /// One of these is about to run; those of an iteration only where there is something to run.
  virtual void stage_started(Stage) {}
  /// An iteration is about to run: the time-out counts from here.
  virtual void iteration_started() = 0;
  virtual void iteration(const IterationResult& result) = 0;
  virtual void findings(const extend::Findings& findings) = 0;
};

}  // namespace tare::running
