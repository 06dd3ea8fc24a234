// SPDX-License-Identifier: Apache-2.0
// Signals that ask a run to stop.
#pragma once

#include <optional>
#include <string>

namespace tare::cli {

/// While it lives, the first SIGINT, SIGTERM or SIGHUP is kept for the run to notice; a second one
/// of a kind has its usual effect. Those that the program was started to ignore stay ignored. A
/// closed pipe and a full file are errors of write() and no signals. Forks inherit none of this:
/// exec resets handlers. One at a time.
class Interruption {
 public:
  Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  ~Interruption();

  /// Becomes readable with the first signal, and stays so.
  int descriptor() const;
  /// The first that came.
  std::optional<int> signal() const;
  /// `SIGINT`; empty if none came.
  std::string name() const;
};

/// Ends this process by a signal's default action, as shells expect of one that was interrupted.
[[noreturn]] void end_by(int signal);

}  // namespace tare::cli
