// SPDX-License-Identifier: Apache-2.0
#include "profile/over_forks.hpp"

#include <algorithm>
#include <numeric>

namespace tare::profile {
namespace {

double mean(const std::vector<double>& values) {
  return std::reduce(values.begin(), values.end()) / static_cast<double>(values.size());
}

Metric combined(const Metric& first, const std::vector<extend::Findings>& forks) {
  Metric result = first;
  std::vector<double> scores;
  std::vector<double> medians;
  for (const extend::Findings& fork : forks) {
    const auto metric = std::ranges::find(fork.metrics, first.label, &Metric::label);
    if (metric == fork.metrics.end()) continue;
    scores.push_back(metric->score);
    medians.push_back(metric->median);
    result.min = std::min(result.min, metric->min);
    result.max = std::max(result.max, metric->max);
  }
  const auto [low, high] = std::ranges::minmax(scores);
  result.sample = {};
  for (const double score : scores) result.sample.values.push_back({score});
  if (low != high) result.score = mean(scores);
  result.median = mean(medians);
  if (scores.size() > 1) {
    result.error = (high - low) / 2;
    result.interval_low = low;
    result.interval_high = high;
  }
  return result;
}

}  // namespace

double middle(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

std::vector<Metric> metrics_over(const std::vector<extend::Findings>& forks) {
  std::vector<Metric> metrics;
  if (forks.empty()) return metrics;
  for (const Metric& metric : forks.front().metrics) metrics.push_back(combined(metric, forks));
  return metrics;
}

std::vector<HotSpots> hot_spots_over(const std::vector<extend::Findings>& forks) {
  std::vector<HotSpots> tables;
  for (const extend::Findings& fork : forks)
    tables.insert(tables.end(), fork.hot_spots.begin(), fork.hot_spots.end());
  return tables;
}

}  // namespace tare::profile
