// SPDX-License-Identifier: Apache-2.0
#include "ab/conclusion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ab/figure.hpp"
#include "compare/sequential.hpp"
#include "record/units.hpp"
#include "stats/scores.hpp"

namespace tare::ab {
namespace {

/// 75th ÷ 25th percentile of the forks beyond which a machine, or a program, wavers: of the three
/// workloads of tools/verdict-trial the forks of none spread by more than 1.08 on a quiet one.
constexpr double wide = 1.1;

/// Some forks of one program are slower, which the ratio of the better ones does not know.
bool are_uneven(const Comparison& comparison) {
  const auto [narrow, broad] = std::minmax(comparison.baseline_spread, comparison.candidate_spread);
  return broad > wide && broad / narrow > wide;
}

Note warning(const Comparison& comparison, const char* code, std::string text, std::string advice) {
  return {Severity::warning, code, display_name(comparison), std::move(text), std::move(advice)};
}

}  // namespace

Comparison conclude(const Trial& trial, std::size_t candidate) {
  Comparison comparison;
  comparison.benchmark = trial.plan().benchmark;
  comparison.params = trial.plan().params;
  comparison.mode = trial.plan().mode;
  comparison.metric = primary_metric;
  comparison.better = trial.better();
  // What forks report in.
  comparison.unit = score_unit(
      comparison.mode, trial.better() == Better::lower ? TimeUnit::nanoseconds : TimeUnit::seconds);
  comparison.candidate_program = static_cast<std::uint32_t>(candidate);
  comparison.baseline = stats::Scores(trial.bests(0)).median();
  comparison.candidate = stats::Scores(trial.bests(candidate)).median();
  comparison.baseline_spread = spread(trial.figures(0));
  comparison.candidate_spread = spread(trial.figures(candidate));
  comparison.pairs = trial.pairs(candidate);
  compare::fill(comparison, trial.state(candidate));
  if (comparison.verdict == Verdict::same && are_uneven(comparison))
    comparison.verdict = Verdict::unclear;
  return comparison;
}

std::vector<Note> doubts(const Comparison& comparison) {
  const double baseline = comparison.baseline_spread;
  const double candidate = comparison.candidate_spread;
  const double broad = std::max(baseline, candidate);
  if (are_uneven(comparison))
    return {warning(
        comparison, "uneven-forks",
        fmt::format("The forks of the {} spread by {:.2f}, those of the {} by {:.2f}: some of the "
                    "former are slower, which is no part of the ratio.",
                    candidate > baseline ? "candidate" : "baseline", broad,
                    candidate > baseline ? "baseline" : "candidate", std::min(baseline, candidate)),
        "Find out what they differ by: run the program itself with -f 30.")};
  if (broad > wide)
    return {warning(comparison, "wide-spread",
                    fmt::format("Forks spread by {:.2f}; the better ones were compared.", broad),
                    "`tare noise` tells what is noisy about this machine.")};
  return {};
}

std::vector<Note> doubts_of_budget(const Comparison& comparison, std::size_t placements,
                                   std::uint64_t block_ns) {
  const std::size_t blocks = comparison.pairs / Trial::pairs_of_block;
  // Nothing is known of placements before each was seen twice.
  const std::size_t first_look =
      std::max(stats::looks().front(), placements < 2 ? 0 : 2 * placements);
  if (blocks >= first_look) return {};
  const double needed_s = static_cast<double>(block_ns) * static_cast<double>(first_look + 1) / 1e9;
  return {
      warning(comparison, "few-blocks",
              fmt::format("{} blocks of forks fit its budget, and it takes {} for a first look.",
                          blocks, first_look),
              fmt::format("Raise --budget to {:.0f}s.", std::ceil(needed_s)))};
}

}  // namespace tare::ab
