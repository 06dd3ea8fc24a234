// SPDX-License-Identifier: Apache-2.0
// A program, most often this one anew, as a process that cannot outlive its run, nor can what it
// starts.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fork/guardian.hpp"
#include "fork/last_words.hpp"
#include "fork/wire.hpp"

namespace tare::fork {

/// What is started.
struct Command {
  std::string program;                   ///< Path.
  std::vector<std::string> words;        ///< The first is the program's name.
  std::vector<std::string> environment;  ///< `NAME=value`, added or in place of ours.
};

/// The command that a shell would start: the first word is a path, or looked for in PATH.
Command looked_up(const std::vector<std::string>& words, std::vector<std::string> environment);

/// How a fork ended.
struct ProcessEnd {
  int status = 0;              ///< waitpid()'s.
  bool killed = false;         ///< By us; or just then by somebody else.
  int start_error = 0;         ///< An errno: there never was a fork.
  bool guardian_lost = false;  ///< Somebody killed its guardian, and it went with it.
};

/// A running fork and its guardian: owns both, and the run's ends of the fork's socket and output.
/// Whatever happens, the destructor leaves no process behind that the fork started.
class Process {
 public:
  /// Throw std::system_error if the process cannot be made.
  explicit Process(const Job& job);
  explicit Process(const Command& command);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Gives up ownership of the run's end of the socket.
  int take_socket();
  int output() const { return output_; }
  const SharedWords& last_words() const { return last_words_; }

  /// Readable when end_if_over() may have something to say.
  int tidings() const { return control_; }
  /// How it ended; none while it runs. Does not wait.
  const std::optional<ProcessEnd>& end_if_over();
  /// Ends it, if need be, and all it started.
  const ProcessEnd& kill();

  /// Asks each of its threads for its stack, and waits until all have left it in last_words(), but
  /// not longer than `patience`.
  void ask_for_stacks(std::chrono::milliseconds patience) const;

 private:
  void start(const std::function<Command(int socket)>& command);
  void start_guardian(Command command, int socket, int output, int control);
  /// Takes tidings until the end is known, but not longer than `patience`.
  void hear(std::chrono::milliseconds patience);
  void take(const Tidings& tidings);
  void end_without_guardian();

  pid_t guardian_ = -1;
  pid_t fork_ = -1;
  int socket_ = -1;
  int output_ = -1;
  int control_ = -1;
  SharedWords last_words_;
  std::optional<ProcessEnd> end_;
};

}  // namespace tare::fork
