// SPDX-License-Identifier: Apache-2.0
// Room for a signal handler in a thread whose own stack may have overflowed.
#pragma once

#include <signal.h>

#include "run/memory_region.hpp"

namespace tare::running {

/// While it lives, handlers that ask for it (SA_ONSTACK) run on it in this thread.
class AlternateStack {
 public:
  AlternateStack();
  ~AlternateStack();
  AlternateStack(const AlternateStack&) = delete;
  AlternateStack& operator=(const AlternateStack&) = delete;

 private:
  MemoryRegion region_;
  stack_t before_{};
};

}  // namespace tare::running
