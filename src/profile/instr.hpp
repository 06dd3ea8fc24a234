// SPDX-License-Identifier: Apache-2.0
// `-prof instr`: instructions per operation, counted by valgrind; the same in every run.
#pragma once

#include <memory>

#include "tare/extend/profiler.hpp"

namespace tare::profile {

std::unique_ptr<extend::Profiler> make_instr_profiler();

}  // namespace tare::profile
