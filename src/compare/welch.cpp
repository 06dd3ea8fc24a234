// SPDX-License-Identifier: Apache-2.0
#include "compare/welch.hpp"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

namespace tare::compare {

double Difference::half_width(double level) const {
  if (standard_error == 0) return 0;
  if (!std::isfinite(degrees_of_freedom)) return not_a_number;
  const boost::math::students_t_distribution<double> student(degrees_of_freedom);
  return quantile(complement(student, level / 2)) * standard_error;
}

Difference welch(const stats::Scores& first, const stats::Scores& second) {
  Difference difference;
  difference.value = second.mean() - first.mean();
  double variance = 0;  // Of the difference.
  double spread = 0;    // Of that variance, up to a factor.
  for (const stats::Scores* const scores : {&first, &second}) {
    const auto n = static_cast<double>(scores->size());
    const double of_mean = scores->deviation() * scores->deviation() / n;
    variance += of_mean;
    spread += of_mean * of_mean / (n - 1);
  }
  difference.standard_error = std::sqrt(variance);
  difference.degrees_of_freedom =
      variance == 0 ? std::numeric_limits<double>::infinity() : variance * variance / spread;
  return difference;
}

}  // namespace tare::compare
