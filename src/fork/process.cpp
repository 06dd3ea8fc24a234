// SPDX-License-Identifier: Apache-2.0
#include "fork/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "fork/child.hpp"

extern char** environ;

namespace tare::fork {
namespace {

constexpr const char* program = "/proc/self/exe";

[[noreturn]] void throw_errno(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

std::string_view name_in(std::string_view variable) {
  return variable.substr(0, variable.find('='));
}

/// The environment of a fork: ours, but for what `own` has under the same name, and `own`.
std::vector<char*> environment_with(std::vector<std::string>& own) {
  std::vector<char*> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const auto same = [&](const std::string& other) {
      return name_in(other) == name_in(*variable);
    };
    if (std::none_of(own.begin(), own.end(), same)) variables.push_back(*variable);
  }
  for (std::string& variable : own) variables.push_back(variable.data());
  variables.push_back(nullptr);
  return variables;
}

/// In the new process, up to exec: only functions that are safe after fork().
[[noreturn]] void become_fork(pid_t parent, int socket, int output, char* const* arguments,
                              char* const* environment) {
  setpgid(0, 0);
  // The kernel ends us with our parent, however that goes; it may be gone already.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  fcntl(socket, F_SETFD, 0);
  execve(program, arguments, environment);
  _exit(127);
}

}  // namespace

Process::Process(const Job& job) {
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
    throw_errno("cannot make a socket for a fork");
  int pipes[2];
  if (pipe2(pipes, O_CLOEXEC) != 0) {
    const int error = errno;
    close(sockets[0]);
    close(sockets[1]);
    throw std::system_error(error, std::generic_category(), "cannot make a pipe for a fork");
  }
  std::vector<std::string> own_variables = job.environment;
  own_variables.push_back("TARE_PADDING=" + std::string(job.layout.environment_bytes, 'x'));
  const std::vector<char*> environment = environment_with(own_variables);
  std::string name = program_invocation_name;
  std::string flag = fork_argument;
  std::string descriptor = std::to_string(sockets[1]);
  char* const arguments[] = {name.data(), flag.data(), descriptor.data(), nullptr};

  const pid_t parent = getpid();
  pid_ = ::fork();
  if (pid_ == 0) become_fork(parent, sockets[1], pipes[1], arguments, environment.data());
  const int error = errno;
  close(sockets[1]);
  close(pipes[1]);
  socket_ = sockets[0];
  output_ = pipes[0];
  if (pid_ < 0) {
    close(socket_);
    close(output_);
    throw std::system_error(error, std::generic_category(), "cannot start a fork");
  }
  setpgid(pid_, pid_);  // In both processes: whoever comes first.
  ended_ = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0));
  fcntl(output_, F_SETFL, O_NONBLOCK);
}

Process::~Process() {
  kill();
  if (socket_ >= 0) close(socket_);
  if (ended_ >= 0) close(ended_);
  close(output_);
}

int Process::take_socket() { return std::exchange(socket_, -1); }

int Process::kill() {
  if (pid_ < 0) return status_;
  ::kill(-pid_, SIGKILL);
  ::kill(pid_, SIGKILL);  // It may have left its group.
  while (waitpid(pid_, &status_, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return status_;
}

int Process::wait(int timeout_ms) {
  if (pid_ < 0) return status_;
  if (ended_ >= 0) {
    pollfd poller{ended_, POLLIN, 0};
    while (poll(&poller, 1, timeout_ms) < 0 && errno == EINTR) {
    }
  }
  // A process that has ended keeps its status, and the group's rest dies with it.
  return kill();
}

std::string describe_status(int status) {
  if (WIFSIGNALED(status))
    return fmt::format("killed by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  return fmt::format("exited with code {}", WEXITSTATUS(status));
}

}  // namespace tare::fork
