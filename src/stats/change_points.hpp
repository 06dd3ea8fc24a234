// SPDX-License-Identifier: Apache-2.0
// Where a series of results changed for good.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tare::stats {

struct ChangePointSearch {
  /// Chance of an alarm where nothing changed. Of 20,000 series of 200 values in normal noise
  /// 1.05 % alarmed at 0.01 (tests/stats/change_points_test.cpp repeats it with fewer).
  double level = 0.01;
  std::size_t least_segment = 5;  ///< Fewest values between two changes; at least 2.
  std::uint64_t seed = 1;         ///< Of the permutations.
};

struct ChangePoint {
  std::size_t index = 0;  ///< The first value that is of the new kind.
  double before = 0;      ///< Median from the change before it, or the beginning, until it.
  double after = 0;       ///< Median from it until the next change, or the end.
  double p = 1;           ///< Share of permutations that part as well; at most the level.
};

/// Values that are looked at: the latest of a longer series. Time grows with their square and with
/// 1/level for each change: 200 values take milliseconds, so many a second.
inline constexpr std::size_t most_points = 1000;

/// Changes in ascending order, by E-divisive with exponent 1 (D. S. Matteson, N. A. James, A
/// Nonparametric Approach for Multiple Change Point Analysis of Multivariate Data, Journal of the
/// American Statistical Association 109, 2014): the split whose two sides are farthest apart in
/// energy distance, then the best one of the parts, and so on, as long as a permutation test of
/// values within parts says that chance does no such thing. It supposes no distribution, but that
/// values are independent; a machine that drifts from result to result alarms more often.
/// None of a series that is shorter than two segments, all of whose values are equal, or that has
/// any value that is not finite.
std::vector<ChangePoint> change_points(std::span<const double> series,
                                       const ChangePointSearch& search = {});

}  // namespace tare::stats
