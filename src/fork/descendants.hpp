// SPDX-License-Identifier: Apache-2.0
// Ends processes that somebody else started. Everything here is safe after fork(): no heap, no
// locks.
#pragma once

#include <sys/types.h>

namespace tare::fork {

/// Which of this process's children are meant.
enum class Children {
  all,
  of_other_sessions,  ///< Those whom the caller did not start itself, but inherited from a
                      ///< guardian.
};

/// Kills and reaps children until there are none, and with them, if this process is a subreaper,
/// their descendants: these become children as their parents die. If `wanted` is among them, its
/// waitpid() status goes to `status`.
void end_children(Children which, pid_t wanted, int& status);

}  // namespace tare::fork
