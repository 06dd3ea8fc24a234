// SPDX-License-Identifier: Apache-2.0
// Contract of a profiler: something that looks at a benchmark in forks of its own, so that it
// never changes the score.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tare/record.hpp"

namespace tare::extend {

/// Whether a profiler can work on this machine and in this program, and if not, why not.
struct Support {
  bool works = true;
  std::string reason{};  ///< Empty if it works.
  std::string enable{};  ///< How to make it work, for people; empty: not known, or not needed.
};

/// An option of a profiler, as `-lprof` shows it.
struct ProfilerOption {
  std::string name;
  std::string value;  ///< What it is if nobody sets it.
  std::string text;   ///< One line: what it is for, and what it can be.
};

/// The case that a profiler's fork is for.
struct Assignment {
  CasePlan plan;
  std::uint32_t fork = 1;  ///< 1-based, among the profiler's forks of the case.
};

/// The operations of one case, one by one: states are set up, nothing is timed.
/// No function of it allocates between construction and destruction, but for the benchmark itself.
class Operations {
 public:
  virtual ~Operations() = default;

  /// False: the operation returns nothing that could be kept.
  virtual bool returns_value() const = 0;

  /// sizeof the returned value; 0 if there is none.
  virtual std::size_t result_size() const = 0;

  /// Operations that one invocation stands for (`-opi`).
  virtual std::uint64_t operations_per_invocation() const = 0;

  /// Most results that can be kept at once.
  virtual std::size_t slots() const = 0;

  /// Invocation-level set-up for slots [0, count).
  virtual void set_up(std::size_t count) = 0;

  /// Tells the run that work goes on: the time-out of an iteration (`-to`) counts from here. To be
  /// called before every operation.
  virtual void still_running() = 0;

  /// Runs the operation once and leaves its result alive in `slot`, which must be empty.
  virtual void invoke(std::size_t slot) = 0;

  /// Destroys the result in `slot`. No effect if the operation returns nothing.
  virtual void drop(std::size_t slot) = 0;

  /// Runs the operation `count` times in the loop that is timed elsewhere, which destroys each
  /// result. With invocation-level set-up `count` is of slots that are set up.
  virtual void repeat(std::uint64_t count) = 0;

  /// Invocation-level tear-down for slots [0, count).
  virtual void tear_down(std::size_t count) = 0;
};

/// An iteration that is over.
struct Iteration {
  bool warmup = false;
  std::uint32_t index = 0;       ///< 1-based, within its phase.
  std::uint64_t operations = 0;  ///< Over all threads.
  double nanoseconds = 0;        ///< Time measured, summed over threads.
};

/// Is told of iterations, by the thread of the case that is the first. Between the two calls is
/// what a timed fork would measure; what surrounds iterations is not.
class IterationWatcher {
 public:
  virtual ~IterationWatcher() = default;
  /// All threads are ready and wait for this to return.
  virtual void iteration_starts(bool warmup, std::uint32_t index) = 0;
  /// No thread works any more, and none goes on before this returns.
  virtual void iteration_ended(const Iteration& iteration) = 0;
};

/// A whole trial as timed forks run it, over all its threads.
class Iterations {
 public:
  virtual ~Iterations() = default;
  /// Sets up, warms up, measures and tears down. Once.
  virtual void run(IterationWatcher& watcher) = 0;
};

/// What one fork of a profiler found.
struct Findings {
  std::vector<Metric> metrics;      ///< `score` (and min, median, max) are set.
  std::vector<HotSpots> hot_spots;  ///< As this fork saw them.
  std::vector<ProfileFile> files;   ///< That it has written; the harness lists them.
  std::vector<Note> notes;          ///< The harness passes them on, each different one once.
};

/// What a profiler has to say about a whole case.
struct Conclusion {
  std::vector<Metric> metrics;  ///< Complete, with errors.
  std::vector<HotSpots> hot_spots;
  std::vector<Note> notes;  ///< `case_name` is filled in by the harness.
};

/// What a profiler's forks are handed.
enum class Course {
  operations,  ///< Operations, to be driven one by one. Groups of roles cannot be.
  iterations,  ///< Iterations, as they are when they are timed.
};

class Profiler {
 public:
  virtual ~Profiler() = default;

  /// The name after `-prof`.
  virtual const char* name() const = 0;

  /// One line for `-lprof`.
  virtual const char* summary() const = 0;

  /// Sets an option given as `-prof name:key=value`. Returns an error text for the user, or "".
  virtual std::string set_option(const std::string& key, const std::string& value) = 0;

  /// All that set_option() knows: for `-lprof`, and for what is said of a key it does not know.
  virtual std::vector<ProfilerOption> options() const { return {}; }

  /// Asked in the parent before anything runs, and shown by `-lprof`. May fork, must not change
  /// the process.
  virtual Support probe() = 0;

  /// How many forks of its own each case gets.
  virtual std::uint32_t forks() const = 0;

  /// Variables that its forks are started with, `NAME=value`, each in the place of the run's own of
  /// that name. For what must be there before a program's first instruction: `LD_PRELOAD`. Asked
  /// after the options are set.
  virtual std::vector<std::string> environment() const { return {}; }

  /// Words that come before the program's own when its forks are started, the first of them a path
  /// or looked for in PATH: `valgrind`, … Asked after the options are set.
  virtual std::vector<std::string> launcher() const { return {}; }

  /// False: its forks all have one and the same layout, so that what depends on addresses is the
  /// same in each.
  virtual bool varies_layout() const { return true; }

  virtual Course course() const { return Course::operations; }

  /// How its forks run a case that was planned so: a profiler may want fewer threads, or to look
  /// for longer.
  virtual CasePlan plan(const CasePlan& timed) const { return timed; }

  /// In the fork, one of the two, as course() says: runs the case and reports. Throws
  /// std::runtime_error with a text for the user if it cannot.
  virtual Findings observe(const Assignment&, Operations&) { return {}; }
  virtual Findings watch(const Assignment&, Iterations&) { return {}; }

  /// In the parent: combines what the forks found. `timed` is the case as the timed forks left it.
  virtual Conclusion conclude(const std::vector<Findings>& forks, const Case& timed) const = 0;
};

}  // namespace tare::extend
