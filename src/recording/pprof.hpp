// SPDX-License-Identifier: Apache-2.0
// Profiles for pprof: github.com/google/pprof/blob/main/proto/profile.proto
#pragma once

#include <string>

#include "stacks/stack_profile.hpp"

namespace tare::recording {

/// The protocol buffer `perftools.profiles.Profile`, not compressed, with all types of the profile.
std::string pprof_bytes(const stacks::StackProfile& profile);

}  // namespace tare::recording
