// SPDX-License-Identifier: Apache-2.0
#include "stats/huber.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/scores.hpp"

namespace tare::stats {
namespace {

/// In deviations: 95 % efficient where values are normal.
constexpr double bend = 1.345;

/// The median absolute deviation of normal values is so many of their deviations: Φ⁻¹(3/4).
constexpr double normal_mad = 0.6745;

/// From the median it takes no more to stand still to four digits.
constexpr int iterations = 8;

/// Of the share of values that are not bent, on which the error's denominator rests: fewer than
/// this among few values is chance.
constexpr double least_unbent = 0.3;

double scale_around(double centre, const Scores& scores, double least) {
  std::vector<double> distances;
  for (const double value : scores.values()) distances.push_back(std::abs(value - centre));
  return std::max(least, Scores(std::move(distances)).median() / normal_mad);
}

double location_from(double centre, const Scores& scores, double scale) {
  for (int i = 0; i < iterations; ++i) {
    double weights = 0;
    double moved = 0;  // As a distance, so that equal values stand still exactly.
    for (const double value : scores.values()) {
      const double distance = value - centre;
      const double weight = std::min(1.0, bend * scale / std::abs(distance));
      weights += weight;
      moved += weight * distance;
    }
    centre += moved / weights;
  }
  return centre;
}

double standard_error(double centre, const Scores& scores, double scale) {
  const auto n = static_cast<double>(scores.size());
  double squares = 0;
  double unbent = 0;
  for (const double value : scores.values()) {
    const double residual = (value - centre) / scale;
    const double bent = std::clamp(residual, -bend, bend);
    squares += bent * bent;
    unbent += bent == residual ? 1 / n : 0;
  }
  return scale * std::sqrt(squares / (n - 1)) / std::max(least_unbent, unbent) / std::sqrt(n) *
         (1 + 1 / n);
}

}  // namespace

Location huber(std::span<const double> values, double least_scale) {
  const Scores scores({values.begin(), values.end()});
  if (scores.size() == 0) return {};
  const double scale = scale_around(scores.median(), scores, least_scale);
  Location location;
  location.value = location_from(scores.median(), scores, scale);
  if (scores.size() < 2) return location;
  location.standard_error = standard_error(location.value, scores, scale);
  location.degrees_of_freedom = static_cast<double>(scores.size() - 1);
  return location;
}

}  // namespace tare::stats
