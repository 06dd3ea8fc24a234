// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tare/record.hpp"

namespace tare::stats {

/// Fewest forks whose scores give an error that knows of forks.
inline constexpr std::size_t fewest_forks = 3;

/// One iteration's figures: its value, or in mode `sample` the mean of its operations.
/// NaN for an iteration that measured nothing.
std::vector<std::vector<double>> iteration_scores(const Sample& sample);

/// One figure for each fork, in order: the median of its iterations, or in mode `sample` the mean
/// of its operations. NaN for a fork that measured nothing.
std::vector<double> fork_scores(const Sample& sample);

/// Fills all figures of `metric` from its sample. Total: NaN where a figure is unknown.
/// score: mean of fork scores. error: Student's t over fork scores at `confidence` (0…1); below
/// `fewest_forks` the one over all iterations, with error_within_forks set. min, median, max:
/// over fork scores. percentiles: 0 50 90 95 99 99.9 99.99 99.999 99.9999 100, over iterations,
/// or over single operations in mode `sample`. docs/statistics.md tells why.
void summarise(Metric& metric, double confidence);

}  // namespace tare::stats
