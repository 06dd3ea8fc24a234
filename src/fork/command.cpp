// SPDX-License-Identifier: Apache-2.0
#include "fork/command.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "fork/output_tail.hpp"
#include "fork/reasons.hpp"

namespace tare::fork {
namespace {

/// $1 is the folder, the rest are a program's words.
constexpr const char* run_in_folder = "cd -- \"$1\" && shift && exec \"$@\"";

/// False at the end of the stream.
bool read_some(int descriptor, OutputTail& tail) {
  std::array<char, 4096> buffer;
  const ssize_t n = read(descriptor, buffer.data(), buffer.size());
  if (n > 0) tail.feed({buffer.data(), static_cast<std::size_t>(n)});
  return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

std::string reason_of(const ProcessEnd& end) {
  if (end.start_error == 0 && WIFEXITED(end.status)) {
    const int code = WEXITSTATUS(end.status);
    return code == 0 ? "" : fmt::format("it exited with {}", code);
  }
  return reason_of_end(end);
}

}  // namespace

CommandEnd run_command(const std::vector<std::string>& words, const std::string& folder,
                       const std::vector<std::string>& environment, int stop) {
  std::vector<std::string> in_folder{"/bin/sh", "-c", run_in_folder, "sh", folder};
  in_folder.insert(in_folder.end(), words.begin(), words.end());
  Process process(looked_up(in_folder, environment));
  OutputTail tail;
  CommandEnd end;
  bool is_open = true;
  while (!process.end_if_over() && !end.stopped) {
    std::array<pollfd, 3> pollers{{{is_open ? process.output() : -1, POLLIN, 0},
                                   {process.tidings(), POLLIN, 0},
                                   {stop, POLLIN, 0}}};
    poll(pollers.data(), pollers.size(), -1);
    if (pollers[0].revents != 0) is_open = read_some(process.output(), tail);
    end.stopped = stop >= 0 && pollers[2].revents != 0;
  }
  const ProcessEnd& ended = process.kill();
  while (is_open) is_open = read_some(process.output(), tail);  // Nobody is left who writes.
  end.reason = end.stopped ? "it was told to stop" : reason_of(ended);
  end.output = tail.lines();
  return end;
}

}  // namespace tare::fork
