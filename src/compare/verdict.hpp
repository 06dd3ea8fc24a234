// SPDX-License-Identifier: Apache-2.0
// What has been found of a figure, in the words that suit it.
#pragma once

#include "stats/sequential.hpp"
#include "tare/comparison.hpp"

namespace tare::compare {

/// `up` and `down` tell where the candidate's figure went. It is `faster` or `slower` for primary
/// figures, by which of both is better, and `less` or `more` for all others. What has a direction
/// and is `same` too, being found but smaller than the threshold, is told by its direction.
Verdict verdict_of(const Comparison& comparison, stats::Direction direction, bool same);

/// The candidate's figure is the worse one.
bool is_worse(const Comparison& comparison);

}  // namespace tare::compare
