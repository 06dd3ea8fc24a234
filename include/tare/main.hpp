// SPDX-License-Identifier: Apache-2.0
// For programs with a main() of their own; others link tare::main.
#pragma once

namespace tare {

/// Runs the registered benchmarks as the command line says, and returns the program's exit code:
/// 0 fine, 1 a benchmark failed, 2 wrong use, 128 + n stopped by signal n. Call it once, before
/// anything else in main() that a fork need not do: each fork starts the program anew and ends
/// inside this call.
int run(int argc, char** argv);

}  // namespace tare
