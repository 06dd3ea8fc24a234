// SPDX-License-Identifier: Apache-2.0
// Files for speedscope.app: www.speedscope.app/file-format-schema.json
#pragma once

#include <cstddef>
#include <string>

#include "stacks/stack_profile.hpp"

namespace tare::recording {

/// JSON with a profile of type `sampled` for each type of values, the one of number `shown` open.
std::string speedscope_json(const stacks::StackProfile& profile, std::size_t shown);

}  // namespace tare::recording
