// SPDX-License-Identifier: Apache-2.0
// The part of `mem` that runs in the fork: drives operations under a tap.
#pragma once

#include "profile/allocation_tap.hpp"
#include "tare/extend/profiler.hpp"

namespace tare::profile {

/// Counts what single operations allocate. Throws std::runtime_error if the tap fails meanwhile;
/// lets through what the operations throw, with the tap removed.
std::vector<Metric> observe_allocations(extend::Operations& operations, AllocationTap& tap);

}  // namespace tare::profile
