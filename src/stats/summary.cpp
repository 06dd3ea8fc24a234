// SPDX-License-Identifier: Apache-2.0
#include "stats/summary.hpp"

#include <algorithm>
#include <iterator>

#include "stats/histogram.hpp"
#include "stats/interval.hpp"
#include "stats/scores.hpp"

namespace tare::stats {

namespace {

/// Those of JMH's results files.
constexpr double percentile_points[] = {0, 50, 90, 95, 99, 99.9, 99.99, 99.999, 99.9999, 100};

template <class Value>
std::vector<Value> flattened(const std::vector<std::vector<Value>>& nested) {
  std::vector<Value> flat;
  for (const auto& inner : nested) flat.insert(flat.end(), inner.begin(), inner.end());
  return flat;
}

/// What the percentiles are taken of: single operations if they are known, else iterations.
Histogram distribution(const Sample& sample) {
  if (!sample.histograms.empty()) return merged(flattened(sample.histograms));
  Histogram values;
  for (const double value : flattened(sample.values)) values.emplace_back(value, 1);
  return merged({std::move(values)});
}

}  // namespace

std::vector<std::vector<double>> iteration_scores(const Sample& sample) {
  if (sample.histograms.empty()) return sample.values;
  std::vector<std::vector<double>> scores;
  for (const std::vector<Histogram>& fork : sample.histograms) {
    std::transform(fork.begin(), fork.end(), std::back_inserter(scores.emplace_back()), mean);
  }
  return scores;
}

std::vector<double> fork_scores(const Sample& sample) {
  std::vector<double> scores;
  if (sample.histograms.empty()) {
    for (const auto& fork : sample.values) scores.push_back(Scores(fork).median());
  } else {
    for (const auto& fork : sample.histograms) scores.push_back(mean(merged(fork)));
  }
  return scores;
}

void summarise(Metric& metric, double confidence) {
  const Scores forks(fork_scores(metric.sample));
  metric.score = forks.mean();
  metric.min = forks.min();
  metric.median = forks.median();
  metric.max = forks.max();

  metric.error_within_forks = forks.size() < fewest_forks;
  metric.error = half_width(
      metric.error_within_forks ? Scores(flattened(iteration_scores(metric.sample))) : forks,
      confidence);
  metric.interval_low = metric.score - metric.error;
  metric.interval_high = metric.score + metric.error;

  const Histogram of = distribution(metric.sample);
  metric.percentiles.clear();
  for (const double p : percentile_points) metric.percentiles.emplace_back(p, percentile(of, p));
}

}  // namespace tare::stats
