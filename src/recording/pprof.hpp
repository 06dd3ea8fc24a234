// SPDX-License-Identifier: Apache-2.0
// Profiles for pprof: github.com/google/pprof/blob/main/proto/profile.proto
#pragma once

#include <cstddef>
#include <string>

#include "stacks/stack_profile.hpp"

namespace tare::recording {

/// The protocol buffer `perftools.profiles.Profile`, not compressed, with all types of the profile,
/// the one of number `shown` for viewers to begin with.
std::string pprof_bytes(const stacks::StackProfile& profile, std::size_t shown);

}  // namespace tare::recording
