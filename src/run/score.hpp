// SPDX-License-Identifier: Apache-2.0
// From operations and time to the score of an iteration.
#pragma once

#include <cstdint>
#include <vector>

#include "tare/record.hpp"

namespace tare::running {

/// What one thread did in one iteration.
struct Tally {
  double operations = 0;
  double nanoseconds = 0;
};

/// ns/op, or ops/s in mode thrpt. Throughput is summed over threads, times are averaged: as JMH
/// has it. NaN if nothing was measured.
double score(Mode mode, const std::vector<Tally>& threads);

}  // namespace tare::running
