// SPDX-License-Identifier: Apache-2.0
// A question put to a child process, for what may change a process for good.
#pragma once

#include <functional>
#include <string>

namespace tare::profile {

/// Runs `ask` in a forked child, with the descriptor its answer goes to, and returns the answer:
/// what `ask` returns, or what the program says that it became by exec. Says so if it dies.
std::string answer_of_child(const std::function<std::string(int answer_to)>& ask);

/// In the child: writes the answer, and ends the process.
[[noreturn]] void write_answer(int answer_to, const std::string& answer);

}  // namespace tare::profile
