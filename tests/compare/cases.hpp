// SPDX-License-Identifier: Apache-2.0
// Cases and figures to compare, as short as they can be said.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "stats/summary.hpp"
#include "tare/record.hpp"

namespace tare::test {

/// A figure with a score for each fork, as summarise() makes it.
inline Metric measured(std::vector<double> forks, std::string unit = "ns/op") {
  Metric metric;
  metric.unit = std::move(unit);
  for (const double fork : forks) metric.sample.values.push_back({fork});
  stats::summarise(metric, 0.999);
  return metric;
}

/// A memory figure that two forks agree on.
inline Metric counted(std::string label, double score, std::string unit = "#/op") {
  Metric metric = measured({score, score}, std::move(unit));
  metric.label = std::move(label);
  metric.error = 0;
  metric.error_within_forks = false;
  return metric;
}

inline Case named(std::string benchmark, Metric primary = measured({1, 1, 1})) {
  Case one;
  one.benchmark = std::move(benchmark);
  one.primary = std::move(primary);
  return one;
}

inline Report report_of(std::vector<Case> cases) {
  Report report;
  report.complete = true;
  report.cases = std::move(cases);
  return report;
}

}  // namespace tare::test
