// SPDX-License-Identifier: Apache-2.0
#include "tarantool/retry.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

#include "load.hpp"
#include "pooled.hpp"
#include "tarantool/backoff.hpp"

namespace tarantool::testing {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

Error failure(Cause cause, std::uint32_t code = 0) { return {cause, code, "as told", {}, {}}; }

/// Answers as it is told to: with an error for each attempt, and then well. What it is told to
/// keep is not answered before it is cancelled.
class Scripted : public Sender {
 public:
  struct Attempt {
    Command command;
    std::string body;
    SendOptions options;
    Clock::time_point time;
  };

  explicit Scripted(EventLoop& loop) : loop_(loop) {}

  RequestId submit(const RequestRef& request, const SendOptions& options,
                   Completion done) override {
    Buffer body;
    Encoder encoder(body);
    request.encode(encoder);
    const std::lock_guard lock(mutex_);
    attempts_.push_back({request.command(), std::string(body.view()), options, Clock::now()});
    const RequestId id{1, attempts_.size()};
    if (encoder.failed()) {
      answer(std::move(done), failure(Cause::type));
    } else if (keeps_ && errors_.empty()) {
      kept_.emplace_back(id, std::move(done));
    } else if (errors_.empty()) {
      loop_.post([done = std::make_shared<Completion>(std::move(done))] {
        (*done)(Reply(ReplyHeader{}, "\x80"));
      });
    } else {
      answer(std::move(done), errors_.front());
      errors_.pop_front();
    }
    return id;
  }
  bool cancel(RequestId id) override {
    const std::lock_guard lock(mutex_);
    const auto place = std::find_if(kept_.begin(), kept_.end(),
                                    [&](const auto& each) { return each.first == id; });
    if (place == kept_.end()) return false;
    answer(std::move(place->second), failure(Cause::cancelled));
    kept_.erase(place);
    return true;
  }

  void fail(std::size_t times, const Error& error) {
    const std::lock_guard lock(mutex_);
    errors_.insert(errors_.end(), times, error);
  }
  void keep() { keeps_ = true; }
  std::vector<Attempt> attempts() const {
    const std::lock_guard lock(mutex_);
    return attempts_;
  }
  std::size_t count() const { return attempts().size(); }

 private:
  void answer(Completion done, const Error& error) {
    loop_.post(
        [done = std::make_shared<Completion>(std::move(done)), error] { (*done)(Reply(error)); });
  }

  EventLoop& loop_;
  bool keeps_ = false;
  mutable std::mutex mutex_;
  std::deque<Error> errors_;
  std::vector<Attempt> attempts_;
  std::vector<std::pair<RequestId, Completion>> kept_;
};

RetryPolicy quick() {
  RetryPolicy policy;
  policy.attempts = 3;
  policy.timeout = patience;
  policy.delay = {.first = 1ms, .most = 1ms};
  return policy;
}

class RetryTest : public ::testing::Test {
 protected:
  RetryTest() : next_(std::make_shared<Scripted>(background_.loop())) {}

  std::unique_ptr<Retrying> with(const RetryPolicy& policy) {
    return std::make_unique<Retrying>(background_.loop(), next_, policy);
  }

  BackgroundLoop background_;
  std::shared_ptr<Scripted> next_;
};

TEST_F(RetryTest, WhatGoesWellIsSentOnce) {
  const auto retrying = with(quick());
  value_of(retrying->done(call("f", 1)));
  EXPECT_EQ(next_->count(), 1U);
}

TEST_F(RetryTest, TheSameRequestIsSentUntilItGoesWell) {
  const auto retrying = with(quick());
  next_->fail(2, failure(Cause::closed));
  value_of(retrying->done(call("f", 1, "two")));
  const auto attempts = next_->attempts();
  ASSERT_EQ(attempts.size(), 3U);
  for (const auto& attempt : attempts) {
    EXPECT_EQ(attempt.command, Command::call);
    EXPECT_EQ(attempt.body, attempts[0].body);
  }
  EXPECT_NE(attempts[0].body.find("two"), std::string::npos);
}

TEST_F(RetryTest, ItIsSentSoManyTimesAtMost) {
  const auto retrying = with(quick());
  next_->fail(3, failure(Cause::overloaded));
  EXPECT_EQ(error_of(retrying->done(call("f"))).cause, Cause::overloaded);
  EXPECT_EQ(next_->count(), 3U);
}

TEST_F(RetryTest, ItIsSentUntilATime) {
  RetryPolicy policy = quick();
  policy.attempts = 0;
  policy.give_up_after = 100ms;
  const auto retrying = with(policy);
  next_->fail(1'000'000, failure(Cause::closed));
  const auto begun = Clock::now();
  EXPECT_EQ(error_of(retrying->done(ping())).cause, Cause::closed);
  EXPECT_GE(Clock::now() - begun, 90ms);
  const auto attempts = next_->attempts();
  EXPECT_GT(attempts.size(), 3U);
}

TEST_F(RetryTest, TheTimeOfARequestHoldsForAllAttemptsTogether) {
  RetryPolicy policy = quick();
  policy.attempts = 0;
  policy.try_timeout = 150ms;
  const auto retrying = with(policy);
  next_->fail(1'000'000, failure(Cause::closed));
  EXPECT_EQ(error_of(retrying->done(ping()).timeout(200ms)).cause, Cause::closed);
  const auto attempts = next_->attempts();
  EXPECT_EQ(attempts.front().options.timeout, 150ms);
  EXPECT_LE(attempts.back().options.timeout, 150ms);
  for (const auto& attempt : attempts) {
    const auto left = 200ms - (attempt.time - attempts.front().time);
    EXPECT_LE(attempt.options.timeout, std::max<Clock::duration>(left + 5ms, 1ms));
  }
}

TEST_F(RetryTest, WithoutATimeForEachAttemptEachHasAllThatIsLeft) {
  const auto retrying = with(quick());
  next_->fail(1, failure(Cause::closed));
  value_of(retrying->done(ping()).timeout(10s));
  const auto attempts = next_->attempts();
  EXPECT_EQ(attempts[0].options.timeout, 10s);
  EXPECT_LT(attempts[1].options.timeout, 10s);
}

TEST_F(RetryTest, WhatMayHaveBeenDoneIsSentAgainOnlyIfThatDoesNoHarm) {
  const auto retrying = with(quick());
  const std::tuple tuple(1);
  const std::vector<Error> unknown{failure(Cause::network), failure(Cause::timeout),
                                   failure(Cause::server, server_code::no_connection),
                                   failure(Cause::server, server_code::timeout)};
  for (const Error& error : unknown) {
    EXPECT_TRUE(is_effect_unknown(error));
    const std::size_t before = next_->count();
    next_->fail(1, error);
    EXPECT_EQ(error_of(retrying->done(insert(512, tuple))), error);
    next_->fail(1, error);
    EXPECT_EQ(error_of(retrying->done(call("f"))), error);
    EXPECT_EQ(next_->count(), before + 2);

    next_->fail(1, error);
    value_of(retrying->done(select(512, tuple)));
    next_->fail(1, error);
    value_of(retrying->done(ping()));
    next_->fail(1, error);
    value_of(retrying->done(replace(512, tuple)).with({.idempotent = true}));
    next_->fail(1, error);
    value_of(retrying->done(call("f")).with({.access = Access::read}));
    EXPECT_EQ(next_->count(), before + 10);
  }
  // A select that is to go to the master is no less harmless, but it is the caller who knows.
  next_->fail(1, unknown[0]);
  EXPECT_FALSE(got(retrying->done(select(512, tuple)).with({.access = Access::write}).future()));
}

TEST_F(RetryTest, OtherFailuresAreNotWorthAnotherAttempt) {
  const auto retrying = with(quick());
  for (const Error& error :
       {failure(Cause::server, server_code::tuple_found), failure(Cause::protocol),
        failure(Cause::type), failure(Cause::cancelled)}) {
    next_->fail(1, error);
    EXPECT_EQ(error_of(retrying->done(ping())), error);
  }
  EXPECT_EQ(next_->count(), 4U);
}

TEST_F(RetryTest, ThePolicySaysWhatIsWorthAnotherAttempt) {
  RetryPolicy policy = quick();
  policy.is_worth_it = [](const Error& error) { return error.code == 3; };
  std::vector<Error> told;
  policy.on_retry = [&](const Error& error) { told.push_back(error); };
  const auto retrying = with(policy);
  next_->fail(2, failure(Cause::server, 3));
  value_of(retrying->done(call("f")));
  next_->fail(1, failure(Cause::closed));
  EXPECT_FALSE(got(retrying->done(call("f")).future()));
  EXPECT_EQ(told, std::vector(2, failure(Cause::server, 3)));
}

TEST_F(RetryTest, WhatCannotBeWrittenFailsAtOnce) {
  const auto retrying = with(quick());
  Updates updates;
  updates.assign(1, 1).assign(1, 2);  // The same field twice.
  EXPECT_EQ(error_of(retrying->done(update(512, 1, updates))).cause, Cause::type);
  EXPECT_EQ(next_->count(), 1U);
}

TEST_F(RetryTest, RequestsOfStreamsAreSentOnce) {
  const auto retrying = with(quick());
  next_->fail(1, failure(Cause::closed));
  EXPECT_FALSE(got(retrying->done(ping()).with({.stream = 1}).future()));
  EXPECT_EQ(next_->count(), 1U);
}

TEST_F(RetryTest, ARequestIsCancelledBetweenAttempts) {
  RetryPolicy policy = quick();
  policy.delay = {.first = patience, .most = patience};
  policy.timeout = 10 * patience;
  std::promise<Done> waits;
  policy.on_retry = [&](const Error&) { waits.set_value({}); };
  const auto retrying = with(policy);
  next_->fail(1, failure(Cause::closed));
  std::promise<Result<Done>> promise;
  const RequestId id =
      retrying->done(ping()).then([&](auto result) { promise.set_value(std::move(result)); });
  got(waits);
  EXPECT_TRUE(retrying->cancel(id));
  EXPECT_EQ(error_of(got(promise)).cause, Cause::cancelled);
  EXPECT_FALSE(retrying->cancel(id));
  EXPECT_EQ(next_->count(), 1U);
}

TEST_F(RetryTest, ARequestIsCancelledWhileItIsInFlight) {
  const auto retrying = with(quick());
  next_->keep();
  next_->fail(1, failure(Cause::closed));
  std::promise<Result<Done>> promise;
  const RequestId id =
      retrying->done(ping()).then([&](auto result) { promise.set_value(std::move(result)); });
  EXPECT_TRUE(eventually([&] { return next_->count() == 2; }));
  EXPECT_TRUE(retrying->cancel(id));
  EXPECT_EQ(error_of(got(promise)).cause, Cause::cancelled);
  EXPECT_FALSE(retrying->cancel(id));
  EXPECT_FALSE(retrying->cancel({}));
  EXPECT_FALSE(retrying->cancel({id.sender, id.sync + 1}));
  EXPECT_FALSE(retrying->cancel({id.sender + 1, id.sync}));
  EXPECT_EQ(next_->count(), 2U);
}

TEST_F(RetryTest, WhatWaitsForAnotherAttemptCompletesWithTheEnd) {
  RetryPolicy policy = quick();
  policy.delay = {.first = patience, .most = patience};
  policy.timeout = 10 * patience;
  std::promise<Done> waits;
  policy.on_retry = [&](const Error&) { waits.set_value({}); };
  auto retrying = with(policy);
  next_->fail(1, failure(Cause::closed));
  auto future = retrying->done(ping()).future();
  got(waits);
  retrying.reset();
  EXPECT_EQ(error_of(got(std::move(future))).cause, Cause::closed);
}

TEST_F(RetryTest, ManyAtOnceAreAnsweredOnceEach) {
  RetryPolicy policy = quick();
  policy.attempts = 2;
  const auto retrying = with(policy);
  for (int i = 0; i < 2000; ++i) {
    next_->fail(1, failure(i % 3 == 0 ? Cause::network : Cause::closed));
  }
  const auto send = [&](std::uint64_t number, auto answer) {
    const RequestId id = retrying->send(call("f", number), std::move(answer));
    if (number % 4 == 0) retrying->cancel(id);
  };
  Load load(64, send);
  Load another(64, send);
  EXPECT_TRUE(load.goes_well(1000));
  EXPECT_TRUE(another.goes_well(1000));
  for (Load* each : {&load, &another}) {
    EXPECT_TRUE(each->stop());
    EXPECT_EQ(each->miscounted(), 0U);
  }
}

TEST(BackoffTest, GrowsToItsLimit) {
  const Backoff backoff{.first = 10ms, .most = 100ms, .factor = 3, .jitter = 0};
  EXPECT_EQ(backoff.after(1), 10ms);
  EXPECT_EQ(backoff.after(2), 30ms);
  EXPECT_EQ(backoff.after(3), 90ms);
  EXPECT_EQ(backoff.after(4), 100ms);
  EXPECT_EQ(backoff.after(1'000'000), 100ms);
}

TEST(BackoffTest, ChanceDecidesOnAPart) {
  const Backoff backoff{.first = 1000ms, .most = 1000ms, .factor = 1, .jitter = 0.25};
  auto least = 1000ms;
  auto most = 0ms;
  for (int i = 0; i < 1000; ++i) {
    const auto wait = backoff.after(1);
    least = std::min(least, wait);
    most = std::max(most, wait);
  }
  EXPECT_GE(least, 750ms);
  EXPECT_LT(least, 800ms);
  EXPECT_GT(most, 950ms);
  EXPECT_LE(most, 1000ms);
}

using RetryOnServersTest = PooledTest;

TEST_F(RetryOnServersTest, ARestartIsNotNoticed) {
  servers::Instance instance;
  const auto pool =
      std::make_shared<Pool>(loop(), Addresses{address_of(instance.server())}, patient_pool());
  RetryPolicy policy = quick();
  policy.attempts = 0;
  policy.delay = {.first = 5ms, .most = 50ms};
  Retrying retrying(loop(), pool, policy);
  Load load(8, [&](std::uint64_t, auto answer) { retrying.send(ping(), std::move(answer)); });
  EXPECT_TRUE(load.goes_well(100));
  instance.server().kill9();
  instance.server().start();
  EXPECT_TRUE(load.goes_well(100));
  EXPECT_TRUE(load.stop());
  EXPECT_EQ(load.done().size(), load.sent());
  EXPECT_EQ(load.miscounted(), 0U);
}

}  // namespace
}  // namespace tarantool::testing
