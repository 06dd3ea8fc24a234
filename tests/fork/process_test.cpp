// SPDX-License-Identifier: Apache-2.0
// What a fork starts with, and what stays of it: nothing.
#include "fork/process.hpp"

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "fork/launcher.hpp"
#include "tare/tare.hpp"

namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The value of a line `name:\tvalue` of this process's status.
std::string status_line(const std::string& name) {
  const std::string status = text_of("/proc/self/status");
  const std::size_t begin = status.find("\n" + name + ":\t") + name.size() + 3;
  return status.substr(begin, status.find('\n', begin) - begin);
}

/// Whether there is such a process, other than as a name waiting to be forgotten.
bool runs(pid_t process) {
  const std::string stat = text_of("/proc/" + std::to_string(process) + "/stat");
  const std::size_t name_end = stat.rfind(')');
  return name_end != std::string::npos && stat[name_end + 2] != 'Z';
}

[[noreturn]] void wait_for_ever() {
  for (;;) pause();
}

/// Starts a process in a session of its own that is nobody's child, and gives its number.
pid_t start_daemon() {
  int ends[2];
  if (pipe(ends) != 0) return -1;
  if (fork() == 0) {
    setsid();
    if (fork() != 0) _exit(0);
    const pid_t self = getpid();
    (void)!write(ends[1], &self, sizeof self);
    wait_for_ever();
  }
  pid_t process = -1;
  (void)!read(ends[0], &process, sizeof process);
  return process;
}

}  // namespace

TARE_GROUP(processes);

TARE_BENCH(tells_its_signals) { tare::fail(status_line("SigBlk") + " " + status_line("SigIgn")); }
TARE_BENCH(leaves_a_daemon) { tare::fail(std::to_string(start_daemon())); }
TARE_BENCH(leaves_a_stopped_child) {
  const pid_t child = fork();
  if (child == 0) {
    raise(SIGSTOP);
    wait_for_ever();
  }
  int status = 0;
  waitpid(child, &status, WUNTRACED);
  tare::fail(std::to_string(child));
}
TARE_BENCH(kills_its_guardian_and_leaves_a_daemon) {
  std::fprintf(stderr, "%d\n", start_daemon());
  prctl(PR_SET_PDEATHSIG, 0);
  kill(getppid(), SIGKILL);
  wait_for_ever();
}
TARE_BENCH(hangs_in_its_loop) { wait_for_ever(); }

namespace tare::fork {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

struct Ignored final : running::Sink {
  void iteration_started() override {}
  void iteration(const running::IterationResult&) override {}
  void findings(const extend::Findings&) override {}
};

Job job_of(const std::string& name) {
  Job job;
  job.benchmark = "processes." + name;
  job.measurement = {1, 1000, 1};
  job.timeout_ns = 60'000'000'000;
  return job;
}

ForkRun launch(const Job& job, StackDescriber describe = nullptr) {
  Ignored sink;
  return make_process_launcher(-1, std::move(describe))->launch(job, sink);
}

TEST(process, starts_with_the_signals_that_its_run_was_started_with) {
  const std::string before = launch(job_of("tells_its_signals")).reason;
  sigset_t all;
  sigset_t old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  signal(SIGUSR1, SIG_IGN);
  const std::string after = launch(job_of("tells_its_signals")).reason;
  signal(SIGUSR1, SIG_DFL);
  pthread_sigmask(SIG_SETMASK, &old, nullptr);
  EXPECT_EQ(after, before);
}

TEST(process, is_known_how_it_ended_though_children_are_ignored) {
  signal(SIGCHLD, SIG_IGN);
  const ForkRun run = launch(job_of("tells_its_signals"));
  signal(SIGCHLD, SIG_DFL);
  EXPECT_EQ(run.outcome, Outcome::failed);
}

TEST(process, takes_with_it_what_it_started) {
  for (const char* name : {"leaves_a_daemon", "leaves_a_stopped_child"}) {
    const pid_t left = std::atoi(launch(job_of(name)).reason.c_str());
    ASSERT_GT(left, 0) << name;
    EXPECT_FALSE(runs(left)) << name;
  }
}

TEST(process, takes_with_it_what_it_started_though_it_killed_its_guardian) {
  const ForkRun run = launch(job_of("kills_its_guardian_and_leaves_a_daemon"));
  EXPECT_EQ(run.outcome, Outcome::crashed);
  ASSERT_THAT(run.output_tail, SizeIs(1));
  const pid_t left = std::atoi(run.output_tail[0].c_str());
  ASSERT_GT(left, 0);
  EXPECT_FALSE(runs(left));
}

TEST(process, leaves_children_of_others_alone) {
  const pid_t child = ::fork();
  if (child == 0) wait_for_ever();
  launch(job_of("kills_its_guardian_and_leaves_a_daemon"));
  EXPECT_TRUE(runs(child));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
}

TEST(process, ends_when_it_is_told_to) {
  Process process(job_of("hangs_in_its_loop"));
  EXPECT_FALSE(process.end_if_over().has_value());
  EXPECT_TRUE(process.kill().killed);
}

TEST(process, is_asked_for_its_stack_when_it_takes_too_long) {
  Job job = job_of("hangs_in_its_loop");
  job.timeout_ns = 50'000'000;
  std::size_t stacks = 0;
  const ForkRun run = launch(job, [&](const auto& all) {
    stacks = all.size();
    return std::vector<std::string>{"here"};
  });
  EXPECT_EQ(run.outcome, Outcome::timeout);
  EXPECT_EQ(stacks, 1U);
  EXPECT_THAT(run.stack, ElementsAre("here"));
}

TEST(process, has_no_stack_when_nothing_went_wrong_with_it) {
  const ForkRun run = launch(job_of("tells_its_signals"),
                             [](const auto&) { return std::vector<std::string>{"x"}; });
  EXPECT_THAT(run.stack, IsEmpty());
}

}  // namespace
}  // namespace tare::fork
