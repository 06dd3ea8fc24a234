// SPDX-License-Identifier: Apache-2.0
// The fork's own side.
#pragma once

#include <optional>

#include "catalog/catalog.hpp"
#include "fork/launcher.hpp"

namespace tare::fork {

/// The first argument of a program that is started as a fork; the others are descriptors.
inline constexpr const char* fork_argument = "--tare-fork";

/// What a fork shares with its run.
struct ForkDescriptors {
  int wire = -1;
  int last_words = -1;  ///< -1: no such memory could be had.
  bool operator==(const ForkDescriptors&) const = default;
};

/// The descriptors to use, if these are the arguments of a fork.
std::optional<ForkDescriptors> fork_descriptors(int argc, char** argv);

/// Takes one job over the wire, does it, and leaves the process.
[[noreturn]] void run_as_fork(ForkDescriptors descriptors, const catalog::Catalog& catalog,
                              const ProfilerSource& profilers);

/// Does a job in this process, results to `sink`. Throws running::Ending.
void do_job(const Job& job, const catalog::Catalog& catalog, const ProfilerSource& profilers,
            running::Sink& sink);

}  // namespace tare::fork
