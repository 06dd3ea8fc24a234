// SPDX-License-Identifier: Apache-2.0
// A case as its forks come in.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "catalog/plan.hpp"
#include "record/units.hpp"
#include "run/sink.hpp"
#include "stats/weaknesses.hpp"
#include "tare/extend/profiler.hpp"
#include "tare/record.hpp"

namespace tare::session {

/// The raw results of one fork.
struct ForkResults final : running::Sink {
  std::vector<running::IterationResult> warmup;
  std::vector<running::IterationResult> measured;
  std::vector<extend::Findings> found;

  void iteration_started() override {}
  void iteration(const running::IterationResult& result) override {
    (result.warmup ? warmup : measured).push_back(result);
  }
  void findings(const extend::Findings& findings) override { found.push_back(findings); }
};

/// A figure is made anew from all forks whenever it is asked for: none of it is kept up to date.
class MeasuredCase {
 public:
  MeasuredCase(const catalog::Planned& planned, std::size_t profilers);

  /// `profiler` as in Start.
  void add(std::size_t profiler, const ForkRun& run, const ForkResults& results);

  /// A fork did not end well, or it was left off: no more are started.
  bool is_over() const { return ended_.outcome != Outcome::ok || !left_off_.empty(); }
  bool has_failed() const {
    return ended_.outcome != Outcome::ok && ended_.outcome != Outcome::skipped;
  }

  bool is_left_off() const { return !left_off_.empty(); }

  /// Scores of the timed forks so far, in ns/op or ops/s.
  const Sample& sample() const { return base_; }

  /// Not all of its forks will be started. What was measured stands; where nothing was, it is
  /// skipped.
  void leave_off(const std::string& reason) { left_off_ = reason; }

  /// The case as it stands, and what must be said about it.
  struct View {
    Case benchmark_case;
    std::vector<Note> notes;
  };
  View view(const std::vector<std::unique_ptr<extend::Profiler>>& profilers,
            std::optional<TimeUnit> unit, double confidence, stats::ClockFacts clock) const;

 private:
  struct Counter {
    std::string label;
    running::CounterKind kind = running::CounterKind::event;
    std::vector<std::vector<double>> values;  ///< [fork][iteration], in base units.
  };

  void add_timed(const ForkResults& results);
  void say_left_off(View& view) const;
  TimeUnit unit(std::optional<TimeUnit> asked) const;
  void fill_primary(Case& c, TimeUnit unit, double confidence) const;
  void fill_counters(Case& c, TimeUnit unit, double confidence) const;
  void add_profile(View& view, const extend::Profiler& profiler,
                   const std::vector<extend::Findings>& found) const;

  Case skeleton_;
  std::optional<TimeUnit> wished_unit_;
  Sample base_;  ///< In ns/op or ops/s.
  std::vector<Counter> counters_;
  std::vector<ForkRun> runs_;                         ///< Warm-up scores in base units.
  std::vector<std::vector<extend::Findings>> found_;  ///< [profiler][fork]
  ForkRun ended_;
  std::string left_off_;  ///< Why; empty if it was not.
};

}  // namespace tare::session
