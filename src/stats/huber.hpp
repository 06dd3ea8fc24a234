// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "tare/record.hpp"

namespace tare::stats {

/// A robust location and how sure it is.
struct Location {
  double value = not_a_number;
  double standard_error = not_a_number;
  double degrees_of_freedom = 0;
};

/// Huber's M-estimate of location (Robust Estimation of a Location Parameter, Annals of
/// Mathematical Statistics 35, 1964): values farther than 1.345 deviations from it weigh no more
/// than those at that distance, which costs 5 % of the efficiency where noise is normal. The
/// deviation is that of the median absolute deviation, and at least `least_scale`, since more than
/// half of all values may be equal. The standard error is the asymptotic one with Huber's
/// correction 1 + 1/n for few values (P. J. Huber, Robust Statistics, 1981, section 6.3).
/// Values that are not finite are left out. NaN of none; of one the error is NaN, of equal ones 0.
Location huber(std::span<const double> values, double least_scale = 1e-9);

}  // namespace tare::stats
