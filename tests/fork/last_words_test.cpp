// SPDX-License-Identifier: Apache-2.0
// Stacks of crashes, through memory that two processes share.
#include "fork/last_words.hpp"

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fork/crash_handler.hpp"

namespace tare::fork {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(last_words, are_none_at_first) {
  const SharedWords words;
  ASSERT_NE(words.get(), nullptr);
  EXPECT_THAT(words.stacks(), IsEmpty());
  EXPECT_EQ(words.complete_stacks(), 0U);
  EXPECT_EQ(words.get()->wire_lost, 0U);
}

TEST(last_words, are_seen_on_both_sides) {
  const SharedWords mine;
  const SharedWords other(dup(mine.descriptor()));
  LastWords& said = *other.get();
  said.begun = 1;
  said.stack[0].frames = 2;
  said.stack[0].frame[0].offset = 1;
  said.stack[0].frame[1] = {2, {'l', 'i', 'b'}};
  said.stack[0].complete = 1;
  EXPECT_THAT(mine.stacks(), ElementsAre(ElementsAre(CodeAddress{"", 1}, CodeAddress{"lib", 2})));
  EXPECT_EQ(mine.complete_stacks(), 1U);
}

TEST(last_words, can_be_done_without) {
  const SharedWords none(-1);
  EXPECT_EQ(none.get(), nullptr);
  EXPECT_THAT(none.stacks(), IsEmpty());
  EXPECT_EQ(none.complete_stacks(), 0U);
}

TEST(last_words, are_read_whatever_is_scribbled_over_them) {
  const SharedWords words;
  LastWords& said = *words.get();
  said.begun = UINT32_MAX;
  said.stack[3].frames = UINT32_MAX;
  said.stack[3].frame.back().object.fill('x');
  const auto stacks = words.stacks();
  ASSERT_THAT(stacks, SizeIs(LastWords::most_stacks));
  ASSERT_THAT(stacks[3], SizeIs(LastWords::Stack::most_frames));
  EXPECT_THAT(stacks[3].back().object, SizeIs(said.stack[3].frame.back().object.size()));
}

/// Runs `work` in a process that keeps stacks of crashes; its waitpid() status.
template <class Work>
int status_of(const SharedWords& words, Work work) {
  const pid_t process = ::fork();
  if (process == 0) {
    for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);  // A sanitizer's.
    keep_stacks_of_crashes(*words.get());
    work();
    _exit(7);
  }
  int status = 0;
  waitpid(process, &status, 0);
  return status;
}

TEST(crash_handler, keeps_a_stack_and_leaves_the_signal_its_effect) {
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGTRAP}) {
    const SharedWords words;
    const int status = status_of(words, [=] { raise(signal); });
    EXPECT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(WTERMSIG(status), signal);
    ASSERT_THAT(words.stacks(), SizeIs(1)) << signal;
    EXPECT_GT(words.stacks()[0].size(), 2U) << signal;
    EXPECT_EQ(words.complete_stacks(), 1U);
  }
}

TEST(crash_handler, answers_a_question_and_goes_on) {
  const SharedWords words;
  const int status = status_of(words, [] {
    raise(stack_signal());
    raise(stack_signal());
  });
  EXPECT_EQ(WEXITSTATUS(status), 7);
  EXPECT_THAT(words.stacks(), SizeIs(2));
}

TEST(crash_handler, has_room_for_so_many_stacks_and_no_more) {
  const SharedWords words;
  const int status = status_of(words, [] {
    for (std::size_t i = 0; i < 2 * LastWords::most_stacks; ++i) raise(stack_signal());
  });
  EXPECT_EQ(WEXITSTATUS(status), 7);
  EXPECT_EQ(words.complete_stacks(), LastWords::most_stacks);
}

TEST(crash_handler, leaves_alone_what_is_handled_or_ignored_already) {
  const SharedWords words;
  signal(SIGTRAP, SIG_IGN);
  const pid_t process = ::fork();
  if (process == 0) {
    keep_stacks_of_crashes(*words.get());
    raise(SIGTRAP);
    _exit(7);
  }
  int status = 0;
  waitpid(process, &status, 0);
  signal(SIGTRAP, SIG_DFL);
  EXPECT_EQ(WEXITSTATUS(status), 7);
  EXPECT_THAT(words.stacks(), IsEmpty());
}

}  // namespace
}  // namespace tare::fork
