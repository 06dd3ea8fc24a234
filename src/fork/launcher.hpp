// SPDX-License-Identifier: Apache-2.0
// Starts forks. An interface, so that the order of forks and their failures are tested without
// any.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "fork/wire.hpp"
#include "record/code_address.hpp"
#include "run/sink.hpp"
#include "tare/extend/profiler.hpp"

namespace tare::catalog {
class Catalog;
}

namespace tare::fork {

/// A profiler by name, with its options set; null if there is none of that name.
using ProfilerSource = std::function<std::unique_ptr<extend::Profiler>(
    const std::string& name, const ProfilerOptions& options)>;

class Launcher {
 public:
  virtual ~Launcher() = default;

  /// Runs one fork to its end, whatever that is. Results go to `sink` as they come; what it
  /// returns says how it ended. The scores of warm-up iterations are left to the caller.
  virtual ForkRun launch(const Job& job, running::Sink& sink) = 0;
};

/// Says where in the program a fork's threads were, in lines for people; innermost first.
using StackDescriber =
    std::function<std::vector<std::string>(const std::vector<std::vector<CodeAddress>>& stacks)>;

/// Each fork a process: this program started anew, or the one that its job names. Once the
/// descriptor `stop` is readable, forks are ended and come out as skipped. Negative: there is none.
/// Without `describe` no fork has a stack.
std::unique_ptr<Launcher> make_process_launcher(int stop = -1, StackDescriber describe = nullptr);

/// No fork: the job runs in this process (`-f 0`), for debuggers and sanitizers.
std::unique_ptr<Launcher> make_in_process_launcher(const catalog::Catalog& catalog,
                                                   ProfilerSource profilers);

/// Luck of layout, drawn from a seed.
Layout draw_layout(std::uint64_t seed);

}  // namespace tare::fork
