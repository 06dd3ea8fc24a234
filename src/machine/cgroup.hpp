// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "machine/files.hpp"

namespace tare::machine {

/// Folders of the control groups that may limit this process's CPU time: its own and all above
/// it, innermost first. Both versions of cgroups; a folder need not exist, as the path may be one
/// that only the host can see.
std::vector<std::string> cpu_groups(const Files& files);

/// Processors' worth of time that these groups allow; `none` if they do not limit it; empty if
/// they say nothing.
std::string cpu_quota(const Files& files);

/// How often these groups stopped this process since they exist, for having used up its time.
double times_throttled(const Files& files);

}  // namespace tare::machine
