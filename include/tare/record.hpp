// SPDX-License-Identifier: Apache-2.0
// The plain values of a run: what was measured, how sure it is, and what must be said about it.
// They own all they hold, have no behaviour, and are what exporters render and files keep.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "tare/options.hpp"

namespace tare {

/// How a case, or one fork of it, ended.
enum class Outcome {
  ok,       ///< Every measurement asked for was taken.
  failed,   ///< The benchmark said so, threw, or its set-up did.
  timeout,  ///< An iteration took longer than `-to` allows.
  crashed,  ///< The fork died: a signal, an exit, or silence.
  skipped,  ///< The benchmark asked not to be run here.
};

enum class Severity { info, warning, error };

/// What is warmed up in a fork before its own measurement (`-wm`).
enum class WarmupMode {
  indi,       ///< The benchmark itself.
  bulk,       ///< All selected benchmarks.
  bulk_indi,  ///< All of them, then the benchmark itself.
};

/// Which direction of a metric is the good one.
enum class Better { lower, higher };

/// One parameter of a case. A type parameter is one like any other.
struct Param {
  std::string name;
  std::string value;
  bool operator==(const Param&) const = default;
};

/// A conclusion, as data: what is weak or odd about a number, and what to do about it.
struct Note {
  Severity severity = Severity::warning;
  std::string code;       ///< Stable, machine-readable: `few-forks`, `nondeterministic`, …
  std::string case_name;  ///< display_name() of the case it speaks of; empty: the whole run.
  std::string text;       ///< What was seen.
  std::string advice;     ///< What to do about it; may be empty.
  bool operator==(const Note&) const = default;
};

/// Counts of equal (rounded) values: `{value, count}`, values ascending.
using Histogram = std::vector<std::pair<double, std::uint64_t>>;

/// Raw measurements of one metric: `values[fork][iteration]`, in the metric's unit.
struct Sample {
  std::vector<std::vector<double>> values;
  /// Mode `sample` only: the distribution behind each value, `histograms[fork][iteration]`.
  std::vector<std::vector<Histogram>> histograms;
  bool operator==(const Sample&) const = default;
};

/// Fewer forks make an error that is itself uncertain: below 8 Student's t at 99.9 % is over 5.9,
/// and one unlucky fork decides it (docs/statistics.md).
inline constexpr std::size_t enough_forks = 8;

inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// One figure of a case with its uncertainty. Numbers are in `unit`; NaN where unknown.
struct Metric {
  std::string label;  ///< Empty for the primary metric; else `mem.alloc.rate.norm`, …
  std::string unit;   ///< `ns/op`, `ops/s`, `B/op`, `#/op`, …
  Better better = Better::lower;
  Sample sample;

  double score = not_a_number;
  double error = not_a_number;         ///< Half width of [interval_low, interval_high].
  double interval_low = not_a_number;  ///< Confidence interval at Report::confidence.
  double interval_high = not_a_number;
  bool error_within_forks = false;  ///< Too few forks: the error knows nothing of forks.
  double min = not_a_number;        ///< Over fork scores; over single ops in `mem` metrics.
  double median = not_a_number;
  double max = not_a_number;
  /// `{p, value}` with p in 0…100: over iterations, or over single operations in mode `sample`.
  std::vector<std::pair<double, double>> percentiles;
};

/// Iterations of one phase, as asked for.
struct Phase {
  std::uint32_t iterations = 0;
  std::uint64_t time_ns = 0;  ///< Length of one iteration; unused in mode `ss`.
  std::uint32_t batch = 1;    ///< Invocations per operation (`-bs`, `-wbs`).
  bool operator==(const Phase&) const = default;
};

/// A place in the code, and what of an operation's cost is there.
struct HotSpot {
  std::string what;            ///< A function, or an instruction as text.
  std::string file;            ///< Empty: not known.
  std::uint32_t line = 0;      ///< 0: not known.
  std::vector<double> values;  ///< One for each of its table's units; NaN where there is none.
  bool operator==(const HotSpot&) const = default;
};

/// A profiler's table of where the cost is.
struct HotSpots {
  std::string profiler;
  std::string title;               ///< `allocation sites`
  std::vector<std::string> units;  ///< `B/op`, `#/op`, `%`
  std::vector<HotSpot> spots;      ///< In the order in which they are to be read.
  bool operator==(const HotSpots&) const = default;
};

/// A file that a profiler's fork has left.
struct ProfileFile {
  std::string path;
  std::string content;  ///< What it is: `flame graph of allocated bytes`.
  bool operator==(const ProfileFile&) const = default;
};

/// One process of a case: its seeded layout, and how it ended.
struct ForkRun {
  std::uint64_t seed = 0;
  std::uint32_t environment_bytes = 0;  ///< Extra bytes of environment.
  std::uint32_t stack_offset = 0;       ///< Bytes the stack was moved by.
  std::uint32_t heap_offset = 0;        ///< Bytes the heap was moved by.
  std::string profiler;                 ///< Empty: a timed fork.
  std::vector<double> warmup;           ///< Scores of warm-up iterations, in the primary unit.
  Outcome outcome = Outcome::ok;
  std::string reason;                    ///< Why, where the outcome is not ok.
  std::vector<std::string> output_tail;  ///< Last lines it printed, where the outcome is not ok.
  /// Where it crashed or hung, innermost call first: `function (file:line)`. Empty: not known.
  std::vector<std::string> stack;
  std::vector<ProfileFile> files;  ///< Of a profiler's fork: what it wrote.
};

/// A kind of thread in a benchmark whose threads do unlike work, and how many a group has.
struct RoleThreads {
  std::string role;
  std::uint32_t threads = 1;
  bool operator==(const RoleThreads&) const = default;
};

/// One benchmark with one choice of parameters, in one mode, and how it is to be measured.
struct CasePlan {
  std::string benchmark;      ///< `group.name`
  std::vector<Param> params;  ///< In order of declaration.
  Mode mode = Mode::average_time;
  std::uint32_t threads = 1;
  std::uint32_t forks = 0;  ///< Asked for; 0: in process.
  std::uint32_t warmup_forks = 0;
  Phase warmup;
  Phase measurement;
  std::uint64_t timeout_ns = 0;
  std::uint64_t operations_per_invocation = 1;
  /// A group of threads, in order of declaration; `threads` is a multiple of its size. Empty: all
  /// threads do the same.
  std::vector<RoleThreads> roles;
  /// Processors that threads are bound to, in turn (`--affinity`). Empty: they are not.
  std::vector<std::uint32_t> processors;
  WarmupMode warmup_mode = WarmupMode::indi;
  bool cold = false;  ///< Caches are emptied before each iteration (`--cold`).
  /// Words before the program's own when forks are started, the first a path or looked for in PATH
  /// (`--launcher`). Empty: there are none.
  std::vector<std::string> launcher;
  bool operator==(const CasePlan&) const = default;
};

/// How time per operation grows with a parameter: fixed_ns + coefficient · f(parameter).
struct Fit {
  std::string parameter;
  std::string complexity;  ///< f: `1`, `log n`, `n`, `n log n`, `n^2`, `n^3`; log is to base 2.
  double coefficient = not_a_number;  ///< In ns.
  double fixed_ns = 0;
  double residual = not_a_number;  ///< Root mean square of relative residuals: 0.01 is 1 %.
  bool operator==(const Fit&) const = default;
};

/// What was planned, and what it came to.
struct Case : CasePlan {
  Outcome outcome = Outcome::ok;
  std::string reason;
  Metric primary;
  std::vector<Metric> secondary;  ///< Ascending by label.
  std::vector<ForkRun> fork_runs;
  std::vector<HotSpots> hot_spots;  ///< By profilers, in the order they were asked for.
  std::vector<Fit> fits;  ///< `--fit`: one for each parameter fitted, the same in all its cases.
};

/// A fact of the machine or the build: `{"cpu.model", "…"}`.
struct Fact {
  std::string name;
  std::string value;
  bool operator==(const Fact&) const = default;
};

/// Everything one run has to say. Cases are in the order in which tables show them.
struct Report {
  std::string tare_version;
  std::string started;               ///< ISO 8601, UTC.
  double duration_s = 0;             ///< Wall time so far.
  std::vector<std::string> command;  ///< argv.
  std::uint64_t seed = 0;            ///< Remakes order and layouts: `--seed`.
  double confidence = 0.999;         ///< Level of every interval: `-ci`.
  bool complete = false;             ///< False: interrupted, or still running.
  std::vector<Fact> environment;
  std::vector<Case> cases;
  std::vector<Note> notes;
};

/// `conjure.deserialize (json = TEN, mapImpl = NORMAL)`: how people are told of a case, with its
/// mode where that is not average time: `self.empty, sample`.
std::string display_name(const CasePlan& plan);

/// JMH's short name of a mode: `thrpt`, `avgt`, `sample`, `ss`.
const char* short_name(Mode mode);

/// The same as the name of a file without extension: `conjure.deserialize-json=TEN,mapImpl=NORMAL`.
/// What file names cannot hold, or shells misread, is an underscore; very long ones are cut, and
/// told apart by a hash of the whole.
std::string file_stem(const CasePlan& plan);

/// `ok`, `failed`, `timeout`, `crashed`, `skipped`.
const char* name_of(Outcome outcome);

/// `info`, `warning`, `error`.
const char* name_of(Severity severity);

/// JMH's: `INDI`, `BULK`, `BULK_INDI`.
const char* name_of(WarmupMode mode);

}  // namespace tare
