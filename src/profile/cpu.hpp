// SPDX-License-Identifier: Apache-2.0
// `-prof cpu`: where the measured time goes, by samples of stacks.
#pragma once

#include <memory>

#include "tare/extend/profiler.hpp"

namespace tare::profile {

std::unique_ptr<extend::Profiler> make_cpu_profiler();

}  // namespace tare::profile
