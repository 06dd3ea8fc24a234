// SPDX-License-Identifier: Apache-2.0
// What is said of a fork that did not end well.
#include "fork/reasons.hpp"

#include <gmock/gmock.h>
#include <signal.h>

#include <cerrno>

namespace tare::fork {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;
using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

ProcessEnd with_status(int status) {
  ProcessEnd end;
  end.status = status;
  return end;
}

TEST(reason_of_end, names_signals) {
  EXPECT_EQ(reason_of_end(with_status(SIGSEGV)),
            "killed by signal 11 (Segmentation fault) before it was done");
  constexpr int core_dumped = 0x80;
  EXPECT_EQ(reason_of_end(with_status(SIGSEGV | core_dumped)),
            "killed by signal 11 (Segmentation fault), core dumped, before it was done");
}

TEST(reason_of_end, tells_the_usual_cause_where_a_name_does_not) {
  EXPECT_THAT(reason_of_end(with_status(SIGKILL)), EndsWith("when memory runs out"));
  EXPECT_THAT(reason_of_end(with_status(SIGABRT)), HasSubstr("abort()"));
  EXPECT_THAT(reason_of_end(with_status(SIGILL)),
              HasSubstr("valgrind, which knows none of AVX-512"));
  EXPECT_THAT(reason_of_end(with_status(SIGXCPU)), EndsWith("(RLIMIT_CPU)"));
  EXPECT_THAT(reason_of_end(with_status(SIGXFSZ)), EndsWith("(RLIMIT_FSIZE)"));
  EXPECT_THAT(reason_of_end(with_status(SIGPIPE)), EndsWith("a pipe that nobody reads"));
}

TEST(reason_of_end, tells_codes) {
  EXPECT_EQ(reason_of_end(with_status(3 << 8)),
            "exited with code 3 before it was done: something in it called exit()");
}

TEST(reason_of_end, tells_what_befell_more_than_the_fork) {
  ProcessEnd end = with_status(SIGKILL);
  end.guardian_lost = true;
  EXPECT_THAT(reason_of_end(end), StartsWith("killed with the process that watches over it"));
  end.start_error = EAGAIN;
  EXPECT_EQ(reason_of_end(end), "the system could not start it: Resource temporarily unavailable");
}

TEST(reason_of_timeout, names_the_activity_and_the_time_it_had) {
  EXPECT_EQ(reason_of_timeout(Activity::iteration, 200ms, 0s),
            "an iteration took longer than 0.2 s (-to)");
  EXPECT_EQ(reason_of_timeout(Activity::iteration_set_up, 1s, 0s),
            "the set-up of an iteration took longer than 1 s (-to)");
  EXPECT_EQ(reason_of_timeout(Activity::trial_tear_down, 200ms, 10s),
            "the tear-down of the trial took longer than 10.2 s (-to, and 10 s)");
  EXPECT_EQ(reason_of_timeout(Activity::start_up, 1s, 10s),
            "its start-up took longer than 11 s (-to, and 10 s)");
}

}  // namespace
}  // namespace tare::fork
