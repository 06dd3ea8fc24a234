// SPDX-License-Identifier: Apache-2.0
#include "compare/sequential.hpp"

#include <cmath>

#include "compare/verdict.hpp"

namespace tare::compare {

void fill(Comparison& comparison, const stats::SequentialState& state) {
  comparison.ratio = std::exp(state.log_ratio);
  comparison.interval_low = std::exp(state.interval_low);
  comparison.interval_high = std::exp(state.interval_high);
  comparison.detectable = std::expm1(state.detectable);
  comparison.verdict = verdict_of(comparison, state.direction, state.same);
}

}  // namespace tare::compare
