// SPDX-License-Identifier: Apache-2.0
#include "report/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tare::report {
namespace {

/// JMH's choice for tables, of those a metric has.
constexpr std::array shown_percentiles{0.0, 50.0, 90.0, 95.0, 99.0, 99.9, 99.99, 100.0};

/// `p0.50`, `p0.999`, `p1.00`
std::string percentile_label(double percentile) {
  std::string label = fmt::format("p{:.6f}", percentile / 100);
  constexpr std::size_t shortest = 5;
  while (label.size() > shortest && label.back() == '0') label.pop_back();
  return label;
}

}  // namespace

void for_each_figure(const Case& one, const std::function<void(const Metric&)>& take) {
  take(one.primary);
  if (one.mode == Mode::sample_time)
    for (const auto& [percentile, value] : one.primary.percentiles) {
      if (std::ranges::find(shown_percentiles, percentile) == shown_percentiles.end()) continue;
      Metric figure;
      figure.label = percentile_label(percentile);
      figure.unit = one.primary.unit;
      figure.score = value;
      take(figure);
    }
  for (const Metric& metric : one.secondary) take(metric);
}

std::string figure_name(const Case& one, const Metric& figure) {
  return figure.label.empty() ? one.benchmark : one.benchmark + ':' + figure.label;
}

}  // namespace tare::report
