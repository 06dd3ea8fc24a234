// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tare/record.hpp"

namespace tare::stats {

/// What the clock can tell, in nanoseconds; 0 where it was not measured.
struct ClockFacts {
  double step_ns = 0;  ///< Least difference of two readings that are not equal.
  double cost_ns = 0;  ///< Time from one reading to the next with nothing between.
};

/// What is weak about the primary figure of a summarised case; nothing if no fork measured
/// anything. Codes: `few-forks`, `no-fork-error`, `wide-error`, `drift`, `bimodal`, `clock-step`,
/// `clock-still`.
/// Every rule with its false-alarm rate is in docs/statistics.md.
std::vector<Note> weaknesses(const Case& summarised, ClockFacts clock);

}  // namespace tare::stats
