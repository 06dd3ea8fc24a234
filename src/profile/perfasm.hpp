// SPDX-License-Identifier: Apache-2.0
// `-prof perfasm`: which instructions the measured time goes to, by samples of program counters.
#pragma once

#include <memory>

#include "tare/extend/profiler.hpp"

namespace tare::profile {

std::unique_ptr<extend::Profiler> make_perfasm_profiler();

}  // namespace tare::profile
