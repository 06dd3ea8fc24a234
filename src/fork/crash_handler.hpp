// SPDX-License-Identifier: Apache-2.0
// Keeps the stack of a fork that crashes, or that is asked for it.
#pragma once

#include "fork/last_words.hpp"

namespace tare::fork {

/// Asks a thread of a fork for its stack: a real-time signal that few programs use.
int stack_signal();

/// From now on a signal that is a crash leaves the stack of its thread in `words` before it takes
/// its usual effect. Signals that something handles or ignores already are left alone. Costs
/// nothing until then. `words` must live as long as the process.
void keep_stacks_of_crashes(LastWords& words);

}  // namespace tare::fork
