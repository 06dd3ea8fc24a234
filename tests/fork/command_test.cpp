// SPDX-License-Identifier: Apache-2.0
#include "fork/command.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

namespace tare::fork {
namespace {

CommandEnd shell(const std::string& line, int stop = -1) {
  return run_command({"sh", "-c", line}, "/", {"GREETING=good morning"}, stop);
}

TEST(Command, EndsWell) {
  const CommandEnd end = shell("true");
  EXPECT_EQ(end.reason, "");
  EXPECT_FALSE(end.stopped);
  EXPECT_TRUE(end.output.empty());
}

TEST(Command, TellsWhatItPrinted) {
  EXPECT_EQ(shell("echo out; echo err >&2").output, (std::vector<std::string>{"out", "err"}));
}

TEST(Command, KeepsTheLastOfMuch) {
  const CommandEnd end = shell("seq 1 200000");
  ASSERT_FALSE(end.output.empty());
  EXPECT_EQ(end.output.back(), "200000");
  EXPECT_LT(end.output.size(), 100U);
}

TEST(Command, RunsInItsFolderWithItsEnvironment) {
  EXPECT_EQ(shell("pwd; echo $GREETING").output, (std::vector<std::string>{"/", "good morning"}));
}

TEST(Command, TellsItsExitCode) { EXPECT_EQ(shell("exit 7").reason, "it exited with 7"); }

TEST(Command, TellsTheSignalThatEndedIt) {
  EXPECT_NE(shell("kill -SEGV $$").reason.find("signal 11"), std::string::npos);
}

TEST(Command, ThatThereIsNotIsTold) {
  const CommandEnd end = run_command({"no-such-program-at-all"}, "/", {}, -1);
  EXPECT_NE(end.reason, "");
  ASSERT_FALSE(end.output.empty());
  EXPECT_NE(end.output.back().find("no-such-program-at-all"), std::string::npos);
}

TEST(Command, IsEndedWithAllItStartedWhenItIsToStop) {
  std::string file = std::filesystem::temp_directory_path() / "tare-command-XXXXXX";
  close(mkstemp(file.data()));
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  std::thread stopper([&] {
    // Then it has started what would outlive it.
    for (std::string line; line.empty();) std::getline(std::ifstream(file), line);
    EXPECT_EQ(write(pipe_ends[1], "x", 1), 1);
  });
  const CommandEnd end =
      shell("trap '' TERM; setsid sleep 1000 & echo $! > " + file + "; sleep 1000", pipe_ends[0]);
  stopper.join();
  EXPECT_TRUE(end.stopped);
  int sleeper = 0;
  std::ifstream(file) >> sleeper;
  ASSERT_GT(sleeper, 0);
  EXPECT_NE(kill(sleeper, 0), 0);
  close(pipe_ends[0]);
  close(pipe_ends[1]);
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace tare::fork
