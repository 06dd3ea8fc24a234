// SPDX-License-Identifier: Apache-2.0
// One figure for each fork of a comparison.
#pragma once

#include <cstdint>
#include <vector>

#include "tare/record.hpp"

namespace tare::ab {

/// What a fork of a comparison measures: many short slices, whose best tenth is what the code costs
/// while nothing disturbs it. Of 10, 20 and 150 ms a fork the shortest found most, as what differs
/// is forks (docs/statistics.md, "Comparing two builds").
struct Slices {
  std::uint32_t count = 40;
  std::uint64_t slice_ns = 250'000;
  std::uint64_t warmup_ns = 4'000'000;
};

/// Slices for an operation that takes so long, in forks that take so long besides: as many as make
/// a fork measure a quarter of what it takes to start, but within 0.3 s; one at least.
Slices slices_for(double operation_ns, double start_ns);

/// The 10th percentile of scores that are better lower, the 90th of others. NaN if there are none.
double figure(const std::vector<double>& slice_scores, Better better);

/// 75th ÷ 25th percentile: 1 is no spread. NaN below 2 figures.
double spread(const std::vector<double>& figures);

}  // namespace tare::ab
