// SPDX-License-Identifier: Apache-2.0
#include "fork/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "fork/child.hpp"
#include "fork/crash_handler.hpp"
#include "fork/descendants.hpp"
#include "fork/guardian.hpp"

extern char** environ;

namespace tare::fork {
namespace {

/// A guardian needs milliseconds; one that is silent for so long will not speak any more.
constexpr std::chrono::seconds guardian_patience{10};

const StartingSignals starting_signals;

[[noreturn]] void throw_error(int error, const char* what) {
  throw std::system_error(error, std::generic_category(), what);
}

/// Two descriptors that are closed when nobody took them.
class Pair {
 public:
  ~Pair() {
    for (const int end : ends_)
      if (end >= 0) close(end);
  }
  int* ends() { return ends_.data(); }
  int operator[](std::size_t i) const { return ends_[i]; }
  int take(std::size_t i) { return std::exchange(ends_[i], -1); }

 private:
  std::array<int, 2> ends_{-1, -1};
};

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

/// The guardian starts with all signals blocked, so that no handler of the run's runs in it.
pid_t fork_with_signals_blocked() {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t process = ::fork();
  const int error = errno;
  if (process != 0) pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return process;
}

std::vector<pid_t> threads_of(pid_t process) {
  std::vector<pid_t> threads;
  std::error_code gone;
  for (std::filesystem::directory_iterator entry(fmt::format("/proc/{}/task", process), gone), end;
       !gone && entry != end; entry.increment(gone))
    threads.push_back(std::atoi(entry->path().filename().c_str()));
  return threads;
}

Command plain_start(const Job& job) {
  const bool is_this = job.program.empty();
  return {is_this ? "/proc/self/exe" : job.program,
          {is_this ? program_invocation_name : job.program},
          job.environment};
}

/// A launcher is another program, to which /proc/self would be its own.
Command start_by_launcher(const Job& job) {
  Command start = looked_up(job.launcher, job.environment);
  start.words.push_back(
      job.program.empty() ? std::filesystem::read_symlink("/proc/self/exe").string() : job.program);
  return start;
}

}  // namespace

Command looked_up(const std::vector<std::string>& words, std::vector<std::string> environment) {
  Command command{"/bin/sh", {"sh", "-c", "exec \"$@\"", "sh"}, std::move(environment)};
  command.words.insert(command.words.end(), words.begin(), words.end());
  return command;
}

Process::Process(const Job& job) {
  start([&](int socket) {
    Command fork = job.launcher.empty() ? plain_start(job) : start_by_launcher(job);
    for (std::string word : {std::string(fork_argument), std::to_string(socket),
                             std::to_string(last_words_.descriptor())})
      fork.words.push_back(std::move(word));
    fork.environment.push_back("TARE_PADDING=" + std::string(job.layout.environment_bytes, 'x'));
    return fork;
  });
}

Process::Process(const Command& command) {
  start([&](int) { return command; });
}

void Process::start(const std::function<Command(int socket)>& command) {
  Pair sockets, pipes, control;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.ends()) != 0)
    throw_error(errno, "cannot make a socket for a fork");
  if (pipe2(pipes.ends(), O_CLOEXEC) != 0) throw_error(errno, "cannot make a pipe for a fork");
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, control.ends()) != 0)
    throw_error(errno, "cannot make a socket for a fork's guardian");
  // Should somebody kill the guardian, what it guarded comes to us.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  start_guardian(command(sockets[1]), sockets[1], pipes[1], control[1]);
  last_words_.close_descriptor();
  socket_ = sockets.take(0);
  output_ = pipes.take(0);
  control_ = control.take(0);
  fcntl(output_, F_SETFL, O_NONBLOCK);
}

void Process::start_guardian(Command command, int socket, int output, int control) {
  const std::vector<char*> environment = environment_with(command.environment);
  std::vector<char*> arguments;
  for (std::string& word : command.words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const FosterChild child{
      command.program.c_str(),  arguments.data(), environment.data(), socket, output,
      last_words_.descriptor(), control,          &starting_signals};
  guardian_ = fork_with_signals_blocked();
  if (guardian_ == 0) be_guardian(child);
  if (guardian_ < 0) throw_error(errno, "cannot start a fork");
}

Process::~Process() {
  kill();
  if (socket_ >= 0) close(socket_);
  close(output_);
  close(control_);
}

int Process::take_socket() { return std::exchange(socket_, -1); }

void Process::hear(std::chrono::milliseconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  while (!end_) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    pollfd poller{control_, POLLIN, 0};
    const int ready = poll(&poller, 1, static_cast<int>(std::max(left, {}).count()));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return;
    Tidings tidings;
    if (recv(control_, &tidings, sizeof tidings, 0) == static_cast<ssize_t>(sizeof tidings))
      take(tidings);
    else
      end_without_guardian();
  }
}

void Process::take(const Tidings& tidings) {
  if (tidings.kind == Tidings::started) {
    fork_ = tidings.value;
    return;
  }
  end_.emplace();
  (tidings.kind == Tidings::ended ? end_->status : end_->start_error) = tidings.value;
  waitpid(guardian_, nullptr, 0);
}

void Process::end_without_guardian() {
  ::kill(guardian_, SIGKILL);
  waitpid(guardian_, nullptr, 0);
  end_.emplace().guardian_lost = true;
  end_children(Children::of_other_sessions, fork_, end_->status);
}

const std::optional<ProcessEnd>& Process::end_if_over() {
  hear({});
  return end_;
}

const ProcessEnd& Process::kill() {
  if (end_if_over()) return *end_;
  ::kill(guardian_, SIGCONT);   // Should somebody have stopped it.
  shutdown(control_, SHUT_WR);  // No message: one that nobody reads would make an error of tidings.
  hear(guardian_patience);
  if (!end_) end_without_guardian();
  end_->killed = WIFSIGNALED(end_->status) && WTERMSIG(end_->status) == SIGKILL;
  return *end_;
}

void Process::ask_for_stacks(std::chrono::milliseconds patience) const {
  if (last_words_.get() == nullptr || fork_ < 0) return;
  std::size_t asked = 0;
  for (const pid_t thread : threads_of(fork_))
    if (syscall(SYS_tgkill, fork_, thread, stack_signal()) == 0) ++asked;
  const auto until = std::chrono::steady_clock::now() + patience;
  while (last_words_.complete_stacks() < std::min(asked, LastWords::most_stacks) &&
         std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace tare::fork
