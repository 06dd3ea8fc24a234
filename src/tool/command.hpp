// SPDX-License-Identifier: Apache-2.0
// The commands of the tool `tare`. Each takes the words behind its name, prints to standard output
// what was asked for, and returns the exit code. They throw catalog::WrongUse, or an error of
// Boost.Program_options, for wrong use.
#pragma once

#include <string>
#include <vector>

namespace tare::tool {

inline constexpr int exit_fine = 0;
inline constexpr int exit_failed = 1;
inline constexpr int exit_wrong_use = 2;
inline constexpr int exit_regression = 3;

using Words = std::vector<std::string>;

/// The whole program: a command's name and its words.
int run(const Words& words);

int help(const Words& words);
int ab(const Words& words);
int compare(const Words& words);
int convert(const Words& words);
int history(const Words& words);
int noise(const Words& words);
int profilers(const Words& words);

}  // namespace tare::tool
