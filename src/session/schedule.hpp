// SPDX-License-Identifier: Apache-2.0
// The order in which the forks of a run are started.
#pragma once

#include <cstdint>
#include <vector>

#include "catalog/plan.hpp"
#include "tare/extend/profiler.hpp"

namespace tare::session {

/// One fork to start.
struct Start {
  std::size_t case_index = 0;
  std::size_t profiler = 0;  ///< 0: none, else 1 + its place in the run's list.
  std::uint32_t fork = 0;    ///< 0-based, within the case and profiler.
  bool warmup_fork = false;  ///< Its figures are thrown away.
  std::uint64_t seed = 0;    ///< Of its layout.
  bool operator==(const Start&) const = default;
};

/// What a profiler wants for each case.
struct ProfilerForks {
  std::uint32_t count = 0;
  extend::Course course = extend::Course::operations;
};

/// Round by round, each round one fork of every case in random order, so that a drift of the
/// machine hits all cases alike and a case's forks are spread over the run. Warm-up forks come
/// first in the first rounds; profilers come after all timed forks, whose scores they need.
/// A case asked to run in process (`-f 0`) starts once.
std::vector<Start> make_schedule(const std::vector<catalog::Planned>& plan,
                                 const std::vector<ProfilerForks>& profilers, std::uint64_t seed);

/// Round `number` (0-based) of the timed forks that follow those planned: one of each of `cases`.
std::vector<Start> make_further_round(const std::vector<catalog::Planned>& plan,
                                      const std::vector<std::size_t>& cases, std::uint32_t number,
                                      std::uint64_t seed);

/// Some profilers run operations one by one. The roles of a group may need each other for that.
bool can_be_profiled(const CasePlan& plan, extend::Course course);

}  // namespace tare::session
