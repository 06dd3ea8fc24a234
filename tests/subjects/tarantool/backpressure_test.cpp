// SPDX-License-Identifier: Apache-2.0
// Limits of what is in flight and unsent: who waits, who is refused.
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "connecting.hpp"
#include "fake_server.hpp"
#include "tarantool/connection.hpp"

namespace tarantool {
namespace {

using namespace std::chrono_literals;
using testing::error_of;
using testing::eventually;
using testing::FakePeer;
using testing::FakeServer;
using testing::got;
using testing::packed_map;
using testing::value_of;

/// Open or shut; who comes waits until it is open.
class Gate {
 public:
  void open() {
    const std::lock_guard lock(mutex_);
    is_open_ = true;
    changed_.notify_all();
  }
  void pass() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return is_open_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_open_ = false;
};

class Backpressure : public testing::ConnectingTest {
 protected:
  ~Backpressure() override { gate_.open(); }

  static ConnectionOptions limited(std::size_t in_flight, std::size_t unsent) {
    ConnectionOptions options = patient();
    options.limits.in_flight = in_flight;
    options.limits.unsent = unsent;
    return options;
  }
  /// Runs a function on the loop's thread.
  template <class F>
  void on_loop(F function) {
    std::promise<void> done;
    loop().post([&] {
      function();
      done.set_value();
    });
    got(done);
  }

  Gate gate_;
  /// Reads nothing before the gate is open; then answers all.
  FakeServer server_{[this](FakePeer& peer) {
    peer.greet();
    gate_.pass();
    while (true) peer.reply(peer.next().sync(), packed_map({}));
  }};
};

TEST_F(Backpressure, RefusesOnTheLoopsThreadWhatIsTooMuch) {
  const auto connection = connect(server_.address(), limited(3, 1 << 20));
  std::vector<std::future<Result<Done>>> answers;
  bool is_within = false;  // Of the call that is refused; used on the loop's thread.
  std::promise<std::pair<Error, bool>> refused;
  on_loop([&] {
    for (int i = 0; i < 3; ++i) answers.push_back(connection->done(ping()).future());
    is_within = true;
    connection->done(ping()).then([&](Result<Done> result) {
      refused.set_value({error_of(result), is_within});
    });
    is_within = false;
    EXPECT_EQ(connection->in_flight(), 3U);
  });
  const auto [error, was_within] = got(refused);
  EXPECT_EQ(error.cause, Cause::overloaded);
  EXPECT_FALSE(was_within);
  gate_.open();
  for (auto& answer : answers) value_of(got(std::move(answer)));
  on_loop([&] { answers.push_back(connection->done(ping()).future()); });
  value_of(got(std::move(answers.back())));
}

TEST_F(Backpressure, RefusesOnTheLoopsThreadMoreBytesThanMayWait) {
  const auto connection = connect(server_.address(), limited(1000, 10'000));
  std::future<Result<Done>> large;
  std::future<Result<Done>> refused;
  // More than sockets hold: while there is room at all one may come, of any size.
  on_loop([&] { large = connection->done(eval(std::string(50'000'000, 'x'))).future(); });
  on_loop([&] { refused = connection->done(ping()).future(); });
  EXPECT_EQ(error_of(got(std::move(refused))).cause, Cause::overloaded);
  gate_.open();
  value_of(got(std::move(large)));
  value_of(connection->done(ping()));
}

TEST_F(Backpressure, TakesARequestLargerThanTheLimit) {
  const auto connection = connect(server_.address(), limited(1000, 10'000));
  gate_.open();
  const std::string large(5'000'000, 'x');
  for (int i = 0; i < 3; ++i) value_of(connection->done(eval(large)));
}

TEST_F(Backpressure, LetsOtherThreadsWait) {
  const auto connection = connect(server_.address(), limited(3, 1 << 20));
  std::atomic<int> sent = 0;
  std::atomic<int> answered = 0;
  std::thread thread([&] {
    for (int i = 0; i < 1000; ++i) {
      connection->done(ping()).then([&](Result<Done> result) { answered += result ? 1 : 0; });
      EXPECT_LE(connection->in_flight(), 3U);
      ++sent;
    }
  });
  EXPECT_TRUE(eventually([&] { return sent == 3; }));
  std::this_thread::sleep_for(20ms);
  EXPECT_EQ(sent, 3);
  gate_.open();
  thread.join();
  EXPECT_TRUE(eventually([&] { return answered == 1000; }));
}

TEST_F(Backpressure, LetsOtherThreadsWaitForBytes) {
  const auto connection = connect(server_.address(), limited(1000, 100'000));
  const std::string large(50'000, 'x');
  std::atomic<int> answered = 0;
  std::thread thread([&] {
    for (int i = 0; i < 500; ++i) {  // 25 MB: more than sockets hold.
      connection->done(eval(large)).then([&](Result<Done> result) { answered += result ? 1 : 0; });
    }
  });
  std::this_thread::sleep_for(20ms);
  EXPECT_EQ(answered, 0);
  gate_.open();
  thread.join();
  EXPECT_TRUE(eventually([&] { return answered == 500; }));
}

TEST_F(Backpressure, LetsThemWaitNoLongerThanTheirTime) {
  const auto connection = connect(server_.address(), limited(1, 1 << 20));
  auto first = connection->done(ping()).future();
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(error_of(connection->done(ping()).timeout(50ms)).cause, Cause::overloaded);
  EXPECT_GE(std::chrono::steady_clock::now() - begin,
            20ms);  // Times are kept to some milliseconds.
  gate_.open();
  value_of(got(std::move(first)));
}

TEST_F(Backpressure, LetsThemGoWhenTheFirstIsGivenUp) {
  const auto connection = connect(server_.address(), limited(1, 1 << 20));
  auto first = connection->done(ping()).timeout(30ms).future();
  auto second = connection->done(ping()).future();  // Waits until the first is given up.
  EXPECT_EQ(error_of(got(std::move(first))).cause, Cause::timeout);
  gate_.open();
  value_of(got(std::move(second)));
}

TEST_F(Backpressure, LetsThemGoWhenOneIsCancelled) {
  const auto connection = connect(server_.address(), limited(1, 1 << 20));
  const RequestId id = connection->done(ping()).then([](Result<Done>) {});
  std::promise<Result<Done>> second;
  std::atomic<bool> waits = false;
  std::thread thread([&] {
    waits = true;
    connection->done(ping()).then([&](Result<Done> result) { second.set_value(result); });
  });
  EXPECT_TRUE(eventually([&] { return waits.load(); }));
  std::this_thread::sleep_for(10ms);
  EXPECT_TRUE(connection->cancel(id));
  thread.join();
  gate_.open();
  value_of(got(second));
}

TEST_F(Backpressure, LetsThemGoWhenTheConnectionIsClosed) {
  const auto connection = connect(server_.address(), limited(1, 1 << 20));
  auto first = connection->done(ping()).future();
  std::vector<std::promise<Error>> errors(4);
  std::vector<std::thread> threads;
  std::atomic<int> waiting = 0;
  for (auto& error : errors) {
    threads.emplace_back([&] {
      ++waiting;
      connection->send(ping(), [&](const Reply& reply) { error.set_value(reply.error()); });
    });
  }
  EXPECT_TRUE(eventually([&] { return waiting == 4; }));
  std::this_thread::sleep_for(10ms);
  connection->close();
  for (auto& thread : threads) thread.join();
  for (auto& error : errors) EXPECT_EQ(got(error).cause, Cause::closed);
  EXPECT_EQ(error_of(got(std::move(first))).cause, Cause::cancelled);
}

TEST_F(Backpressure, OfAServerThatReadsNothingLosesNothing) {
  // 50 MB in requests of all sizes, sent to a server that does not read at first.
  const auto connection = connect(server_.address(), limited(65'536, 256 << 20));
  std::atomic<int> answered = 0;
  int n = 0;
  for (std::size_t size = 1; size < 5'000'000; size = size * 3 / 2 + 1, n += 2) {
    for (int i = 0; i < 2; ++i) {
      connection->done(eval(std::string(size, 'x'))).then([&](Result<Done> result) {
        answered += result ? 1 : 0;
      });
    }
  }
  std::this_thread::sleep_for(10ms);
  gate_.open();
  EXPECT_TRUE(eventually([&] { return answered == n; }));
}

}  // namespace
}  // namespace tarantool
