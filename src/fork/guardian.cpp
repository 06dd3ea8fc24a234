// SPDX-License-Identifier: Apache-2.0
#include "fork/guardian.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <initializer_list>

#include "fork/descendants.hpp"

namespace tare::fork {
namespace {

/// What a shell says of a program that it cannot start.
constexpr int cannot_start = 127;

/// In the new process, up to exec.
[[noreturn]] void become_fork(const FosterChild& child, pid_t guardian) {
  setpgid(0, 0);  // For a benchmark that signals its group.
  // The kernel ends us with our guardian, however that goes; it may be gone already.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != guardian) _exit(cannot_start);
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(child.output, STDOUT_FILENO);
  dup2(child.output, STDERR_FILENO);
  fcntl(child.wire, F_SETFD, 0);
  if (child.last_words >= 0) fcntl(child.last_words, F_SETFD, 0);
  child.signals->restore();
  execve(child.program, child.arguments, child.environment);
  _exit(cannot_start);
}

void tell(int run, Tidings tidings) { send(run, &tidings, sizeof tidings, MSG_NOSIGNAL); }

/// Reaps what has ended. True if the fork has.
bool reap(pid_t fork, int& status) {
  int one = 0;
  for (pid_t process; (process = waitpid(-1, &one, WNOHANG | __WALL)) > 0;) {
    // It made us its tracer, to whom signals go first: that we do not want.
    if (WIFSTOPPED(one)) ptrace(PTRACE_DETACH, process, nullptr, WSTOPSIG(one));
    if (WIFSTOPPED(one) || process != fork) continue;
    status = one;
    return true;
  }
  return false;
}

void wait_for_end(int run, pid_t fork, int& status) {
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  const int deaths = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
  while (!reap(fork, status)) {
    pollfd pollers[] = {{run, POLLIN, 0}, {deaths, POLLIN, 0}};
    if (poll(pollers, 2, -1) < 0 && errno != EINTR) return;
    if (pollers[0].revents != 0) return;
    signalfd_siginfo info;
    while (read(deaths, &info, sizeof info) > 0) {
    }
  }
}

}  // namespace

void be_guardian(const FosterChild& child) {
  setsid();  // Neither the terminal's signals nor those to the run's group are for us.
  prctl(PR_SET_NAME, "tare-guardian");
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  struct sigaction action {};
  action.sa_handler = SIG_DFL;  // Ignored, children would vanish with their status.
  sigaction(SIGCHLD, &action, nullptr);
  const pid_t self = getpid();
  const pid_t fork = _Fork();
  if (fork == 0) become_fork(child, self);
  const int error = errno;
  // Nothing of the run's, or of the fork's, stays open because of us.
  dup2(child.run, 0);
  for (const int descriptor : {child.wire, child.output, child.last_words}) close(descriptor);
  close_range(1, ~0u, 0);
  if (fork < 0) {
    tell(0, {Tidings::not_started, error});
    _exit(EXIT_FAILURE);
  }
  tell(0, {Tidings::started, fork});
  int status = 0;
  wait_for_end(0, fork, status);
  end_children(Children::all, fork, status);
  tell(0, {Tidings::ended, status});
  _exit(EXIT_SUCCESS);
}

}  // namespace tare::fork
