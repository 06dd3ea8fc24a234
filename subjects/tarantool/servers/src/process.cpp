// SPDX-License-Identifier: Apache-2.0
#include "process.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "tarantool/servers/failure.hpp"

namespace tarantool::servers {
namespace {

/// What the child needs, made before fork(): after it, memory cannot be had safely.
struct Plan {
  std::vector<char*> arguments;
  const char* folder;
  int input;
  int output;
  int ready;
  pid_t parent;
};

constexpr int ready_in_child = 3;
constexpr int above_them_all = 10;  // where dup2() onto 0 to 3 overwrites nothing

[[noreturn]] void become_program(const Plan& plan) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != plan.parent) ::_exit(127);  // It ended before the line above.
  ::setpgid(0, 0);                               // Control-C at the terminal is not for servers.
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  const int input = ::fcntl(plan.input, F_DUPFD, above_them_all);
  const int output = ::fcntl(plan.output, F_DUPFD, above_them_all);
  const int ready = ::fcntl(plan.ready, F_DUPFD, above_them_all);
  ::dup2(input, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  ::dup2(ready, ready_in_child);
  ::close_range(ready_in_child + 1, ~0U, 0);
  if (::chdir(plan.folder) == 0) ::execv(plan.arguments[0], plan.arguments.data());
  ::_exit(127);
}

Descriptor opened(const std::filesystem::path& path, int flags) {
  Descriptor file(::open(path.c_str(), flags | O_CLOEXEC, 0644));
  if (file.number() == -1)
    throw Failure("cannot open " + path.string() + ": " + std::strerror(errno));
  return file;
}

}  // namespace

std::filesystem::path find_program(std::string_view name) {
  const char* folders = std::getenv("PATH");
  std::istringstream rest(folders != nullptr ? folders : "");
  for (std::string folder; std::getline(rest, folder, ':');) {
    std::filesystem::path found = std::filesystem::path(folder) / name;
    if (::access(found.c_str(), X_OK) == 0) return found;
  }
  return {};
}

Started start_program(const std::vector<std::string>& arguments,
                      const std::filesystem::path& folder, const std::filesystem::path& log) {
  const Descriptor input = opened("/dev/null", O_RDONLY);
  const Descriptor output = opened(log, O_WRONLY | O_CREAT | O_APPEND);
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    throw Failure(std::string("pipe: ") + std::strerror(errno));
  Started started{.pid = -1, .ready = Descriptor(ends[0])};
  const Descriptor ready(ends[1]);
  Plan plan{{}, folder.c_str(), input.number(), output.number(), ready.number(), ::getpid()};
  // execv() takes them as not constant, and changes nothing.
  for (const std::string& argument : arguments) {
    plan.arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  plan.arguments.push_back(nullptr);
  started.pid = ::fork();
  if (started.pid == 0) become_program(plan);
  if (started.pid == -1) throw Failure(std::string("fork: ") + std::strerror(errno));
  return started;
}

}  // namespace tarantool::servers
