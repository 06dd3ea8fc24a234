// SPDX-License-Identifier: Apache-2.0
#include "ab/figure.hpp"

#include <algorithm>

#include "stats/histogram.hpp"

namespace tare::ab {
namespace {

double percentile(const std::vector<double>& values, double p) {
  Histogram each_once;
  for (const double value : values) each_once.emplace_back(value, 1);
  return stats::percentile(stats::merged({each_once}), p);
}

}  // namespace

Slices slices_for(double operation_ns, double start_ns) {
  constexpr double most = 400;  // Enough for any percentile.
  // Many short forks tell more than few long ones, and twenty seconds are to hold some blocks.
  constexpr double longest_fork_ns = 3e8;
  Slices slices;
  const auto usual = static_cast<double>(slices.count);
  const double slice_ns = std::max(operation_ns, static_cast<double>(slices.slice_ns));
  const double worth = std::clamp(start_ns / 4 / slice_ns, usual, most);
  const double affordable = std::max(longest_fork_ns / slice_ns, 1.0);
  slices.count = static_cast<std::uint32_t>(std::min(worth, affordable));
  return slices;
}

double figure(const std::vector<double>& slice_scores, Better better) {
  return percentile(slice_scores, better == Better::lower ? 10 : 90);
}

double spread(const std::vector<double>& figures) {
  if (figures.size() < 2) return not_a_number;
  return percentile(figures, 75) / percentile(figures, 25);
}

}  // namespace tare::ab
