// SPDX-License-Identifier: Apache-2.0
// Where the figures of a series changed for good.
#pragma once

#include <cstddef>
#include <vector>

#include "history/series.hpp"

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

/// In order. Only points that are Series::measured() count. Exact figures change wherever they
/// differ; others by stats::change_points on the logarithms of those above 0.
std::vector<Change> changes(const Series& series);

/// Points that are measured() until which changes() can find none; of exact figures there is no
/// such number: 0.
std::size_t fewest_points(const Series& series);

}  // namespace tare::history
