// SPDX-License-Identifier: Apache-2.0
// Where the figures of a series changed for good.
#pragma once

#include <cstddef>
#include <vector>

#include "history/series.hpp"
#include "stats/change_points.hpp"

namespace tare::history {

/// A series left one level for another, somewhere after one point and not after the next.
struct Change {
  std::size_t last_before = 0;  ///< Places in Series::points.
  std::size_t first_after = 0;
  double before = not_a_number;  ///< Medians of the levels, in the unit of the series.
  double after = not_a_number;
  bool worse = false;  ///< By the metric's better direction.

  /// after ÷ before: 1.03 is 3 % more. Not finite where `before` is 0.
  double ratio() const { return after / before; }
};

/// A secondary metric whose error is 0 wherever it was measured, such as allocations. Never a
/// primary one: a time whose forks agree was measured with too coarse a clock.
bool is_exact(const Series& series);

/// In order. Only points that are Series::measured() count. Exact figures change wherever they
/// differ. Others by stats::change_points on the logarithms of those above 0, at its level divided
/// by `family` (Bonferroni), so that of so many flat series together none alarms as often as a
/// single one does.
std::vector<Change> changes(const Series& series, std::size_t family = 1);

/// With fewer points that are measured() no change can be told, unless figures are exact.
inline constexpr std::size_t fewest_points = 2 * stats::ChangePointSearch().least_segment;

}  // namespace tare::history
