// SPDX-License-Identifier: Apache-2.0
// A run: starts every fork of every case, gathers what they measured, and saves as it goes.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "catalog/plan.hpp"
#include "fork/launcher.hpp"
#include "record/units.hpp"
#include "run/clock.hpp"
#include "session/until.hpp"
#include "stats/weaknesses.hpp"
#include "tare/extend/profiler.hpp"
#include "tare/extend/progress.hpp"
#include "tare/record.hpp"

namespace tare::session {

/// How a run goes, whatever its cases.
struct Settings {
  std::uint64_t seed = 0;
  double confidence = 0.999;
  bool stop_on_failure = false;     ///< `-foe`
  bool synchronise = true;          ///< `-si`
  std::optional<TimeUnit> unit;     ///< `-tu`; none: the one that suits each case.
  std::optional<Until> until;       ///< `--until`; none: each case has the forks that were planned.
  bool fit = false;                 ///< `--fit`
  std::vector<CasePlan> warmed_up;  ///< `-wmb`: besides what each case's warm-up mode says.
  stats::ClockFacts clock_facts;    ///< Of the clock that forks measure with.
};

/// What takes part in a run; all of it outlives the run.
struct Parts {
  fork::Launcher& forks;
  fork::Launcher& in_process;  ///< For cases with no fork (`-f 0`).
  extend::Progress& progress;
  running::Clock& clock;  ///< Of the run: when to save, how much is left.
  const std::vector<std::unique_ptr<extend::Profiler>>& profilers;
  const std::vector<fork::ProfilerOptions>& profiler_options;  ///< One for each profiler.
  /// Asked after each fork, and before each iteration in this process: why the run must stop now,
  /// or "". What it says does not become "" again.
  std::function<std::string()> stop;
  /// Adds to the report what is known only when all forks have ended, just before the last save.
  std::function<void(Report&)> finish;
  /// Writes the report wherever it was asked for; called at least every second while forks end,
  /// before a fork that is none and may take the run along, and for the last time at the end.
  std::function<void(const Report&, bool last)> save;
};

/// Runs the plan to its end, or until it must stop: then the report is not complete, its cases have
/// what was measured so far, and those that have nothing were skipped. With `until`, cases go on
/// after their planned forks, round by round, as long as they are not narrow enough. `head` is the
/// report's frame: version, command, environment, notes of the run. Never throws for what a
/// benchmark does.
Report run(const std::vector<catalog::Planned>& plan, Report head, const Settings& settings,
           const Parts& parts);

}  // namespace tare::session
