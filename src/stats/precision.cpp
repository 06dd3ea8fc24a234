// SPDX-License-Identifier: Apache-2.0
#include "stats/precision.hpp"

#include <cmath>

#include "stats/interval.hpp"
#include "stats/scores.hpp"
#include "stats/summary.hpp"

namespace tare::stats {
namespace {

/// The normal quantile of 0.999: von Neumann's ratio of independent values is about normal.
constexpr double rare = 3.09;

/// The variance of the median of three normal values against that of their mean (π/2 for many).
constexpr double median_to_mean = 1.35;

double variance(const Scores& scores) { return scores.deviation() * scores.deviation(); }

bool neighbours_are_alike(const std::vector<double>& forks, double variance) {
  const auto n = static_cast<double>(forks.size());
  double squares = 0;
  for (std::size_t i = 1; i < forks.size(); ++i)
    squares += (forks[i] - forks[i - 1]) * (forks[i] - forks[i - 1]);
  const double ratio = squares / ((n - 1) * variance);
  return ratio < 2 - rare * 2 * std::sqrt((n - 2) / ((n - 1) * (n + 1)));
}

/// What the scores of forks would vary by if only their iterations did.
double variance_from_within(const Sample& sample) {
  std::vector<double> shares;
  for (const std::vector<double>& fork : iteration_scores(sample)) {
    const Scores iterations(fork);
    if (iterations.size() > 1)
      shares.push_back(variance(iterations) * median_to_mean /
                       static_cast<double>(iterations.size()));
  }
  return Scores(shares).mean();
}

}  // namespace

double Precision::forks_for(double share) const {
  const double ratio = reached / share;
  return std::ceil(static_cast<double>(forks) * ratio * ratio);
}

Precision precision(const Sample& sample, double confidence) {
  const Scores forks(fork_scores(sample));
  const double half = half_width(forks, confidence);
  return {forks.size(), half == 0 ? 0 : half / std::abs(forks.mean())};
}

Spread spread(const Sample& sample) {
  std::vector<double> forks = fork_scores(sample);
  std::erase_if(forks, [](double score) { return !std::isfinite(score); });
  const double all = variance(Scores(forks));
  if (forks.size() > 2 && neighbours_are_alike(forks, all)) return Spread::drift;
  return variance_from_within(sample) >= all / 2 ? Spread::within_forks : Spread::between_forks;
}

}  // namespace tare::stats
