// SPDX-License-Identifier: Apache-2.0
// The fork's own side.
#pragma once

#include <optional>

#include "catalog/catalog.hpp"
#include "fork/launcher.hpp"

namespace tare::fork {

/// The first argument of a program that is started as a fork; the second is the descriptor.
inline constexpr const char* fork_argument = "--tare-fork";

/// The descriptor to speak over, if these are the arguments of a fork.
std::optional<int> fork_descriptor(int argc, char** argv);

/// Takes one job from `descriptor`, does it, and leaves the process.
[[noreturn]] void run_as_fork(int descriptor, const catalog::Catalog& catalog,
                              const ProfilerSource& profilers);

/// Does a job in this process, results to `sink`. Throws running::Ending.
void do_job(const Job& job, const catalog::Catalog& catalog, const ProfilerSource& profilers,
            running::Sink& sink);

}  // namespace tare::fork
