// SPDX-License-Identifier: Apache-2.0
// Forks of one program as tools/verdict-trial recorded them.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace tare::trial {

struct Fork {
  double figure;   ///< What `tare ab` makes of its slices, in ns per operation.
  double mean_ns;  ///< What a harness makes of it that takes the mean.
};

inline constexpr std::size_t forks_of_block = 4;

/// Two neighbours on one processor, and two on the next.
using Block = std::array<Fork, forks_of_block>;

struct Trace {
  std::string name;     ///< Condition and workload: `idle map`.
  double fork_seconds;  ///< That one fork took, from its start until its end was known.
  std::vector<Block> blocks;
};

/// What record-trial printed. The file's name is the trace's, with `-` for blanks. Throws
/// std::runtime_error where there is no such file or too few forks.
Trace read_trace(const std::string& file);

}  // namespace tare::trial
