// SPDX-License-Identifier: Apache-2.0
// A benchmark that fails anywhere, in any thread, ends the trial with its reason: no thread is
// left waiting, and every state is destroyed.
#include <gmock/gmock.h>
#include <unwind.h>

#include <atomic>
#include <stdexcept>
#include <string>

#include "simulated.hpp"
#include "tare/tare.hpp"

namespace {

/// Where the next trial is to fail, and in which of its threads.
std::string failing_place;
std::atomic<int> failing_thread = 0;
std::atomic<int> threads_started = 0;
std::atomic<int> alive = 0;

void reach(const std::string& place, int thread) {
  if (place == failing_place && thread == failing_thread) tare::fail("failed in " + place);
}

template <tare::Scope WhichScope>
struct Failing {
  static constexpr auto scope = WhichScope;
  static std::string prefix() {
    return WhichScope == tare::Scope::thread  ? "own "
           : WhichScope == tare::Scope::group ? "shared "
                                              : "whole ";
  }
  Failing() { ++alive; }
  Failing(const Failing&) = delete;
  ~Failing() { --alive; }
  int thread = 0;
  void set_up(tare::Trial) {
    if (WhichScope == tare::Scope::thread) thread = threads_started++;
    reach(prefix() + "trial up", thread);
  }
  void tear_down(tare::Trial) { reach(prefix() + "trial down", thread); }
  void set_up(tare::Iteration) { reach(prefix() + "iteration up", thread); }
  void tear_down(tare::Iteration) { reach(prefix() + "iteration down", thread); }
};
using Whole = Failing<tare::Scope::benchmark>;
using Own = Failing<tare::Scope::thread>;

struct PerCall {
  static constexpr auto scope = tare::Scope::thread;
  PerCall() { ++alive; }
  ~PerCall() { --alive; }
  void set_up(tare::Invocation, const Whole&, const Own& own) { reach("call up", own.thread); }
  void tear_down(tare::Invocation, const Whole&, const Own& own) { reach("call down", own.thread); }
};

/// In a group: set up by its first thread, the first of its role.
using Shared = Failing<tare::Scope::group>;

/// What a body may throw.
std::string thrown;

/// An exception of a language that is not C++.
[[noreturn]] void throw_foreign() {
  static _Unwind_Exception foreign{};
  foreign.exception_class = 0x4f54484552000000;  // "OTHER"
  _Unwind_RaiseException(&foreign);
  std::abort();  // There was nobody to catch it.
}

struct Unnameable {};

}  // namespace

TARE_GROUP(failures);

TARE_BENCH(anywhere, const Whole&, const Own& own, PerCall&) {
  tare::running::spend(10);
  reach("body", own.thread);
}

TARE_ROLE(group, one, const Whole&, const Shared&, const Own& own) {
  tare::running::spend(10);
  reach("body", own.thread);
}
TARE_ROLE(group, other, const Whole&, const Own& own, const Shared&, PerCall&) {
  tare::running::spend(10);
  reach("body", own.thread);
}

TARE_BENCH(throws) {
  tare::running::spend(10);
  if (thrown == "runtime_error") throw std::runtime_error("out of luck");
  if (thrown == "int") throw 42;
  if (thrown == "own") throw Unnameable();
  if (thrown == "foreign") throw_foreign();
  if (thrown == "skip") tare::skip("no such file here");
  if (thrown == "swallowed") {
    try {
      tare::fail("not to be swallowed");
    } catch (const std::exception&) {
    }
  }
  if (thrown == "for no reason") tare::fail("");
  if (thrown == "at length") tare::fail(std::string(5000, 'x'));
  if (thrown == "caught") {
    try {
      tare::fail("not to be got rid of");
    } catch (...) {
    }
  }
}

namespace tare::running {
namespace {

struct Failure {
  std::string place;
  std::uint32_t threads;
  int thread;
};

void PrintTo(const Failure& failure, std::ostream* out) {
  *out << failure.place << ", thread " << failure.thread << " of " << failure.threads;
}

class failure : public testing::TestWithParam<Failure> {};

TEST_P(failure, ends_the_trial_and_leaves_nothing_behind) {
  failing_place = GetParam().place;
  failing_thread = GetParam().thread;
  for (const Mode mode :
       {Mode::average_time, Mode::throughput, Mode::sample_time, Mode::single_shot}) {
    threads_started = 0;
    Case c = case_of("failures.anywhere");
    c.mode = mode;
    c.threads = GetParam().threads;
    c.warmup = {1, 100 * us, 1};
    c.measurement = {2, 100 * us, 1};
    const Ending ending = ending_of(c);
    EXPECT_EQ(ending.outcome, Outcome::failed);
    EXPECT_EQ(ending.reason, "failed in " + failing_place);
    EXPECT_EQ(alive, 0);
  }
}

std::vector<Failure> all_failures() {
  std::vector<Failure> all;
  for (const char* place :
       {"whole trial up", "whole trial down", "whole iteration up", "whole iteration down"}) {
    all.push_back({place, 1, 0});
    all.push_back({place, 3, 0});
  }
  for (const char* place : {"own trial up", "own trial down", "own iteration up",
                            "own iteration down", "call up", "call down", "body"}) {
    all.push_back({place, 1, 0});
    for (int thread = 0; thread < 3; ++thread) all.push_back({place, 3, thread});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(anywhere, failure, testing::ValuesIn(all_failures()));

TEST(failures, anywhere_in_a_group_end_it_and_leave_nothing_behind) {
  for (const char* place :
       {"whole trial up", "whole trial down", "whole iteration up", "whole iteration down",
        "shared trial up", "shared trial down", "shared iteration up", "shared iteration down",
        "own trial up", "own trial down", "own iteration up", "own iteration down", "call up",
        "call down", "body"})
    for (const Mode mode : {Mode::average_time, Mode::single_shot}) {
      failing_place = place;
      // Of the states that are not a thread's own, and of calls set up around, only some threads'.
      for (failing_thread = 0; failing_thread < 6; ++failing_thread) {
        threads_started = 0;
        Case c = case_of("failures.group");
        c.mode = mode;
        c.roles = {{"one", 2}, {"other", 1}};
        c.threads = 6;
        c.measurement = {2, 100 * us, 1};
        const Ending ending = ending_of(c);
        if (ending.outcome != Outcome::ok) {
          EXPECT_EQ(ending.reason, "failed in " + failing_place);
        }
        const bool all_threads = failing_place.starts_with("own") || failing_place == "body";
        if (failing_thread == 0 ? !failing_place.starts_with("call") : all_threads) {
          EXPECT_EQ(ending.outcome, Outcome::failed) << place << failing_thread;
        }
        EXPECT_EQ(alive, 0);
      }
    }
}

TEST(failures, of_all_threads_at_once_are_one) {
  failing_place = "body";
  threads_started = 0;
  Case c = case_of("failures.anywhere");
  c.threads = 3;
  c.mode = Mode::single_shot;
  for (failing_thread = 0; failing_thread < 3; ++failing_thread) {
    threads_started = 0;
    EXPECT_EQ(ending_of(c).reason, "failed in body");
  }
}

TEST(failures, after_warm_up_leave_what_was_reported_before) {
  failing_place = "own iteration down";
  failing_thread = 0;
  threads_started = 0;
  Case c = case_of("failures.anywhere");
  EXPECT_EQ(ending_of(c).outcome, Outcome::failed);
}

Ending ending_when_thrown(const std::string& what) {
  thrown = what;
  return ending_of(case_of("failures.throws"));
}

TEST(failures, name_what_was_thrown) {
  EXPECT_EQ(ending_when_thrown("runtime_error").reason, "threw std::runtime_error: out of luck");
  EXPECT_EQ(ending_when_thrown("int").reason, "threw int");
  EXPECT_EQ(ending_when_thrown("own").reason, "threw (anonymous namespace)::Unnameable");
  EXPECT_EQ(ending_when_thrown("own").outcome, Outcome::failed);
}

TEST(failures, know_exceptions_of_other_languages) {
  EXPECT_EQ(ending_when_thrown("foreign").outcome, Outcome::failed);
  EXPECT_EQ(ending_when_thrown("foreign").reason, "threw an exception of another language");
}

TEST(failures, are_told_from_being_skipped) {
  EXPECT_EQ(ending_when_thrown("skip").outcome, Outcome::skipped);
  EXPECT_EQ(ending_when_thrown("skip").reason, "no such file here");
}

TEST(failures, are_not_caught_by_a_body_that_catches_exceptions) {
  EXPECT_EQ(ending_when_thrown("swallowed").reason, "not to be swallowed");
}

TEST(failures, stand_although_a_body_catches_everything) {
  EXPECT_EQ(ending_when_thrown("caught").reason, "not to be got rid of");
  EXPECT_EQ(ending_when_thrown("").outcome, Outcome::ok);
}

TEST(failures, tell_no_more_than_anybody_reads) {
  EXPECT_EQ(ending_when_thrown("at length").reason, std::string(4096, 'x') + " … (904 bytes more)");
}

TEST(failures, have_a_reason_if_only_that_there_is_none) {
  EXPECT_EQ(ending_when_thrown("for no reason").reason, "it gave no reason");
}

TEST(failures, of_no_kind_are_none) { EXPECT_EQ(ending_when_thrown("").outcome, Outcome::ok); }

}  // namespace
}  // namespace tare::running
