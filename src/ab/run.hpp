// SPDX-License-Identifier: Apache-2.0
// A comparison of programs: their forks interleaved, until every case is decided.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "fork/launcher.hpp"
#include "run/clock.hpp"
#include "tare/comparison.hpp"

namespace tare::ab {

/// One side: paths of a program in each of its placements, one as a rule.
using Placed = std::vector<std::string>;

struct Settings {
  std::uint64_t seed = 0;
  double threshold = default_threshold;
  std::uint64_t case_budget_ns = 20'000'000'000;  ///< Wall time of a case's forks.
  std::uint64_t total_budget_ns = std::numeric_limits<std::uint64_t>::max();
  bool stops_when_decided = true;  ///< Else each case takes its budget, to be known better.
  /// Threads of cases with one thread are bound to these in turn, a pair to each. Empty: to none.
  std::vector<std::uint32_t> processors;
};

/// What takes part; all of it outlives the comparison.
struct Parts {
  fork::Launcher& forks;
  running::Clock& clock;
  /// Asked before each fork: whether no more is to be started.
  std::function<bool()> stop;
  /// Called when a case is over, and when all are.
  std::function<void(const ComparisonReport&)> save;
  /// A line on how it goes.
  std::function<void(const std::string&)> say;
};

/// A case to compare.
struct Entry {
  CasePlan plan;
  std::vector<bool> has_it;  ///< Of each program; the baseline has it.
};

/// Compares cases, adding to `head`, which names the programs. Round after round, each a block of
/// forks of every case that is not decided, in random order. Never throws for what a benchmark
/// does.
ComparisonReport run(const std::vector<Entry>& entries, const std::vector<Placed>& programs,
                     ComparisonReport head, const Settings& settings, const Parts& parts);

}  // namespace tare::ab
