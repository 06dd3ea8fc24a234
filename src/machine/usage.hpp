// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "tare/record.hpp"

namespace tare::machine {

/// CPU time used so far, in seconds summed over processors, and when it was read. Only differences
/// mean something.
struct Usage {
  double at_s = 0;       ///< On a steady clock.
  double all_s = 0;      ///< By all processes of the machine.
  double own_s = 0;      ///< By this process and those of its children that ended.
  double steal_s = 0;    ///< Wanted here, but given to other guests by the hypervisor.
  double throttled = 0;  ///< Times our control group was stopped for exceeding its quota.
};

/// Reads the kernel's counters below `root`; zeros where there are none. Nothing throws.
Usage usage(const std::filesystem::path& root = "/");

/// What the machine did besides running us between two readings; absent where it is not known.
///
///     load.others       CPUs that other processes kept busy, on average: `0.12`
///     cpu.steal         share of the wanted CPU time that the hypervisor withheld: `1.5 %`
///     cgroup.throttled  times we were stopped for exceeding a quota; absent if never
std::vector<Fact> usage_facts(const Usage& before, const Usage& after);

}  // namespace tare::machine
