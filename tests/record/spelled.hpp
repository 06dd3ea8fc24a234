// SPDX-License-Identifier: Apache-2.0
// Every field of a report as text, so that two reports can be compared though NaN ≠ NaN, and so
// that a mismatch shows where. The structured bindings do not compile when a field is added.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>

#include "tare/record.hpp"

namespace tare::test {

inline std::string spelled(const Metric& metric) {
  const auto& [label, unit, better, sample, score, error, low, high, within, min, median, max,
               percentiles] = metric;
  const auto& [values, histograms] = sample;
  return fmt::format(
      "  metric {:?} {:?} better {} score {} ± {} [{} {}] within {} min {} median {} max {}\n"
      "    percentiles {}\n    values {}\n    histograms {}\n",
      label, unit, static_cast<int>(better), score, error, low, high, within, min, median, max,
      percentiles, values, histograms);
}

inline std::string spelled(const Phase& phase) {
  const auto& [iterations, time, batch] = phase;
  return fmt::format("  phase {} x {} ns, batch {}\n", iterations, time, batch);
}

inline std::string spelled(const ForkRun& fork) {
  const auto& [seed, environment, moved, heap, profiler, warmup, outcome, reason, tail, stack,
               files] = fork;
  std::string text =
      fmt::format("  fork {} {} {} {} {:?} warmup {} {} {:?} {} {}\n", seed, environment, moved,
                  heap, profiler, warmup, name_of(outcome), reason, tail, stack);
  for (const auto& [path, content] : files)
    text += fmt::format("    file {:?} {:?}\n", path, content);
  return text;
}

inline std::string spelled(const CasePlan& plan) {
  const auto& [benchmark, params, mode, threads, forks, warmup_forks, warmup, measurement, timeout,
               operations, roles, processors, warmup_mode, cold, launcher] = plan;
  std::string text =
      fmt::format("case {:?} {} t {} f {} wf {} to {} opi {} on {} {} cold {} by {}\n", benchmark,
                  short_name(mode), threads, forks, warmup_forks, timeout, operations, processors,
                  name_of(warmup_mode), cold, launcher);
  for (const auto& [role, count] : roles) text += fmt::format("  {:?} x {}\n", role, count);
  for (const auto& [name, value] : params) text += fmt::format("  {:?} = {:?}\n", name, value);
  return text + spelled(warmup) + spelled(measurement);
}

inline std::string spelled(const Case& one) {
  std::string text = spelled(static_cast<const CasePlan&>(one));
  text += fmt::format("  {} {:?}\n", name_of(one.outcome), one.reason) + spelled(one.primary);
  for (const Metric& metric : one.secondary) text += spelled(metric);
  for (const ForkRun& fork : one.fork_runs) text += spelled(fork);
  for (const auto& [parameter, complexity, coefficient, fixed, residual] : one.fits)
    text += fmt::format("  fit {:?} {} {} {} {}\n", parameter, complexity, coefficient, fixed,
                        residual);
  for (const auto& [profiler, title, units, spots] : one.hot_spots) {
    text += fmt::format("  hot spots {:?} {:?} {}\n", profiler, title, units);
    for (const auto& [what, file, line, values] : spots)
      text += fmt::format("    {:?} {:?} {} {}\n", what, file, line, values);
  }
  return text;
}

inline std::string spelled(const Report& report) {
  const auto& [version, started, duration, command, seed, confidence, complete, environment, cases,
               notes] = report;
  std::string text = fmt::format("{:?} {:?} {} {} seed {} ci {} complete {}\n", version, started,
                                 duration, command, seed, confidence, complete);
  for (const auto& [name, value] : environment) text += fmt::format("{:?}: {:?}\n", name, value);
  for (const Case& one : cases) text += spelled(one);
  for (const auto& [severity, code, case_name, note, advice] : notes) {
    text +=
        fmt::format("{} {:?} {:?} {:?} {:?}\n", name_of(severity), code, case_name, note, advice);
  }
  return text;
}

}  // namespace tare::test
