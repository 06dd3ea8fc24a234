// SPDX-License-Identifier: Apache-2.0
// Requests that are given up: after their time, or by whoever made them.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <limits>
#include <string>
#include <vector>

#include "connecting.hpp"
#include "fake_server.hpp"
#include "tarantool/connection.hpp"

namespace tarantool {
namespace {

using namespace std::chrono_literals;
using testing::error_of;
using testing::FakePeer;
using testing::FakeRequest;
using testing::FakeServer;
using testing::got;
using testing::value_of;
using Clock = std::chrono::steady_clock;

class GivenUp : public testing::ConnectingTest {
 protected:
  /// Keeps requests until it is pinged; then answers them with their argument, and the ping last.
  FakeServer server_{[](FakePeer& peer) {
    peer.greet();
    while (true) {
      std::vector<FakeRequest> kept;
      FakeRequest request = peer.next();
      for (; request.command() != Command::ping; request = peer.next()) kept.push_back(request);
      for (const FakeRequest& late : kept) {
        peer.answer(late, (*late.field(Key::tuple).as<Value::Array>())[0]);
      }
      peer.answer(request, Nil{});
    }
  }};
  std::shared_ptr<Connection> connection_ = connect(server_.address());
};

TEST_F(GivenUp, AfterItsTime) {
  const auto begin = Clock::now();
  EXPECT_EQ(error_of(connection_->first<int>(call("f", 1)).timeout(30ms)).cause, Cause::timeout);
  EXPECT_GE(Clock::now() - begin, 20ms);  // Times are kept to some milliseconds.
  EXPECT_EQ(connection_->in_flight(), 0U);
  EXPECT_TRUE(connection_->is_open());
}

TEST_F(GivenUp, AfterTheConnectionsTimeWhereItHasNone) {
  ConnectionOptions options = patient();
  options.request_timeout = 30ms;
  connection_.reset();  // The server serves one at a time.
  const auto connection = connect(server_.address(), options);
  EXPECT_EQ(error_of(connection->first<int>(call("f", 1))).cause, Cause::timeout);
}

TEST_F(GivenUp, EachAfterItsOwnTime) {
  std::string order;
  std::promise<void> last;
  const auto wait = [&](char name, std::chrono::milliseconds time) {
    connection_->done(call("f", 1)).timeout(time).then([&order, &last, name](Result<Done> result) {
      EXPECT_EQ(error_of(result).cause, Cause::timeout);
      order += name;
      if (name == 'd') last.set_value();
    });
  };
  wait('c', 150ms);
  wait('a', 20ms);
  wait('d', 250ms);
  wait('b', 80ms);
  got(last);
  EXPECT_EQ(order, "abcd");
}

TEST_F(GivenUp, MakesTheNextTheFirstOne) {
  // Whose time is shorter than that of what is waited for already.
  auto slow = connection_->done(call("f", 1)).timeout(60s).future();
  EXPECT_EQ(error_of(connection_->done(call("f", 2)).timeout(20ms)).cause, Cause::timeout);
  EXPECT_EQ(slow.wait_for(0s), std::future_status::timeout);
  value_of(connection_->done(ping()));
  value_of(got(std::move(slow)));
}

TEST_F(GivenUp, DropsTheLateAnswerAndTakesTheNext) {
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(error_of(connection_->first<int>(call("f", -i)).timeout(1ms)).cause, Cause::timeout);
    auto next = connection_->first<int>(call("f", i)).future();
    value_of(connection_->done(ping()));
    EXPECT_EQ(value_of(got(std::move(next))), i);
  }
}

TEST_F(GivenUp, NeverWhereThatIsAsLongAsCanBe) {
  for (const auto forever : {std::chrono::milliseconds::max(), std::chrono::milliseconds(1h)}) {
    auto answer = connection_->first<int>(call("f", 5)).timeout(forever).future();
    value_of(connection_->done(ping()));
    EXPECT_EQ(value_of(got(std::move(answer))), 5);
  }
}

TEST_F(GivenUp, ManyAtOnce) {
  std::atomic<int> timeouts = 0;
  std::atomic<int> others = 0;
  constexpr int n = 10'000;
  std::promise<void> last;
  for (int i = 0; i < n; ++i) {
    connection_->done(call("f", i))
        .timeout(std::chrono::milliseconds(1 + i % 50))
        .then([&](Result<Done> result) {
          const bool is_timeout = !result && result.error().cause == Cause::timeout;
          ++(is_timeout ? timeouts : others);
          if (timeouts + others == n) last.set_value();
        });
  }
  got(last);
  EXPECT_EQ(timeouts, n);
  EXPECT_EQ(connection_->in_flight(), 0U);
  value_of(connection_->done(ping()));
}

class Cancelled : public GivenUp {
 protected:
  /// A call whose end the promise is told.
  RequestId start(std::promise<Result<std::optional<int>>>& answer, int argument = 1) {
    return connection_->first<int>(call("f", argument))
        .then([&](Result<std::optional<int>> result) { answer.set_value(std::move(result)); });
  }
};

TEST_F(Cancelled, InFlight) {
  std::promise<Result<std::optional<int>>> answer;
  const RequestId id = start(answer);
  EXPECT_EQ(id.sender, connection_->number());
  EXPECT_TRUE(connection_->cancel(id));
  EXPECT_FALSE(connection_->cancel(id));
  EXPECT_EQ(error_of(got(answer)).cause, Cause::cancelled);
  EXPECT_EQ(connection_->in_flight(), 0U);
  // Its answer is dropped.
  std::promise<Result<std::optional<int>>> next;
  start(next, 2);
  value_of(connection_->done(ping()));
  EXPECT_EQ(value_of(got(next)), 2);
}

TEST_F(Cancelled, BeforeItIsSent) {
  std::promise<Result<std::optional<int>>> answer;
  std::promise<bool> in_flight;
  loop().post([&] {
    // On the loop's thread nothing is sent before this ends.
    const RequestId id = start(answer);
    EXPECT_TRUE(connection_->cancel(id));
    in_flight.set_value(answer.get_future().wait_for(0s) == std::future_status::ready);
  });
  EXPECT_FALSE(got(in_flight)) << "called from within cancel()";
  value_of(connection_->done(ping()));
  EXPECT_EQ(connection_->in_flight(), 0U);
}

TEST_F(Cancelled, AfterTheAnswer) {
  std::promise<Result<std::optional<int>>> answer;
  const RequestId id = start(answer);
  value_of(connection_->done(ping()));
  EXPECT_EQ(value_of(got(answer)), 1);
  EXPECT_FALSE(connection_->cancel(id));
  EXPECT_FALSE(connection_->cancel({}));
}

TEST_F(Cancelled, ByAnothersCallback) {
  std::promise<Result<std::optional<int>>> second;
  std::promise<bool> cancelled;
  RequestId id;
  loop().post([&] {
    connection_->done(call("f", 1)).then([&](Result<Done>) {
      cancelled.set_value(connection_->cancel(id));
    });
    id = start(second);
    connection_->done(ping()).then([](Result<Done>) {});
  });
  // Both answers come at once: the second is one of the two, and told as what it is.
  const bool is_cancelled = got(cancelled);
  const auto result = got(second);
  if (is_cancelled) {
    EXPECT_EQ(error_of(result).cause, Cause::cancelled);
  } else {
    EXPECT_EQ(value_of(result), 1);
  }
}

TEST_F(Cancelled, ByItsOwnCallbackIsTooLate) {
  std::promise<bool> cancelled;
  RequestId id;
  loop().post([&] {
    id = connection_->done(ping()).then(
        [&](Result<Done>) { cancelled.set_value(connection_->cancel(id)); });
  });
  EXPECT_FALSE(got(cancelled));
}

TEST_F(Cancelled, OnceHoweverItRaces) {
  std::atomic<int> calls = 0;
  int cancelled = 0;
  std::atomic<int> told = 0;
  constexpr int n = 2000;
  for (int i = 0; i < n; ++i) {
    const RequestId id = connection_->done(ping()).then([&](Result<Done> result) {
      if (!result && result.error().cause == Cause::cancelled) ++told;
      ++calls;
    });
    if (connection_->cancel(id)) ++cancelled;
  }
  EXPECT_TRUE(testing::eventually([&] { return calls == n; }));
  EXPECT_EQ(told, cancelled);
}

}  // namespace
}  // namespace tarantool
