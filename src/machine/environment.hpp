// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "tare/record.hpp"

namespace tare::machine {

/// What of this machine bears on times, read from /proc and /sys below `root`. A fact that cannot
/// be told here is absent; nothing throws. Values are valid UTF-8.
///
///     cpu.model        as /proc/cpuinfo names it
///     cpu.count        processors this process may run on
///     cpu.governor     of those: `performance`, or several: `performance, powersave`
///     cpu.turbo        `on`, `off`
///     cpu.smt          `on`, `off`: do processors share cores
///     memory           `31.2 GiB`
///     os.kernel        `Linux 6.1.0-18-amd64`
///     os.distribution  `Debian GNU/Linux 12 (bookworm)`
///     libc             `glibc 2.36`
///     hypervisor       `KVM`, `Xen`, `Hyper-V`, `unknown`; absent on bare metal
///     aslr             `full`, `partial`, `off`
///     clock.source     `tsc`, `kvm-clock`, …
///     load.1min        processes that ran or waited to run, on average over the last minute
///     cgroup.quota     `none`, or how much this process may use: `1.5 CPUs`
std::vector<Fact> environment_facts(const std::filesystem::path& root = "/");

}  // namespace tare::machine
