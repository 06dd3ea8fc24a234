// SPDX-License-Identifier: Apache-2.0
#include "report/progress_lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "record/units.hpp"
#include "report/numbers.hpp"
#include "report/printable.hpp"
#include "report/remarks.hpp"

namespace tare::report {
namespace {

std::string long_name(Mode mode) {
  switch (mode) {
    case Mode::throughput:
      return "throughput, ops/time";
    case Mode::average_time:
      return "average time, time/op";
    case Mode::sample_time:
      return "sampled time, time/op";
    case Mode::single_shot:
      return "single shot, time/op";
  }
  return "?";
}

std::string phase_text(const Phase& phase) {
  if (phase.iterations == 0) return "none";
  std::string text = plural(phase.iterations, "iteration");
  if (phase.time_ns != 0) text += fmt::format(", {} each", duration_text(phase.time_ns));
  if (phase.batch != 1) text += fmt::format(", {} calls per op", phase.batch);
  return text;
}

/// `4 threads (1 group; 3x "put", 1x "take"), on processors 0, 1`
std::string threads_text(const Case& one) {
  std::string text = plural(one.threads, "thread");
  std::uint32_t group = 0;
  std::vector<std::string> roles;
  for (const auto& [role, threads] : one.roles) {
    group += threads;
    roles.push_back(fmt::format("{}x \"{}\"", threads, printable(role)));
  }
  if (group > 0)
    text += fmt::format(" ({}; {}{})", plural(one.threads / group, "group"), fmt::join(roles, ", "),
                        one.threads > group ? " in each" : "");
  if (!one.processors.empty())
    text += fmt::format(", on processors {}", fmt::join(one.processors, ", "));
  return text;
}

/// `# name: ` and what `describe` says of the cases; all of it where they differ.
std::string plan_line(const char* name, const std::vector<Case>& cases, auto&& describe) {
  std::vector<std::string> texts;
  for (const Case& one : cases) {
    const std::string text = describe(one);
    if (std::ranges::find(texts, text) == texts.end()) texts.push_back(text);
  }
  return fmt::format("# {}: {}\n", name, fmt::join(texts, "; "));
}

}  // namespace

std::string run_header(const Report& plan) {
  const std::vector<Case>& cases = plan.cases;
  std::string text = fmt::format("# Tare version: {}\n", printable(plan.tare_version));
  for (const Fact& fact : plan.environment) {
    text += fmt::format("# {}: {}\n", printable(fact.name), printable(fact.value));
  }
  if (cases.empty()) return text;
  text += plan_line("Warmup", cases, [](const Case& one) { return phase_text(one.warmup); });
  text +=
      plan_line("Measurement", cases, [](const Case& one) { return phase_text(one.measurement); });
  text += plan_line("Timeout", cases, [](const Case& one) {
    return one.timeout_ns == 0 ? "none" : duration_text(one.timeout_ns) + " per iteration";
  });
  text += plan_line("Threads", cases, threads_text);
  text += plan_line("Forks", cases, [](const Case& one) {
    std::string forks = one.forks == 0 ? "none, runs in this process" : std::to_string(one.forks);
    return one.warmup_forks == 0
               ? forks
               : fmt::format("{} after {}", forks, plural(one.warmup_forks, "warmup fork"));
  });
  if (std::ranges::any_of(cases, [](const Case& one) { return !one.launcher.empty(); }))
    text += plan_line("Launcher", cases, [](const Case& one) {
      return one.launcher.empty() ? "none"
                                  : printable(fmt::format("{}", fmt::join(one.launcher, " ")));
    });
  text += plan_line("Benchmark mode", cases, [](const Case& one) { return long_name(one.mode); });
  return text + fmt::format("# Cases: {}\n# Seed: {}\n", cases.size(), plan.seed);
}

std::string result_block(const Case& one, double confidence) {
  const Metric& metric = one.primary;
  const auto score = [&](double value) { return score_text(value, metric.unit); };
  std::string text = fmt::format("Result \"{}\":\n", shown(display_name(one)));
  if (one.outcome != Outcome::ok) {
    const std::string reason = one.reason.empty() ? "" : ": " + printable(one.reason);
    text += fmt::format("  {}{}\n", loud_name(one.outcome), reason);
    if (std::isnan(metric.score)) return text;
  }
  if (std::isnan(metric.score)) return text + "  no score\n";
  const std::string unit = printable(metric.unit);
  if (std::isnan(metric.error)) return text + fmt::format("  {} {}\n", score(metric.score), unit);

  const std::string level = confidence_text(confidence);
  text += fmt::format("  {} {}({}) {} {} [{}]\n", score(metric.score),
                      metric.error_within_forks ? "~" : "±", level, score(metric.error), unit,
                      long_name(one.mode));
  text += fmt::format("  (min, median, max) = ({}, {}, {}), N = {}\n", score(metric.min),
                      score(metric.median), score(metric.max), count_of(metric));
  text += fmt::format("  CI ({}): [{}, {}]\n", level, score(metric.interval_low),
                      score(metric.interval_high));
  if (one.mode != Mode::sample_time) return text;
  text += fmt::format("  Percentiles, {}:\n", unit);
  for (const auto& [percentile, value] : metric.percentiles) {
    text += fmt::format("    p({:.4f}) = {}\n", percentile, score(value));
  }
  return text;
}

std::string fork_name(const extend::Step& step) {
  if (step.forks == 0) return "in this process";
  const std::string kind = step.warmup_fork ? "warmup " : printable(step.profiler);
  return fmt::format("{}{}fork {} of {}", kind, step.profiler.empty() ? "" : " ", step.fork,
                     step.forks);
}

std::string base_score_text(Mode mode, double score) {
  if (std::isnan(score)) return "no score";
  const TimeUnit unit = suiting_unit(mode, score);
  const std::string name = score_unit(mode, unit);
  return fmt::format("{} {}", score_text(score * unit_factor(mode, unit), name), name);
}

std::string ending(const extend::Step& step, const ForkRun& fork, double score) {
  if (fork.outcome != Outcome::ok) {
    return fmt::format("{}: {}", loud_name(fork.outcome), printable(fork.reason));
  }
  const bool timed = step.profiler.empty() && !step.warmup_fork;
  if (!timed && std::isnan(score)) return "done";
  return base_score_text(step.benchmark_case.mode, score);
}

std::string progress_text(const extend::Step& step) {
  const std::string share = fmt::format("{:.1f}% complete", 100 * step.done);
  return step.remaining_s < 0 ? share
                              : fmt::format("{}, ETA {}", share, clock_text(step.remaining_s));
}

std::string closing_line(const Report& report) {
  return fmt::format("# Run {}. Total time: {}\n", report.complete ? "complete" : "stopped early",
                     clock_text(report.duration_s));
}

}  // namespace tare::report
