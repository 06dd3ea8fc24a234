// SPDX-License-Identifier: Apache-2.0
#include "session/measured_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "session/schedule.hpp"
#include "stats/scores.hpp"
#include "stats/summary.hpp"

namespace tare::session {
namespace {

void scale(std::vector<std::vector<double>>& values, double factor) {
  for (auto& fork : values)
    for (double& value : fork) value *= factor;
}

}  // namespace

MeasuredCase::MeasuredCase(const catalog::Planned& planned, std::size_t profilers)
    : skeleton_(planned.benchmark_case),
      wished_unit_(planned.unit != nullptr ? parse_time_unit(planned.unit) : std::nullopt),
      found_(profilers) {}

void MeasuredCase::add(std::size_t profiler, const ForkRun& run, const ForkResults& results) {
  runs_.push_back(run);
  for (const running::IterationResult& iteration : results.warmup)
    runs_.back().warmup.push_back(iteration.score);
  for (const extend::Findings& findings : results.found)
    runs_.back().files.insert(runs_.back().files.end(), findings.files.begin(),
                              findings.files.end());
  if (run.outcome != Outcome::ok) {
    ended_ = run;
    if (profiler != 0)
      ended_.reason = fmt::format("in a fork of -prof {}: {}", run.profiler, run.reason);
  } else if (profiler == 0) {
    add_timed(results);
  } else {
    for (const extend::Findings& findings : results.found) found_[profiler - 1].push_back(findings);
  }
}

void MeasuredCase::add_timed(const ForkResults& results) {
  std::vector<double>& scores = base_.values.emplace_back();
  for (const running::IterationResult& iteration : results.measured) {
    scores.push_back(iteration.score);
    for (const running::CounterValue& value : iteration.counters) {
      auto counter = std::find_if(counters_.begin(), counters_.end(),
                                  [&](const Counter& known) { return known.label == value.label; });
      if (counter == counters_.end())
        counter = counters_.insert(counters_.end(), {value.label, value.kind, {}});
      counter->values.resize(base_.values.size());
      counter->values.back().push_back(value.value);
    }
  }
  if (skeleton_.mode != Mode::sample_time) return;
  std::vector<Histogram>& histograms = base_.histograms.emplace_back();
  for (const running::IterationResult& iteration : results.measured)
    histograms.push_back(iteration.histogram);
}

TimeUnit MeasuredCase::unit(std::optional<TimeUnit> asked) const {
  if (asked) return *asked;
  if (wished_unit_) return *wished_unit_;
  return suiting_unit(skeleton_.mode, stats::Scores(stats::fork_scores(base_)).mean());
}

void MeasuredCase::fill_primary(Case& c, TimeUnit unit, double confidence) const {
  const double factor = unit_factor(c.mode, unit);
  c.primary.unit = score_unit(c.mode, unit);
  c.primary.better = c.mode == Mode::throughput ? Better::higher : Better::lower;
  c.primary.sample = base_;
  scale(c.primary.sample.values, factor);
  for (auto& fork : c.primary.sample.histograms)
    for (Histogram& histogram : fork)
      for (auto& [value, count] : histogram) value *= factor;
  for (ForkRun& run : c.fork_runs)
    for (double& score : run.warmup) score *= factor;
  stats::summarise(c.primary, confidence);
}

void MeasuredCase::fill_counters(Case& c, TimeUnit unit, double confidence) const {
  for (const Counter& counter : counters_) {
    Metric metric;
    metric.label = counter.label;
    metric.better = Better::higher;
    metric.sample.values = counter.values;
    switch (counter.kind) {
      case running::CounterKind::event:
        metric.unit = "#";
        break;
      case running::CounterKind::rate:
        metric.unit = score_unit(c.mode, unit);
        metric.better = c.primary.better;
        scale(metric.sample.values, unit_factor(c.mode, unit));
        break;
      case running::CounterKind::bytes:
        metric.unit = "MB/sec";  // As mem.alloc.rate, and JMH's gc.alloc.rate.
        scale(metric.sample.values, 1e-6);
        break;
      case running::CounterKind::items:
        metric.unit = "items/s";
        break;
      case running::CounterKind::time:
        metric.unit = "ns/op";
        metric.better = Better::lower;
        break;
    }
    stats::summarise(metric, confidence);
    c.secondary.push_back(std::move(metric));
  }
}

void MeasuredCase::say_left_off(View& view) const {
  if (left_off_.empty()) return;
  if (base_.values.empty()) {
    view.benchmark_case.outcome = Outcome::skipped;
    view.benchmark_case.reason = left_off_;
  } else {
    const std::size_t run = base_.values.size();
    view.notes.push_back(
        {Severity::warning, "left-off", "",
         run < skeleton_.forks
             ? fmt::format("{} of {} forks were run: {}", run, skeleton_.forks, left_off_)
             : fmt::format("No more than {} forks were run: {}", run, left_off_),
         ""});
  }
}

void MeasuredCase::add_profile(View& view, const extend::Profiler& profiler,
                               const std::vector<extend::Findings>& found) const {
  const auto add_note = [&](Note note) {
    if (std::ranges::find(view.notes, note) == view.notes.end())
      view.notes.push_back(std::move(note));
  };
  if (!can_be_profiled(skeleton_, profiler.course()))
    add_note({Severity::warning, "not-profiled", "",
              fmt::format("-prof {} runs operations one by one, and roles of a group may need each "
                          "other to end",
                          profiler.name()),
              "put what a role does into a benchmark of its own"});
  if (found.empty()) return;
  Case& c = view.benchmark_case;
  extend::Conclusion conclusion;
  try {
    conclusion = profiler.conclude(found, c);
  } catch (const std::exception& error) {  // A program's own: no reason to lose what was measured.
    c.outcome = Outcome::failed;
    c.reason = fmt::format("conclude() of -prof {} threw: {}", profiler.name(), error.what());
  }
  std::ranges::move(conclusion.metrics, std::back_inserter(c.secondary));
  std::ranges::move(conclusion.hot_spots, std::back_inserter(c.hot_spots));
  for (const extend::Findings& findings : found) std::ranges::for_each(findings.notes, add_note);
  std::ranges::for_each(conclusion.notes, add_note);
}

MeasuredCase::View MeasuredCase::view(
    const std::vector<std::unique_ptr<extend::Profiler>>& profilers, std::optional<TimeUnit> asked,
    double confidence, stats::ClockFacts clock) const {
  View view{skeleton_, {}};
  Case& c = view.benchmark_case;
  c.outcome = ended_.outcome;
  c.reason = ended_.reason;
  c.fork_runs = runs_;
  say_left_off(view);
  const TimeUnit chosen = unit(asked);
  fill_primary(c, chosen, confidence);
  fill_counters(c, chosen, confidence);
  for (std::size_t i = 0; i < profilers.size(); ++i) add_profile(view, *profilers[i], found_[i]);
  std::stable_sort(c.secondary.begin(), c.secondary.end(),
                   [](const Metric& a, const Metric& b) { return a.label < b.label; });
  for (Note& note : stats::weaknesses(c, clock)) view.notes.push_back(std::move(note));
  for (Note& note : view.notes) note.case_name = display_name(c);
  return view;
}

}  // namespace tare::session
