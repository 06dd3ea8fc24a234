// SPDX-License-Identifier: Apache-2.0
#include "ab/placements.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

#include "stats/scores.hpp"

namespace tare::ab {

double Placements::variance_of_mean() const {
  if (logs_.size() < 2) return 0;
  std::vector<double> means;
  double variance_within_means = 0;
  for (const std::vector<double>& logs : logs_) {
    const stats::Scores scores(logs);
    if (scores.size() < 2) return std::numeric_limits<double>::infinity();
    means.push_back(scores.mean());
    variance_within_means += std::pow(scores.deviation(), 2) / static_cast<double>(scores.size());
  }
  const auto count = static_cast<double>(logs_.size());
  const double between = std::pow(stats::Scores(means).deviation(), 2);
  return std::max(0.0, between - variance_within_means / count) / count;
}

double luck_of_placements(const Placements& baseline, const Placements& candidate) {
  const std::size_t fewest = std::min(baseline.count(), candidate.count());
  if (fewest < 2) return 0;
  constexpr double tail = 0.005;  // Of 99 %, as intervals of comparisons are.
  const boost::math::students_t_distribution<double> student(static_cast<double>(fewest - 1));
  const double of_few =
      quantile(complement(student, tail)) / quantile(complement(boost::math::normal(), tail));
  return of_few * std::sqrt(baseline.variance_of_mean() + candidate.variance_of_mean());
}

}  // namespace tare::ab
