// SPDX-License-Identifier: Apache-2.0
#include "ab/placements.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

#include "stats/scores.hpp"

namespace tare::ab {

std::size_t Placements::strata() const {
  constexpr std::size_t places_in_line = 4;  // 64 ÷ 16
  return log_ratios_.size() < 2 * places_in_line ? 1 : places_in_line;
}

double Placements::variance_in(std::size_t stratum) const {
  std::vector<double> means;
  double variance_of_means = 0;
  for (std::size_t i = stratum; i < log_ratios_.size(); i += strata()) {
    const stats::Scores scores(log_ratios_[i]);
    if (scores.size() < 2) return std::numeric_limits<double>::infinity();
    means.push_back(scores.mean());
    variance_of_means += std::pow(scores.deviation(), 2) / static_cast<double>(scores.size());
  }
  const auto count = static_cast<double>(means.size());
  const double between = std::pow(stats::Scores(means).deviation(), 2);
  return (between - variance_of_means / count) / count;
}

double Placements::variance_of_mean() const {
  if (log_ratios_.size() < 2) return 0;
  double variance = 0;
  for (std::size_t stratum = 0; stratum < strata(); ++stratum) variance += variance_in(stratum);
  return std::max(0.0, variance) / std::pow(static_cast<double>(strata()), 2);
}

double luck_of_placements(const Placements& by_baseline, const Placements& by_candidate) {
  const std::size_t least =
      std::min(by_baseline.degrees_of_freedom(), by_candidate.degrees_of_freedom());
  if (least == 0) return 0;
  constexpr double tail = 0.005;  // Of 99 %, as intervals of comparisons are.
  const boost::math::students_t_distribution<double> student(static_cast<double>(least));
  const double of_few =
      quantile(complement(student, tail)) / quantile(complement(boost::math::normal(), tail));
  return of_few * std::sqrt(by_baseline.variance_of_mean() + by_candidate.variance_of_mean());
}

}  // namespace tare::ab
