// SPDX-License-Identifier: Apache-2.0
// How time grows with a parameter: a fit to the usual complexities.
#pragma once

#include <optional>
#include <vector>

#include "tare/record.hpp"

namespace tare::stats {

/// Time per operation at one value of a parameter.
struct Point {
  double size = 0;   ///< Above 0.
  double time = 0;   ///< In ns/op, above 0.
  double noise = 0;  ///< Standard error of `time`, as a share of it; NaN: unknown.
};

/// Fewest different sizes that say anything of five curves with two coefficients each.
inline constexpr std::size_t fewest_sizes = 4;

/// The complexity that fits best: time = fixed + coefficient · f(size), neither below 0. Least
/// squares of relative residuals, since errors of times are shares of them. Of complexities that
/// fit equally well the simplest is taken: those whose Akaike criterion, N·ln(RMS²) + 2k with k
/// coefficients, is within 2 of the best (Burnham & Anderson, Model Selection, 2002, 2.6), where
/// residuals below the noise of the points, or a thousandth, count as that much. None for fewer
/// than `fewest_sizes` different sizes, or points that are not above 0.
std::optional<Fit> fit(const std::vector<Point>& points);

}  // namespace tare::stats
