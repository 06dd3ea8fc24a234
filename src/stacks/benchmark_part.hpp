// SPDX-License-Identifier: Apache-2.0
// The part of a stack that is the benchmark's: what the harness called, without the harness.
#pragma once

#include <vector>

#include "stacks/symbols.hpp"

namespace tare::stacks {

/// How surely a stack is one of the benchmark, rising.
enum class Origin {
  own_thread,  ///< The harness has no part in it: a thread that the benchmark started.
  harness,     ///< What the harness called, itself or through something that left no frame.
  body,        ///< What the harness calls a benchmark's functions through has a frame: the body's
               ///< loop, or a state's set-up or tear-down.
};

struct BenchmarkPart {
  Origin origin = Origin::own_thread;
  std::vector<Frame> frames;  ///< None of the harness's; innermost first.
};

/// What lies inside the harness. The loop around the benchmark's body, which the body may have been
/// inlined into, counts as the body.
BenchmarkPart benchmark_part(const NamedStack& stack);

/// The same for profiles: also without the profiler's own frames, and without what starts threads
/// and the program, which is outermost. The innermost frame of all others stays.
BenchmarkPart profiled_part(const NamedStack& stack);

}  // namespace tare::stacks
