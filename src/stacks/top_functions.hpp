// SPDX-License-Identifier: Apache-2.0
// Functions by what was measured in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "stacks/stack_profile.hpp"

namespace tare::stacks {

/// Wherever a function was called from, and inlined or not.
struct FunctionCost {
  Frame hottest;           ///< Where most of `self` is; any place of it if there is none.
  std::int64_t self = 0;   ///< Where it was innermost.
  std::int64_t total = 0;  ///< Where it was anywhere in the stack.
};

/// By value number `type` of the profile; most of `self` first, then most of `total`, then by name.
std::vector<FunctionCost> top_functions(const StackProfile& profile, std::size_t type);

}  // namespace tare::stacks
