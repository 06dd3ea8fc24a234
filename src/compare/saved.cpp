// SPDX-License-Identifier: Apache-2.0
#include "compare/saved.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "compare/exact.hpp"
#include "compare/pairing.hpp"
#include "compare/verdict.hpp"
#include "compare/welch.hpp"
#include "record/unit_ratio.hpp"
#include "stats/summary.hpp"

namespace tare::compare {
namespace {

using stats::Direction;
using stats::Scores;

/// Facts of a machine that make times of another incomparable. What the program was built with is
/// none of them: that may be what is compared.
constexpr std::array machine_facts{"cpu.model", "cpu.count",  "cpu.governor",
                                   "cpu.turbo", "hypervisor", "os.kernel"};

/// A figure that is not exact, and where its comparison is in the report.
struct Noisy {
  std::size_t comparison;
  Scores baseline;
  Scores candidate;
};

Scores logarithms(const Scores& scores) {
  std::vector<double> logs;
  for (const double score : scores.values()) logs.push_back(std::log(score));
  return Scores(std::move(logs));
}

/// 75th ÷ 25th percentile, of at least four scores: each is then a score or lies between two.
double spread_of(const Scores& scores) {
  if (scores.size() < 4 || scores.min() <= 0) return not_a_number;
  const auto quantile = [&](double share) {
    const double place = share * static_cast<double>(scores.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    return std::lerp(scores.values()[below], scores.values()[below + 1], place - std::floor(place));
  };
  return quantile(0.75) / quantile(0.25);
}

/// Why two sets of scores cannot be compared, as notes of which the first tells it; else none.
std::vector<Note> obstacle(const Noisy& noisy, const Comparison& one) {
  const auto because = [&](const char* code, std::string text, const char* advice) {
    return std::vector<Note>{{Severity::warning, code, display_name(one), std::move(text), advice}};
  };
  if (std::min(noisy.baseline.size(), noisy.candidate.size()) < stats::fewest_forks)
    return because("few-forks",
                   fmt::format("fewer than {} forks have a score", stats::fewest_forks),
                   one.metric == primary_metric ? "Run more of them (-f 12)." : "");
  if (noisy.baseline.min() <= 0 || noisy.candidate.min() <= 0)
    return because("no-ratio", "a fork's score is not above 0, so that there is no ratio", "");
  return {};
}

/// The comparison of runs whose cases and figures have been paired.
class Comparing {
 public:
  explicit Comparing(const SavedSettings& settings) : settings_(settings) {
    report_.threshold = settings.threshold;
    report_.confidence = settings.confidence;
  }

  void add(const Report& baseline, const Report& candidate, std::uint32_t program) {
    Pairing<CasePair> cases = pair_cases(baseline, candidate, program);
    for (const CasePair& pair : cases.pairs) add(pair, program);
    add_unpaired(cases.unpaired);
  }

  ComparisonReport report() && {
    std::vector<Noisy> decidable;
    for (Noisy& noisy : noisy_) {
      Comparison& one = report_.comparisons[noisy.comparison];
      one.baseline_spread = spread_of(noisy.baseline);
      one.candidate_spread = spread_of(noisy.candidate);
      const std::vector<Note> why = obstacle(noisy, one);
      if (why.empty()) decidable.push_back(std::move(noisy));
      report_.notes.insert(report_.notes.end(), why.begin(), why.end());
    }
    for (const Noisy& noisy : decidable) decide(noisy, static_cast<double>(decidable.size()));
    return std::move(report_);
  }

 private:
  bool is_wanted(const std::string& metric) const {
    return settings_.metrics.empty() ||
           std::ranges::find(settings_.metrics, metric) != settings_.metrics.end();
  }

  void add_unpaired(const std::vector<Unpaired>& unpaired) {
    for (const Unpaired& one : unpaired)
      if (one.metric.empty() || is_wanted(one.metric)) report_.unpaired.push_back(one);
  }

  void add(const CasePair& cases, std::uint32_t program) {
    const Pairing<MetricPair> metrics = pair_metrics(cases, program);
    for (const MetricPair& pair : metrics.pairs) {
      const Metric& before = *pair.baseline;
      Comparison one;
      one.benchmark = cases.baseline->benchmark;
      one.params = cases.baseline->params;
      one.mode = cases.baseline->mode;
      one.metric = before.label.empty() ? primary_metric : before.label;
      one.unit = before.unit;
      one.better = before.better;
      one.candidate_program = program;
      if (is_wanted(one.metric)) add(std::move(one), before, *pair.candidate);
    }
    add_unpaired(metrics.unpaired);
  }

  void add(Comparison one, const Metric& before, const Metric& after) {
    const double factor = unit_ratio(after.unit, before.unit).value_or(not_a_number);
    one.baseline = before.score;
    one.candidate = after.score * factor;
    if (is_exact(before) && is_exact(after)) {
      fill_exact(one);
    } else {
      std::vector<double> scores = stats::fork_scores(after.sample);
      for (double& score : scores) score *= factor;
      noisy_.push_back({report_.comparisons.size(), Scores(stats::fork_scores(before.sample)),
                        Scores(std::move(scores))});
    }
    report_.comparisons.push_back(std::move(one));
  }

  void decide(const Noisy& noisy, double family) {
    Comparison& one = report_.comparisons[noisy.comparison];
    const Scores before = logarithms(noisy.baseline);
    const Scores after = logarithms(noisy.candidate);
    const Difference difference = welch(before, after);
    const double alpha = 1 - settings_.confidence;
    const double shown = difference.half_width(alpha);
    const double decisive = difference.half_width(alpha / family);
    one.baseline = std::exp(before.mean());
    one.candidate = std::exp(after.mean());
    one.ratio = std::exp(difference.value);
    one.interval_low = std::exp(difference.value - shown);
    one.interval_high = std::exp(difference.value + shown);

    const double limit = std::log1p(settings_.threshold);
    const Direction direction = difference.value - decisive > limit / 2    ? Direction::up
                                : difference.value + decisive < -limit / 2 ? Direction::down
                                                                           : Direction::none;
    one.verdict = verdict_of(one, direction, std::abs(difference.value) + shown <= limit);
    // A change as large lies beyond half the threshold by what decides and by t's 80th percentile.
    constexpr double missed = 0.2;
    one.detectable = std::expm1(limit / 2 + decisive + difference.half_width(2 * missed));
  }

  const SavedSettings& settings_;
  ComparisonReport report_;
  std::vector<Noisy> noisy_;
};

std::string fact(const Report& report, const char* name) {
  const auto found = std::ranges::find(report.environment, name, &Fact::name);
  return found == report.environment.end() ? std::string() : found->value;
}

/// What makes a run hard to compare with the baseline, whatever its cases.
std::vector<Note> doubts(const SavedRun& baseline, const SavedRun& run) {
  std::vector<Note> notes;
  std::string differing;
  for (const char* const name : machine_facts) {
    const std::string before = fact(baseline.report, name);
    const std::string after = fact(run.report, name);
    if (before.empty() || after.empty() || before == after) continue;
    differing += fmt::format("{}{} is {} there and {} here", differing.empty() ? "" : ", ", name,
                             before, after);
  }
  if (!differing.empty())
    notes.push_back({Severity::warning, "another-machine", "",
                     fmt::format("{} and {}: {}", baseline.name, run.name, differing),
                     "Measure both on one machine that is set up alike."});
  // What the run itself had to say, but of single cases.
  for (Note note : run.report.notes) {
    if (!note.case_name.empty()) continue;
    note.text = fmt::format("{}: {}", run.name, note.text);
    notes.push_back(std::move(note));
  }
  return notes;
}

constexpr const char* not_interleaved =
    "these results were not interleaved: a machine that was busier, warmer or slower during one of "
    "the runs makes a difference that no interval knows of";

}  // namespace

ComparisonReport compare_saved(std::span<const SavedRun> runs, const SavedSettings& settings) {
  Comparing comparing(settings);
  for (std::size_t i = 1; i < runs.size(); ++i)
    comparing.add(runs[0].report, runs[i].report, static_cast<std::uint32_t>(i));
  ComparisonReport report = std::move(comparing).report();
  report.notes.push_back({Severity::warning, "not-interleaved", "", not_interleaved,
                          "`tare ab BEFORE AFTER` runs both programs in turn."});
  for (const SavedRun& run : runs) {
    report.programs.push_back({run.name, ""});
    report.complete = report.complete && run.report.complete;
    std::ranges::move(doubts(runs[0], run), std::back_inserter(report.notes));
  }
  report.environment = runs.empty() ? std::vector<Fact>() : runs.back().report.environment;
  return report;
}

}  // namespace tare::compare
