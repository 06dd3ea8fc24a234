// SPDX-License-Identifier: Apache-2.0
// Operations in flight: loops of simulated time, threads that complete, and all that goes wrong.
#include "tare/async.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <new>
#include <queue>
#include <stdexcept>
#include <thread>

#include "run/states.hpp"
#include "simulated.hpp"

namespace {

using tare::running::spend;

/// An event loop of simulated time: what is posted is due after its delay, and driving it lets the
/// time until then pass.
class Loop {
 public:
  void drive() {
    if (due_.empty()) throw std::logic_error("driven with nothing to wait for");
    const auto first = due_.begin();
    if (first->first > now_) spend(first->first - now_);
    now_ = std::max(now_, first->first);
    const std::function<void()> done = std::move(first->second);
    due_.erase(first);
    ++driven;
    done();
  }
  void post(double ns, std::function<void()> done) { due_.emplace(now_ + ns, std::move(done)); }

  auto sleep(double ns) {
    struct Awaiter {
      Loop& loop;
      double ns;
      bool await_ready() const { return false; }
      void await_suspend(std::coroutine_handle<> waiting) { loop.post(ns, waiting); }
      void await_resume() const {}
    };
    return Awaiter{*this, ns};
  }
  std::size_t waiting() const { return due_.size(); }

  int driven = 0;

 private:
  double now_ = 0;
  std::multimap<double, std::function<void()>> due_;
};

/// The most that was ever in flight, and what was still there when it was torn down.
struct Watched : Loop {
  inline static std::size_t most = 0;
  inline static std::size_t left = 0;
  long count = 0;
  static void counters(tare::Counters<Watched>& c) { c.event("count", &Watched::count); }
  void set_up(tare::Trial) { most = left = 0; }
  void tear_down(tare::Iteration) { left += waiting(); }
  void see() { most = std::max(most, waiting() + 1); }
};

struct Load {
  int in_flight = 0;
  static void params(tare::Params<Load>& p) { p.add("in_flight", &Load::in_flight, {1, 4}); }
};

tare::Task<int> twice(Loop& loop, double ns) {
  co_await loop.sleep(ns);
  co_await loop.sleep(ns);
  co_return 2;
}

}  // namespace

TARE_ASYNC_BENCH(one_at_a_time, tare::InFlight<1>, Loop& loop) { co_await loop.sleep(1000); }
TARE_ASYNC_BENCH(eight_at_once, tare::InFlight<8>, Watched& loop) {
  ++loop.count;
  loop.see();
  co_await loop.sleep(8000);
}
TARE_CALLBACK_BENCH(by_callback, tare::InFlight<8>, tare::Completion done, Loop& loop) {
  loop.post(8000, done);
}
TARE_ASYNC_BENCH(as_many_as_asked, tare::InFlight<&Load::in_flight>, Loop& loop, const Load&) {
  co_await loop.sleep(4000);
}
TARE_ASYNC_BENCH(nested, tare::InFlight<2>, Loop& loop) {
  // Not within the condition: g++ 12 ends the awaited task too early there.
  const int two = co_await twice(loop, 500);
  if (two != 2) tare::fail("lost a value");
}
TARE_ASYNC_BENCH(latency, tare::Latency<8>, Loop& loop) { co_await loop.sleep(8000); }

namespace {
struct Number {
  inline static int made = 0;
  int value = 0;
  void set_up(tare::Invocation) { value = ++made; }
  void tear_down(tare::Invocation) {
    if (value != -1) tare::fail("torn down before its operation was over");
  }
};
}  // namespace
TARE_ASYNC_BENCH(state_per_call, tare::InFlight<4>, Loop& loop, Number& number) {
  co_await loop.sleep(1000);
  if (number.value <= 0) tare::fail("an object was used twice");
  number.value = -1;
}

TARE_ASYNC_BENCH(at_once, tare::InFlight<8>) { co_return; }
TARE_CALLBACK_BENCH(called_at_once, tare::InFlight<8>, tare::Completion done) { done(); }

TARE_ASYNC_BENCH(throws_later, tare::InFlight<4>, Loop& loop) {
  co_await loop.sleep(10);
  throw std::runtime_error("broke");
}
TARE_ASYNC_BENCH(skips, tare::InFlight<4>, Loop& loop) {
  co_await loop.sleep(10);
  tare::skip("not here");
}
TARE_CALLBACK_BENCH(throws_when_started, tare::InFlight<4>, tare::Completion) {
  throw std::runtime_error("no start");
}
TARE_CALLBACK_BENCH(says_it_failed, tare::InFlight<4>, tare::Completion done, Loop& loop) {
  loop.post(10, [done] { done.fail("connection lost"); });
}
TARE_CALLBACK_BENCH(called_twice, tare::InFlight<4>, tare::Completion done, Loop& loop) {
  loop.post(10, done);
  loop.post(20, done);
}
/// Its operations can never be ended: what they hold is lost.
TARE_ASYNC_BENCH(loop_breaks, tare::InFlight<4>, Loop&) { co_await std::suspend_always(); }
TARE_ASYNC_BENCH(none_in_flight, tare::InFlight<&Load::in_flight>, Loop& loop, const Load&) {
  co_await loop.sleep(10);
}

namespace {

/// Completes in a thread of its own.
class Worker {
 public:
  void set_up(tare::Trial) {
    thread_ = std::jthread([this](std::stop_token stop) { work(stop); });
  }
  void tear_down(tare::Trial) {
    thread_.request_stop();
    thread_ = {};
  }
  void post(std::function<void()> done) {
    const std::lock_guard lock(mutex_);
    posted_.push_back(std::move(done));
    more_.notify_one();
  }

 private:
  void work(std::stop_token stop) {
    std::unique_lock lock(mutex_);
    while (more_.wait(lock, stop, [&] { return !posted_.empty(); })) {
      std::vector<std::function<void()>> ready = std::move(posted_);
      posted_.clear();
      lock.unlock();
      for (const auto& done : ready) done();
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable_any more_;
  std::vector<std::function<void()>> posted_;
  std::jthread thread_;
};

std::thread::id started_by;

}  // namespace

TARE_CALLBACK_BENCH(by_another_thread, tare::InFlight<4>, tare::Completion done, Worker& worker) {
  if (started_by == std::thread::id()) started_by = std::this_thread::get_id();
  if (started_by != std::this_thread::get_id()) done.fail("started by another thread");
  spend(1000);  // Or the iteration would never be over.
  worker.post(done);
}
TARE_CALLBACK_BENCH(fails_in_another_thread, tare::InFlight<4>, tare::Completion done,
                    Worker& worker) {
  worker.post([done] { done.fail("connection lost"); });
}

namespace tare::running {
namespace {

using testing::HasSubstr;

/// The states and body of a benchmark, called without a trial's clock.
class Called {
 public:
  explicit Called(const std::string& benchmark)
      : catalog_(catalog::Catalog::read(detail::registrations())),
        body_(*catalog_.find(benchmark)->variants.front().bodies.front()),
        states_({&body_}, {Post{}}, {}) {
    for (std::size_t i = 0; i < states_.steps(); ++i) states_.set_up(detail::Level::trial, 0, i);
  }
  ~Called() {
    for (std::size_t i = states_.steps(); i-- > 0;) {
      states_.tear_down(detail::Level::iteration, 0, i);
      states_.tear_down(detail::Level::trial, 0, i);
    }
  }
  template <class S>
  S& argument() {
    return *static_cast<S*>(states_.bases(0)[0]);
  }
  void repeat(std::uint64_t n) { body_.repeat(states_.bases(0), n); }
  void observe(std::uint64_t n) { body_.repeat_keeping(states_.bases(0), nullptr, n); }

 private:
  catalog::Catalog catalog_;
  const detail::Body& body_;
  States states_;
};

Case with(Case c, const std::string& parameter, const std::string& value) {
  c.params = {{parameter, value}};
  return c;
}

double score_of(const Case& c) {
  SimulatedClock clock(0);
  try {
    return run(c, clock).last().score;
  } catch (const Ending& ending) {
    ADD_FAILURE() << c.benchmark << ": " << ending.reason;
    return 0;
  }
}

// What is still in flight when the time is up is in nobody's score; nor is the way up to eight.
constexpr double tolerance = 0.02;

TEST(Async, time_is_that_of_completions) {
  EXPECT_DOUBLE_EQ(score_of(case_of("one_at_a_time")), 1000);
  EXPECT_NEAR(score_of(case_of("eight_at_once")), 1000, 1000 * tolerance);
  EXPECT_NEAR(score_of(case_of("by_callback")), 1000, 1000 * tolerance);
  EXPECT_NEAR(score_of(case_of("nested")), 500, 500 * tolerance);
}

TEST(Async, time_is_that_of_all_in_flight_however_short_iterations_are) {
  // Eight complete together after 8000 ns: an iteration that ends with the first of them would
  // have one operation to show for that time.
  for (std::uint64_t length : {1 * us, 8 * us, 9 * us, 30 * us}) {
    Case c = case_of("eight_at_once");
    c.measurement = {1, length, 1};
    EXPECT_DOUBLE_EQ(score_of(c), 1000) << length;
    c.mode = Mode::sample_time;
    EXPECT_DOUBLE_EQ(score_of(c), 1000) << length;
    c.measurement.batch = 3;
    EXPECT_DOUBLE_EQ(score_of(c), 3000) << length;
  }
}

TEST(Async, in_flight_may_be_a_parameter) {
  const Case c = case_of("as_many_as_asked");
  EXPECT_DOUBLE_EQ(score_of(with(c, "in_flight", "1")), 4000);
  EXPECT_NEAR(score_of(with(c, "in_flight", "4")), 1000, 1000 * tolerance);
}

TEST(Async, as_many_are_in_flight_as_asked_and_none_when_states_are_torn_down) {
  run(case_of("eight_at_once"));
  EXPECT_EQ(Watched::most, 8u);
  EXPECT_EQ(Watched::left, 0u);
}

TEST(Async, latency_is_from_start_to_completion_whatever_is_in_flight) {
  // In real time, of which only the number of measurements is known.
  Case c = case_of("latency");
  c.mode = Mode::sample_time;
  SimulatedClock clock(0);
  const IterationResult result = run(c, clock).last();
  std::uint64_t recorded = 0;
  for (const auto& [ns, count] : result.histogram) recorded += count;
  EXPECT_EQ(recorded, result.operations);
  EXPECT_NEAR(static_cast<double>(recorded), 1000, 1000 * tolerance);
}

TEST(Async, each_operation_has_its_own_state_of_the_invocation_level) {
  EXPECT_EQ(ending_of(case_of("state_per_call")).outcome, Outcome::ok);
}

TEST(Async, completing_at_once_needs_no_stack) {
  for (const char* benchmark : {"at_once", "called_at_once"}) Called(benchmark).repeat(1'000'000);
}

TEST(Async, exactly_as_many_are_started_for_a_profiler) {
  Called called("eight_at_once");
  called.observe(1);
  called.observe(3);
  EXPECT_EQ(called.argument<Watched>().count, 4);
  EXPECT_EQ(called.argument<Watched>().waiting(), 0u);
}

TEST(Async, completions_come_from_any_thread) {
  Case c = case_of("by_another_thread");
  c.measurement = {3, 1 * ms, 1};
  EXPECT_EQ(ending_of(c).reason, "");
  Called("by_another_thread").repeat(10'000);
}

TEST(Async, failures_are_told_as_others_are) {
  const auto reason = [](const char* benchmark) { return ending_of(case_of(benchmark)).reason; };
  EXPECT_EQ(reason("throws_later"), "threw std::runtime_error: broke");
  EXPECT_EQ(reason("throws_when_started"), "threw std::runtime_error: no start");
  EXPECT_EQ(reason("says_it_failed"), "connection lost");
  EXPECT_EQ(reason("fails_in_another_thread"), "connection lost");
  EXPECT_EQ(reason("called_twice"), "a tare::Completion was called twice for one operation");
#ifndef TARE_SANITIZED  // Which would mind what is lost.
  EXPECT_EQ(reason("loop_breaks"), "threw std::logic_error: driven with nothing to wait for");
#endif
  EXPECT_EQ(ending_of(case_of("skips")).outcome, Outcome::skipped);
  EXPECT_THAT(ending_of(with(case_of("none_in_flight"), "in_flight", "0")).reason,
              HasSubstr("it asks for 0 operations in flight; from 1 to"));
}

}  // namespace
}  // namespace tare::running
