// SPDX-License-Identifier: Apache-2.0
#include "compare/exact.hpp"

#include <algorithm>
#include <cmath>

#include "compare/verdict.hpp"
#include "stats/summary.hpp"

namespace tare::compare {

bool is_exact(const Metric& metric) {
  const bool agreed = metric.error == 0 && !metric.error_within_forks;
  if (metric.label.empty() || !(agreed || metric.score == 0)) return false;
  const std::vector<double> forks = stats::fork_scores(metric.sample);
  return std::isfinite(metric.score) &&
         std::ranges::all_of(forks, [&](double score) { return score == metric.score; });
}

void fill_exact(Comparison& comparison) {
  using stats::Direction;
  const double before = comparison.baseline;
  const double after = comparison.candidate;
  comparison.exact = true;
  comparison.detectable = 0;
  if (before != 0) comparison.ratio = after / before;
  comparison.interval_low = comparison.interval_high = comparison.ratio;
  const Direction direction = after > before   ? Direction::up
                              : after < before ? Direction::down
                                               : Direction::none;
  comparison.verdict = verdict_of(comparison, direction, after == before);
}

}  // namespace tare::compare
