// SPDX-License-Identifier: Apache-2.0
// Which signals this program was started to ignore and to block.
#pragma once

#include <signal.h>

namespace tare::fork {

/// A run may handle, ignore and block signals for its own sake; its forks start with what the run
/// itself was started with. Taken before main().
class StartingSignals {
 public:
  StartingSignals();
  /// Safe after fork(): in the new process, before exec.
  void restore() const;

 private:
  sigset_t ignored_;
  sigset_t blocked_;
};

}  // namespace tare::fork
