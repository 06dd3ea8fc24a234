// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "stats/scores.hpp"
#include "tare/record.hpp"

namespace tare::compare {

/// The difference of two means, how sure it is, and how sure that is.
struct Difference {
  double value = not_a_number;
  double standard_error = not_a_number;
  double degrees_of_freedom = not_a_number;  ///< Infinite where nothing scatters.

  /// Student's t that a share `level` of draws lies beyond, both ways, times the standard error.
  double half_width(double level) const;
};

/// second − first, of draws from populations that may scatter differently. Degrees of freedom by
/// Welch and Satterthwaite (Satterthwaite, An Approximate Distribution of Estimates of Variance
/// Components, 1946; Welch, The Generalization of "Student's" Problem when Several Different
/// Population Variances Are Involved, 1947). NaN below two scores on a side.
Difference welch(const stats::Scores& first, const stats::Scores& second);

}  // namespace tare::compare
