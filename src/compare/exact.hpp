// SPDX-License-Identifier: Apache-2.0
// Figures that are the same in every run, such as the allocations of deterministic operations.
#pragma once

#include "tare/comparison.hpp"

namespace tare::compare {

/// The forks of a secondary metric agreed: its error is 0, and knows of forks; or all is 0, which
/// nothing scatters around. Never a primary one: a time whose forks agree was measured with too
/// coarse a clock.
bool is_exact(const Metric& metric);

/// Fills in what follows from `baseline` and `candidate`, both exact: a change of any size counts,
/// and no interval is needed. Where the baseline is 0 there is no ratio, but a verdict still.
void fill_exact(Comparison& comparison);

}  // namespace tare::compare
