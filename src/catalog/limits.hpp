// SPDX-License-Identifier: Apache-2.0
// How much may be asked for, in code and on the command line.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tare::catalog {

/// Forks, iterations, calls of a batch. The number after it is -1 that was made one without a sign.
inline constexpr std::uint32_t most_count = UINT32_MAX - 1;

/// More threads are a mistake, and would take all memory for stacks.
inline constexpr std::uint32_t most_threads = 4096;

/// More combinations of a benchmark's parameters would take days, and all memory before that.
inline constexpr std::size_t most_cases = 100'000;

/// <regex> of libstdc++ goes a call deeper for each byte it matches: at some 10,000 bytes it has
/// used up a stack of 8 MiB.
inline constexpr std::size_t most_name_bytes = 1024;

}  // namespace tare::catalog
