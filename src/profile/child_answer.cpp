// SPDX-License-Identifier: Apache-2.0
#include "profile/child_answer.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace tare::profile {
namespace {

/// Reads all that a child writes before it ends.
std::string read_all(int descriptor) {
  std::string text;
  char buffer[512];
  for (ssize_t got; (got = read(descriptor, buffer, sizeof buffer)) != 0;) {
    if (got > 0) {
      text.append(buffer, static_cast<std::size_t>(got));
    } else if (errno != EINTR) {
      break;
    }
  }
  return text;
}

}  // namespace

std::string answer_of_child(const std::function<std::string(int answer_to)>& ask) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return "there is no pipe to a child process";
  const pid_t child = fork();
  if (child == 0) write_answer(ends[1], ask(ends[1]));
  close(ends[1]);
  std::string answer = child < 0 ? "there is no child process" : read_all(ends[0]);
  close(ends[0]);
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (status != 0 && answer.empty()) answer = "a child process died without an answer";
  return answer;
}

void write_answer(int answer_to, const std::string& answer) {
  const ssize_t written = write(answer_to, answer.data(), answer.size());
  _exit(written == static_cast<ssize_t>(answer.size()) ? 0 : 1);
}

}  // namespace tare::profile
