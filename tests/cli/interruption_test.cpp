// SPDX-License-Identifier: Apache-2.0
#include "cli/interruption.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace tare::cli {
namespace {

bool is_readable(int descriptor) {
  pollfd poller{descriptor, POLLIN, 0};
  return poll(&poller, 1, 0) == 1;
}

TEST(interruption, keeps_the_first_signal_for_the_run_to_notice) {
  for (const auto& [signal, name] :
       {std::pair{SIGINT, "SIGINT"}, std::pair{SIGTERM, "SIGTERM"}, std::pair{SIGHUP, "SIGHUP"}}) {
    const Interruption interruption;
    EXPECT_FALSE(interruption.signal());
    EXPECT_FALSE(is_readable(interruption.descriptor()));
    EXPECT_EQ(interruption.name(), "");
    raise(signal);
    EXPECT_EQ(interruption.signal(), signal);
    EXPECT_EQ(interruption.name(), name);
    EXPECT_TRUE(is_readable(interruption.descriptor()));
  }
}

TEST(interruption, of_two_kinds_is_the_first) {
  const Interruption interruption;
  raise(SIGTERM);
  raise(SIGINT);
  EXPECT_EQ(interruption.signal(), SIGTERM);
}

TEST(interruption, leaves_ignored_signals_ignored) {
  const auto before = std::signal(SIGHUP, SIG_IGN);
  {
    const Interruption interruption;
    raise(SIGHUP);
    EXPECT_FALSE(interruption.signal());
  }
  std::signal(SIGHUP, before);
}

TEST(interruption, puts_handlers_back) {
  { const Interruption interruption; }
  struct sigaction now {};
  sigaction(SIGINT, nullptr, &now);
  EXPECT_EQ(now.sa_handler, SIG_DFL);
}

TEST(interruption, turns_a_closed_pipe_into_an_error) {
  const Interruption interruption;
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  close(ends[0]);
  EXPECT_EQ(write(ends[1], "x", 1), -1);
  EXPECT_EQ(errno, EPIPE);
  close(ends[1]);
}

/// The status of a process that does this.
template <class Work>
int status_after(Work work) {
  const pid_t child = fork();
  if (child == 0) {
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    work();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

TEST(interruption, the_second_of_a_kind_ends_the_process) {
  const int status = status_after([] {
    const Interruption interruption;
    raise(SIGINT);
    raise(SIGINT);
  });
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGINT);
}

TEST(end_by, ends_the_process_although_the_signal_is_blocked_and_handled) {
  const int status = status_after([] {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, nullptr);
    std::signal(SIGTERM, [](int) {});
    end_by(SIGTERM);
  });
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGTERM);
}

}  // namespace
}  // namespace tare::cli
