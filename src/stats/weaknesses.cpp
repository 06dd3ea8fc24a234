// SPDX-License-Identifier: Apache-2.0
#include "stats/weaknesses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "record/units.hpp"
#include "stats/interval.hpp"
#include "stats/scores.hpp"
#include "stats/summary.hpp"

namespace tare::stats {

namespace {

/// An error as large as the changes people look for hides them.
constexpr double wide_error = 0.05;

/// Smaller shifts than the least change that comparisons look for are not worth a warning.
constexpr double least_shift = 0.01;

/// With it normal noise without a drift raises one alarm in a thousand.
constexpr double drift_confidence = 0.999;

/// A gap this many times as wide as the wider group: below 0.6 % of normal noise at 8 forks, far
/// less at 12 (tests/stats/weaknesses_test.cpp counts it).
constexpr double gap_to_group = 2;

/// Groups of one or two are outliers, not modes.
constexpr std::size_t least_group = 3;

/// One reading of the clock is then at most 1 % of the operation.
constexpr double readings_per_operation = 100;

struct Evidence {
  const Case& of;
  const Metric& metric;
  Scores forks;
  ClockFacts clock;
};

struct Finding {
  const char* code;
  std::string text;
  std::string advice;
};

/// `12.34 ns/op`: four digits, never in scientific notation where plain digits are shorter.
std::string figure(double value, std::string_view unit) {
  return std::abs(value) >= 1000 && std::abs(value) < 1e9 ? fmt::format("{:.0f} {}", value, unit)
                                                          : fmt::format("{:.4g} {}", value, unit);
}

std::string percent(double ratio) { return fmt::format("{:.2g} %", 100 * ratio); }

double relative_error(const Metric& metric) { return metric.error / std::abs(metric.score); }

std::optional<Finding> no_fork_error(const Evidence& seen) {
  if (seen.forks.size() >= fewest_forks) return {};
  const char* where = seen.of.forks == 0 ? "in this process alone, where no time-out (-to) holds"
                      : seen.forks.size() == 1 ? "in one fork"
                                               : "in two forks";
  return Finding{"no-fork-error",
                 fmt::format("Measured {}: the error tells how iterations differ within a process, "
                             "not how processes differ, with other memory layouts and at other "
                             "times.",
                             where),
                 "Run at least 3 forks, better 8 or more: -f 12."};
}

std::optional<Finding> few_forks(const Evidence& seen) {
  if (seen.forks.size() < fewest_forks || seen.forks.size() >= enough_forks) return {};
  return Finding{"few-forks",
                 fmt::format("The error rests on {} forks: that is wide, and would itself be quite "
                             "different in another run.",
                             seen.forks.size()),
                 fmt::format("Run at least {} forks: -f 12.", enough_forks)};
}

/// How far a fork's last iterations are from its first, relative to the fork: medians of its
/// first and last third, of one iteration at least. NaN below two iterations.
double shift_within(std::vector<double> iterations) {
  std::erase_if(iterations, [](double value) { return !std::isfinite(value); });
  if (iterations.size() < 2) return not_a_number;
  const auto third = static_cast<std::ptrdiff_t>(std::max<std::size_t>(1, iterations.size() / 3));
  const Scores first({iterations.begin(), iterations.begin() + third});
  const Scores last({iterations.end() - third, iterations.end()});
  return (last.median() - first.median()) / std::abs(Scores(iterations).median());
}

/// Iterations of one fork are not independent, forks are: so the shift of each fork is one draw,
/// and Student's interval for their mean must exclude zero.
std::optional<Finding> drift(const Evidence& seen) {
  std::vector<double> shifts;
  for (auto& fork : iteration_scores(seen.metric.sample)) {
    shifts.push_back(shift_within(std::move(fork)));
  }
  const Scores pooled(std::move(shifts));
  if (pooled.size() < fewest_forks) return {};
  const double shift = pooled.mean();
  if (!(std::abs(shift) > std::max(least_shift, half_width(pooled, drift_confidence)))) return {};
  const bool improves = (shift < 0) == (seen.metric.better == Better::lower);
  return Finding{
      "drift",
      fmt::format("From the first to the last iterations of a fork the score {} by {}, on average "
                  "over {} forks.",
                  shift < 0 ? "falls" : "rises", percent(std::abs(shift)), pooled.size()),
      improves ? "Warm-up is not finished when measuring starts: warm up longer (-w, -wi)."
               : "Something builds up as the benchmark runs: state that grows, a heap that "
                 "fragments, a processor that heats up. Reset state between iterations, or measure "
                 "for longer (-r)."};
}

/// Two groups of forks with nothing between, if the gap is wide against both.
std::optional<Finding> bimodal(const Evidence& seen) {
  const std::span<const double> forks = seen.forks.values();
  const std::size_t n = forks.size();
  if (n < enough_forks) return {};
  const std::size_t group = std::max(least_group, n / 4);
  for (std::size_t low = group; low + group <= n; ++low) {
    const double gap = forks[low] - forks[low - 1];
    const double wider = std::max(forks[low - 1] - forks[0], forks[n - 1] - forks[low]);
    if (gap <= gap_to_group * wider || gap < least_shift * std::abs(seen.metric.score)) continue;
    const auto range = [&](std::size_t first, std::size_t last) {
      return fmt::format("{:.4g} to {}", forks[first], figure(forks[last], seen.metric.unit));
    };
    return Finding{"bimodal",
                   fmt::format("Forks fall into two groups: {} at {}, {} at {}, none between. The "
                               "score is a mean of both.",
                               low, range(0, low - 1), n - low, range(low, n - 1)),
                   "Look for what a process draws once: memory layout, hash seeds, the CPU it "
                   "starts on. Compare the groups, not their mean."};
  }
  return {};
}

/// Two groups of forks explain a wide error: then the groups are told, and not the error.
std::optional<Finding> wide(const Evidence& seen) {
  if (seen.forks.size() < enough_forks || !(relative_error(seen.metric) > wide_error)) return {};
  if (bimodal(seen)) return {};
  return Finding{
      "wide-error",
      fmt::format("The error is {} of the score: forks range from {} to {}.",
                  percent(relative_error(seen.metric)), figure(seen.forks.min(), seen.metric.unit),
                  figure(seen.forks.max(), seen.metric.unit)),
      "Run more forks (-f), on a quieter machine."};
}

/// Nanoseconds in the unit of a time per operation (`us/op`); 0 for any other unit.
double nanoseconds_of(std::string_view unit) {
  constexpr std::string_view per_operation = "/op";
  if (!unit.ends_with(per_operation)) return 0;
  unit.remove_suffix(per_operation.size());
  const std::optional<TimeUnit> known = parse_time_unit(unit);
  return known ? static_cast<double>(nanoseconds_in(*known)) : 0;
}

/// Half of the operations are longer: the mean would be that of the rare long ones.
double typical(const Metric& metric) {
  const auto half = std::find_if(metric.percentiles.begin(), metric.percentiles.end(),
                                 [](const auto& percentile) { return percentile.first == 50; });
  return half == metric.percentiles.end() ? metric.median : half->second;
}

/// In modes that time single invocations the clock is read around each.
std::optional<Finding> clock_step(const Evidence& seen) {
  const bool timed_singly = seen.of.mode == Mode::sample_time || seen.of.mode == Mode::single_shot;
  const double unit_ns = nanoseconds_of(seen.metric.unit);
  if (!timed_singly || unit_ns == 0) return {};
  const double timed_ns =
      typical(seen.metric) * unit_ns * static_cast<double>(seen.of.operations_per_invocation);
  const double reading_ns = std::max(seen.clock.step_ns, seen.clock.cost_ns);
  if (!(timed_ns < readings_per_operation * reading_ns)) return {};
  return Finding{
      "clock-step",
      fmt::format("What is timed at once lasts about {}; two readings of the clock differ by {} at "
                  "least, and one takes {}.",
                  figure(timed_ns, "ns"), figure(seen.clock.step_ns, "ns"),
                  figure(seen.clock.cost_ns, "ns")),
      "Times of single operations this short say little: use -bm avgt, which times "
      "batches, or let an operation do more."};
}

/// An iteration in which no time passed has a score of 0, or none if it is a rate.
std::optional<Finding> still_clock(const Evidence& seen) {
  std::size_t iterations = 0;
  std::size_t timeless = 0;
  for (const std::vector<double>& fork : seen.metric.sample.values) {
    iterations += fork.size();
    timeless += static_cast<std::size_t>(std::count_if(
        fork.begin(), fork.end(), [](double score) { return score == 0 || std::isnan(score); }));
  }
  if (timeless == 0) return {};
  return Finding{
      "clock-still",
      fmt::format("By the clock no time passed in {} of {} iterations.", timeless, iterations),
      "Make iterations longer (-r), or let an operation do more."};
}

}  // namespace

std::vector<Note> weaknesses(const Case& summarised, ClockFacts clock) {
  const Evidence seen{summarised, summarised.primary,
                      Scores(fork_scores(summarised.primary.sample)), clock};
  std::vector<Note> notes;
  const auto look = [&](auto rule) {
    if (std::optional<Finding> found = rule(seen)) {
      notes.push_back({Severity::warning, found->code, display_name(summarised),
                       std::move(found->text), std::move(found->advice)});
    }
  };
  look(still_clock);
  if (seen.forks.size() == 0) return notes;
  for (const auto rule : {no_fork_error, few_forks, wide, drift, bimodal, clock_step}) look(rule);
  return notes;
}

}  // namespace tare::stats
