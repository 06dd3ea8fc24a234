// SPDX-License-Identifier: Apache-2.0
// What this machine shows between two programs that are the same.
#pragma once

#include <cstdint>

#include "cli/interruption.hpp"
#include "tare/comparison.hpp"

namespace tare::tool {

/// Compares this very program with itself on three workloads of different kinds: arithmetic, a hash
/// map of strings, a growing vector. Notes say what is wrong with the machine's set-up.
ComparisonReport measure_noise(std::uint64_t case_budget_ns, std::uint64_t seed,
                               const cli::Interruption& interruption);

/// The least change that all of the workloads could have shown, as a share; NaN: not known.
double noise_floor(const ComparisonReport& noise);

/// Measures for some seconds and tells on standard error, in a few lines.
void show_noise(const cli::Interruption& interruption);

}  // namespace tare::tool
