// SPDX-License-Identifier: Apache-2.0
// Where a benchmark crashed or hung, for people.
#pragma once

#include <string>
#include <vector>

#include "stacks/symbols.hpp"

namespace tare::stacks {

/// Most lines that are told: whoever needs more takes a debugger.
inline constexpr std::size_t most_lines = 15;

/// The lines of the stack that is most surely inside the benchmark, `function (file:line)`, down to
/// where the harness called it, with repetitions told once; empty if none is.
std::vector<std::string> failure_lines(const std::vector<NamedStack>& stacks);

/// The same with names looked up; what fork::make_process_launcher() wants.
std::vector<std::string> describe_failure(const std::vector<std::vector<CodeAddress>>& stacks);

}  // namespace tare::stacks
