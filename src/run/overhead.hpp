// SPDX-License-Identifier: Apache-2.0
// What the harness itself adds to every operation.
#pragma once

#include "run/clock.hpp"

namespace tare::running {

/// Nanoseconds per operation of a benchmark that does nothing, measured as every benchmark is, in
/// this process, for a few milliseconds. It is shown beside results and not taken off them: code
/// that does something overlaps with the loop, so that a difference would be too small.
double empty_operation_ns(Clock& clock);

}  // namespace tare::running
