// SPDX-License-Identifier: Apache-2.0
// This program started anew as a child process that cannot outlive its parent.
#pragma once

#include <sys/types.h>

#include <string>

#include "fork/wire.hpp"

namespace tare::fork {

/// A running fork: owns the process and the parent's ends of its socket and its output. Whatever
/// happens, the destructor leaves no process of the fork's group behind.
class Process {
 public:
  /// Throws std::system_error if the process cannot be made.
  explicit Process(const Job& job);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Gives up ownership of the parent's end of the socket.
  int take_socket();
  int output() const { return output_; }
  /// Readable once the process has ended; -1 where the kernel has no such descriptors.
  int ended() const { return ended_; }

  /// Waits until the process has ended, at most `timeout_ms`, then kills it. The status is
  /// waitpid()'s.
  int wait(int timeout_ms);
  /// Ends the process and everything in its process group.
  int kill();

 private:
  pid_t pid_ = -1;
  int status_ = 0;
  int socket_ = -1;
  int output_ = -1;
  int ended_ = -1;
};

/// `killed by signal 11 (Segmentation fault)`, `exited with code 3`.
std::string describe_status(int status);

}  // namespace tare::fork
