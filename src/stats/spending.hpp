// SPDX-License-Identifier: Apache-2.0
// How often one may look at growing data without being fooled by it: group sequential levels.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tare::stats {

/// Nominal two-sided levels of `looks` that together spend the error rate `alpha`. Looks are
/// numbers of independent values, ascending; `planned` is the number at which all is spent.
///
/// At a share t of the planned values α·ln(1 + (e − 1)·t) is spent, the function of Lan and DeMets
/// (Discrete Sequential Boundaries for Clinical Trials, Biometrika 70, 1983) that is like Pocock's
/// boundary: nearly one level for all looks, so that great effects are seen early. A look's level
/// is what makes the chance of a first crossing at it what its share is, by recursive integration
/// of the density of the sum of values (P. Armitage, C. K. McPherson, B. C. Rowe, Repeated
/// Significance Tests on Accumulating Data, Journal of the Royal Statistical Society A 132, 1969).
///
/// Levels depend on looks before them, not on later ones. 0 where nothing is left to spend.
std::vector<double> nominal_levels(std::span<const std::size_t> looks, double alpha,
                                   std::size_t planned);

/// Planned until the last of them.
std::vector<double> nominal_levels(std::span<const std::size_t> looks, double alpha);

}  // namespace tare::stats
