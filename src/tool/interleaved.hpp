// SPDX-License-Identifier: Apache-2.0
// Comparisons whose forks this program starts itself.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ab/run.hpp"
#include "cli/interruption.hpp"
#include "tare/comparison.hpp"

namespace tare::tool {

/// What is done while it goes on.
struct Watching {
  std::function<void(const ComparisonReport&)> save = [](const ComparisonReport&) {};
  std::function<void(const std::string&)> say = [](const std::string&) {};
};

/// Compares by ab::run() until that ends or a signal comes, and adds what is known of the machine,
/// and of what else it did meanwhile. `head` names the programs.
ComparisonReport compare_interleaved(const std::vector<ab::Entry>& entries,
                                     const std::vector<ab::Placed>& programs, ComparisonReport head,
                                     const ab::Settings& settings,
                                     const cli::Interruption& interruption,
                                     const Watching& watching = {});

}  // namespace tare::tool
