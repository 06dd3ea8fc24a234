// SPDX-License-Identifier: Apache-2.0
// The cost of an operation in something that can be counted exactly.
#pragma once

#include <cstdint>
#include <functional>

#include "tare/extend/profiler.hpp"

namespace tare::profile {

/// What `work` costs when it is called now, and something that is the same whatever it is.
using CostCounter = std::function<std::uint64_t(const std::function<void()>& work)>;

/// The cost of one operation, on average over calls that follow each other. Rounds of calls take
/// turns with rounds of half as many, and the difference of their costs is divided by that of their
/// calls: what comes with each round cancels, and so does a cost that grows from call to call.
/// Calls that nothing is made of come first, for what is done once. How many calls there are
/// depends on the cost of the second alone, never on time, and by steps so wide that programs which
/// differ little make equally many.
double operation_cost(extend::Operations& operations, const CostCounter& count);

}  // namespace tare::profile
