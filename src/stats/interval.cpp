// SPDX-License-Identifier: Apache-2.0
#include "stats/interval.hpp"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "tare/record.hpp"

namespace tare::stats {

double half_width(const Scores& scores, double confidence) {
  if (scores.size() < 2 || !(confidence > 0 && confidence < 1)) return not_a_number;
  const auto n = static_cast<double>(scores.size());
  const boost::math::students_t_distribution<double> student(n - 1);
  const double t = quantile(complement(student, (1 - confidence) / 2));
  return t * scores.deviation() / std::sqrt(n);
}

}  // namespace tare::stats
