// SPDX-License-Identifier: Apache-2.0
// Comparisons of programs whose forks were interleaved.
#pragma once

#include "stats/sequential.hpp"
#include "tare/comparison.hpp"

namespace tare::compare {

/// Fills in ratio, interval, verdict and `detectable`. The state's log ratios are of figures in the
/// comparison's own unit: of throughput, what is better is above 0.
void fill(Comparison& comparison, const stats::SequentialState& state);

}  // namespace tare::compare
