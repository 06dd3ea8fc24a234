// SPDX-License-Identifier: Apache-2.0
// `-prof jfr`: a flight recording of each fork.
#pragma once

#include <memory>

#include "tare/extend/profiler.hpp"

namespace tare::profile {

std::unique_ptr<extend::Profiler> make_jfr_profiler();

}  // namespace tare::profile
