// SPDX-License-Identifier: Apache-2.0
// Allocation sites for people: tables of places, and stacks for flame graphs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "profile/allocation_sites.hpp"
#include "stacks/stack_profile.hpp"
#include "tare/extend/profiler.hpp"

namespace tare::profile {

/// The place that a stack's allocations are told at: its innermost frame that is neither the
/// standard library's nor the C library's; its innermost, where all are; `(not known)` without any.
stacks::Frame allocation_place(const std::vector<stacks::Frame>& frames);

/// What one fork knows of its sites.
struct NamedSites {
  /// All places, by bytes: sums over all stacks with the same allocation_place(). A table for what
  /// is allocated, one for what results keep, one for what is left; those that would be empty are
  /// not there.
  std::vector<HotSpots> tables;
  stacks::StackProfile profile;
};

/// `operations` is how many the sites' tallies are of.
NamedSites name_sites(const AllocationSites& sites, std::string title, std::uint64_t operations);

/// The forks' tables as one of each: means over the forks, by bytes.
std::vector<HotSpots> tables_over(const std::vector<extend::Findings>& forks);

/// What forks do not agree on, for people: `4.000 to 8.000 B/op at work() (work.cpp:7)`.
std::vector<std::string> differing_sites(const std::vector<extend::Findings>& forks);

/// The spots that are told in a report.
inline constexpr std::size_t most_spots = 10;

}  // namespace tare::profile
