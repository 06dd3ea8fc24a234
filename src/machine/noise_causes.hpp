// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tare/record.hpp"

namespace tare::machine {

/// What in these facts makes times noisy or wrong, with advice. Facts are those of
/// environment_facts() and usage_facts(), and two that only the harness knows: `build.optimised`
/// (`yes`, `no`) and `run.threads`, the most threads that a case uses. Absent facts cause nothing.
/// Codes: `unoptimised-build`, `governor`, `busy-machine`, `cpu-steal`, `cgroup-throttled`,
/// `clock-source`, `few-cpus`, `aslr-off`; for information only: `turbo`, `smt`.
std::vector<Note> noise_causes(const std::vector<Fact>& facts);

}  // namespace tare::machine
