// SPDX-License-Identifier: Apache-2.0
// `-prof perfnorm`: counters of processor and kernel per operation.
#pragma once

#include <memory>

#include "tare/extend/profiler.hpp"

namespace tare::profile {

std::unique_ptr<extend::Profiler> make_perfnorm_profiler();

}  // namespace tare::profile
