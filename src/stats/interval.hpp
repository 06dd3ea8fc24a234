// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "stats/scores.hpp"

namespace tare::stats {

/// Half the width of Student's t interval for the mean of the population that `scores` were drawn
/// from: t(1 − (1 − confidence)/2; n − 1) · s / √n ("Student", The Probable Error of a Mean, 1908).
/// It supposes independent draws. NaN below two values, or if confidence is not within (0, 1).
double half_width(const Scores& scores, double confidence);

}  // namespace tare::stats
