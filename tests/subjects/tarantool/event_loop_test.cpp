// SPDX-License-Identifier: Apache-2.0
#include "tarantool/event_loop.hpp"

#include <gtest/gtest.h>

#include <future>
#include <optional>
#include <string>
#include <thread>

#include "answers.hpp"

namespace tarantool {
namespace {

using namespace std::chrono_literals;
using testing::got;

TEST(EventLoop, CallsWhatWasPostedInOrderAndNotAtOnce) {
  EventLoop loop;
  std::string order;
  loop.post([&] {
    order += 'a';
    loop.post([&] { order += 'c'; });
    order += 'b';
  });
  EXPECT_EQ(order, "");
  while (order.size() < 3) loop.run_once(1s);
  EXPECT_EQ(order, "abc");
}

TEST(EventLoop, KnowsWhoseThreadItIs) {
  EventLoop loop;
  EventLoop other;
  EXPECT_FALSE(loop.is_current());
  bool inside = false;
  bool elsewhere = true;
  loop.post([&] {
    inside = loop.is_current();
    elsewhere = other.is_current();
  });
  loop.run_once(1s);
  EXPECT_TRUE(inside);
  EXPECT_FALSE(elsewhere);
  EXPECT_FALSE(loop.is_current());
}

TEST(EventLoop, RunWithinAnotherGivesTheThreadBack) {
  EventLoop outer;
  EventLoop inner;
  std::string log;
  inner.post([&] { log += inner.is_current() && !outer.is_current() ? "inner " : "?"; });
  outer.post([&] {
    inner.run_once(1s);
    log += outer.is_current() && !inner.is_current() ? "outer" : "?";
  });
  outer.run_once(1s);
  EXPECT_EQ(log, "inner outer");
}

TEST(EventLoop, StopsAndRunsAgain) {
  EventLoop loop;
  int calls = 0;
  const auto call_and_stop = [&] {
    ++calls;
    loop.stop();
  };
  loop.post(call_and_stop);
  loop.run();
  loop.post(call_and_stop);
  loop.run();
  EXPECT_EQ(calls, 2);
  loop.stop();
  loop.run();  // Told before: at once.
  loop.post(call_and_stop);
  loop.run();
  EXPECT_EQ(calls, 3);
}

TEST(EventLoop, IsStoppedFromAnotherThread) {
  EventLoop loop;
  std::promise<void> runs;
  std::thread stopper([&] {
    runs.get_future().wait();
    loop.stop();
  });
  loop.post([&] { runs.set_value(); });
  loop.run();
  stopper.join();
}

TEST(EventLoop, RunsForATimeEvenWithNothingToDo) {
  EventLoop loop;
  const auto begin = std::chrono::steady_clock::now();
  loop.run_for(20ms);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 20ms);
}

TEST(EventLoop, RunsOnceForNoTimeAtAll) {
  EventLoop loop;
  int calls = 0;
  loop.run_once(0ms);
  loop.post([&] { ++calls; });
  loop.run_once(0ms);
  EXPECT_EQ(calls, 1);
}

TEST(EventLoop, ThatEndsDropsWhatWasPosted) {
  auto held = std::make_shared<int>(1);
  {
    EventLoop loop;
    loop.post([held] {});
    EXPECT_EQ(held.use_count(), 2);
  }
  EXPECT_EQ(held.use_count(), 1);
}

TEST(BackgroundLoop, HasAThreadOfItsOwn) {
  BackgroundLoop background;
  std::promise<std::thread::id> thread;
  background.loop().post([&] { thread.set_value(std::this_thread::get_id()); });
  EXPECT_NE(got(thread), std::this_thread::get_id());
}

TEST(BackgroundLoop, EndsWhileItIsBusy) {
  for (int i = 0; i < 100; ++i) {
    BackgroundLoop background;
    background.loop().post([] {});
  }
}

TEST(Timer, CallsLaterAndOnce) {
  EventLoop loop;
  Timer timer(loop);
  int calls = 0;
  const auto begin = std::chrono::steady_clock::now();
  timer.start(20ms, [&] { ++calls; });
  while (calls == 0) loop.run_once(1s);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 20ms);
  loop.run_for(30ms);
  EXPECT_EQ(calls, 1);
}

TEST(Timer, IsStartedAnew) {
  EventLoop loop;
  Timer timer(loop);
  std::string order;
  timer.start(1ms, [&] { order += 'a'; });
  timer.start(2ms, [&] { order += 'b'; });
  loop.run_for(20ms);
  EXPECT_EQ(order, "b");
  timer.start(1ms, [&] {
    order += 'c';
    timer.start(1ms, [&] { order += 'd'; });
  });
  while (order.size() < 3) loop.run_once(1s);
  EXPECT_EQ(order, "bcd");
}

TEST(Timer, ThatExpiredAlreadyIsCancelled) {
  EventLoop loop;
  Timer first(loop);
  Timer second(loop);
  int calls = 0;
  // Both have expired when the loop runs: the one that comes first stops the other.
  first.start(1ms, [&] {
    ++calls;
    second.cancel();
  });
  second.start(1ms, [&] {
    ++calls;
    first.cancel();
  });
  std::this_thread::sleep_for(10ms);
  loop.run_for(20ms);
  EXPECT_EQ(calls, 1);
}

TEST(Timer, ThatEndsCallsNothing) {
  EventLoop loop;
  int calls = 0;
  auto timer = std::make_optional<Timer>(loop);
  timer->start(1ms, [&] { ++calls; });
  timer.reset();
  loop.run_for(20ms);
  EXPECT_EQ(calls, 0);
}

TEST(Timer, EndsWithinItsOwnCall) {
  EventLoop loop;
  int calls = 0;
  auto timer = std::make_unique<Timer>(loop);
  timer->start(1ms, [&] {
    timer.reset();
    ++calls;
  });
  while (calls == 0) loop.run_once(1s);
  EXPECT_EQ(timer, nullptr);
}

TEST(Timer, EndsOnAnotherThread) {
  BackgroundLoop background;
  for (int i = 0; i < 100; ++i) {
    std::promise<std::unique_ptr<Timer>> made;
    background.loop().post([&] {
      auto timer = std::make_unique<Timer>(background.loop());
      timer->start(1ms, [] {});
      made.set_value(std::move(timer));
    });
    got(made).reset();
  }
}

TEST(Timer, OutlivesTheTimeItIsGivenNone) {
  EventLoop loop;
  Timer timer(loop);
  int calls = 0;
  timer.start(-5ms, [&] { ++calls; });
  while (calls == 0) loop.run_once(1s);
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace tarantool
