// SPDX-License-Identifier: Apache-2.0
// The part of `mem` that runs in the fork: drives operations under a tap.
#pragma once

#include "profile/allocation_sites.hpp"
#include "profile/allocation_tap.hpp"
#include "tare/extend/profiler.hpp"

namespace tare::profile {

/// Counts what single operations allocate; at which sites, too, if there are any to count at: those
/// of operations from `mem_warmup_invocations` on. Throws std::runtime_error if the tap fails
/// meanwhile; lets through what the operations throw, with the tap removed.
std::vector<Metric> observe_allocations(extend::Operations& operations, AllocationTap& tap,
                                        AllocationSites* sites = nullptr);

}  // namespace tare::profile
