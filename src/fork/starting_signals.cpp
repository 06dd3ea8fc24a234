// SPDX-License-Identifier: Apache-2.0
#include "fork/starting_signals.hpp"

namespace tare::fork {

StartingSignals::StartingSignals() {
  sigemptyset(&ignored_);
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction action {};
    if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN)
      sigaddset(&ignored_, signal);
  }
  pthread_sigmask(SIG_SETMASK, nullptr, &blocked_);
}

void StartingSignals::restore() const {
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction action {};
    action.sa_handler = sigismember(&ignored_, signal) == 1 ? SIG_IGN : SIG_DFL;
    sigaction(signal, &action, nullptr);  // Not for SIGKILL and SIGSTOP, which need none.
  }
  pthread_sigmask(SIG_SETMASK, &blocked_, nullptr);
}

}  // namespace tare::fork
