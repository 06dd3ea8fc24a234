// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tare/record.hpp"

namespace tare {

/// What makes figures of two cases of one name unlike each other, as it is told to people: `1
/// thread`, `4 threads, 3 put, 1 take`, `1 thread, batches of 100, cold caches`.
std::string conditions(const Case& one);

}  // namespace tare
