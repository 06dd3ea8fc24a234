// SPDX-License-Identifier: Apache-2.0
// Figures of a profiler's few forks, put together.
#pragma once

#include <vector>

#include "tare/extend/profiler.hpp"

namespace tare::profile {

/// Of a list that is not empty.
double middle(std::vector<double> values);

/// A metric for each that the first fork has: the mean over the forks that have it, exactly theirs
/// where they agree. With two forks or more the error is half the range of their scores: so few
/// give no variance worth a quantile.
std::vector<Metric> metrics_over(const std::vector<extend::Findings>& forks);

/// All tables, one fork's behind another's.
std::vector<HotSpots> hot_spots_over(const std::vector<extend::Findings>& forks);

}  // namespace tare::profile
