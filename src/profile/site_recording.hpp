// SPDX-License-Identifier: Apache-2.0
// Allocation sites as a flight recording.
#pragma once

#include <string>

#include "profile/profile_files.hpp"
#include "profile/site_names.hpp"
#include "tare/extend/profiler.hpp"

namespace tare::profile {

/// Writes what name_sites() made of a fork's sites to a file, and publishes that: a
/// tare.AllocationSite for each stack, and one iteration of as many operations as they are of.
/// Throws std::runtime_error.
ProfileFile record_sites(const ProfileFiles& files, const extend::Assignment& assignment,
                         const stacks::StackProfile& sites);

}  // namespace tare::profile
