// SPDX-License-Identifier: Apache-2.0
// A small process between the run and a fork: when the fork ends, when the run asks, and when the
// run is gone, however that went, it ends all that the fork started, wherever that has gone.
#pragma once

#include <sys/types.h>

#include "fork/starting_signals.hpp"

namespace tare::fork {

/// What a guardian tells the run, one to a packet.
struct Tidings {
  enum Kind : int {
    started,      ///< `value` is the fork's process number.
    not_started,  ///< `value` is an errno.
    ended,        ///< `value` is the fork's waitpid() status. Nothing of it is left.
  };
  Kind kind;
  int value;
};

/// All that a guardian needs, made before it is.
struct FosterChild {
  const char* program;
  char* const* arguments;
  char* const* environment;
  int wire;  ///< These are the fork's; the guardian keeps none of them.
  int output;
  int last_words;  ///< -1: none.
  int run;         ///< A socket of packets: tidings go out; that nothing will come in any more
                   ///< asks for the end of the fork.
  const StartingSignals* signals;
};

/// The guardian's whole life; to be called in a new process, in which all signals are blocked. Safe
/// after fork() in a program with threads.
[[noreturn]] void be_guardian(const FosterChild& child);

}  // namespace tare::fork
