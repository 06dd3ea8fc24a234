// SPDX-License-Identifier: Apache-2.0
// Other programs than forks: run to their end, and ended with the run as forks are.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "fork/process.hpp"

namespace tare::fork {

/// What a command came to.
struct CommandEnd {
  bool stopped = false;             ///< It was ended since `stop` became readable.
  std::string reason;               ///< Why it did not go well; empty: it exited with 0.
  std::vector<std::string> output;  ///< Last lines that it printed.
};

/// Runs a program in a folder, and waits. What it prints is kept, not shown. Once the descriptor
/// `stop` is readable it and all it started are ended; negative: there is none. A name without a
/// slash is looked for in PATH.
CommandEnd run_command(const std::vector<std::string>& words, const std::string& folder,
                       const std::vector<std::string>& environment, int stop);

}  // namespace tare::fork
