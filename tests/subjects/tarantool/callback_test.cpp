// SPDX-License-Identifier: Apache-2.0
// What callbacks may do: anything.
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "real_server.hpp"
#include "tarantool/connection.hpp"

namespace tarantool {
namespace {

using namespace std::chrono_literals;
using testing::error_of;
using testing::eventually;
using testing::got;
using testing::value_of;

class Callbacks : public testing::RealServerTest {
 protected:
  std::shared_ptr<Connection> connection_ = connect();
};

TEST_F(Callbacks, RunOnTheLoopsThread) {
  std::promise<bool> is_current;
  connection_->done(ping()).then([&](Result<Done>) { is_current.set_value(loop().is_current()); });
  EXPECT_TRUE(got(is_current));
}

TEST_F(Callbacks, AreNeverCalledFromWithinSubmit) {
  bool is_within = false;  // Of the loop's thread.
  int called_within = 0;
  std::promise<void> last;
  int left = 300;
  const auto note = [&](Result<Done>) {
    called_within += is_within ? 1 : 0;
    if (--left == 0) last.set_value();
  };
  Updates twice;
  twice.plus(1, 1).plus(1, 2);
  loop().post([&] {
    is_within = true;
    for (int i = 0; i < 100; ++i) {
      connection_->done(ping()).then(note);
      connection_->done(update(512, 1, twice)).then(note);  // Cannot be written.
      connection_->cancel(connection_->done(ping()).then(note));
    }
    is_within = false;
  });
  got(last);
  EXPECT_EQ(called_within, 0);
}

TEST_F(Callbacks, Submit) {
  std::promise<int> last;
  int left = 1000;
  std::function<void(Result<Done>)> again = [&](Result<Done> result) {
    if (!result || --left == 0) return last.set_value(left);
    connection_->done(ping()).then(again);
  };
  connection_->done(ping()).then(again);
  EXPECT_EQ(got(last), 0);
}

TEST_F(Callbacks, MayBeSuchAsCannotBeCopied) {
  std::promise<int> value;
  connection_->done(ping()).then(
      [&value, held = std::make_unique<int>(5)](Result<Done>) { value.set_value(*held); });
  EXPECT_EQ(got(value), 5);
}

TEST_F(Callbacks, EndWithTheAnswer) {
  auto held = std::make_shared<int>(5);
  value_of(connection_->done(ping()));
  connection_->done(ping()).then([held](Result<Done>) {});
  EXPECT_TRUE(eventually([&] { return held.use_count() == 1; }));
}

TEST_F(Callbacks, Close) {
  std::atomic<int> answered = 0;
  std::promise<void> closed;
  connection_->on_close([&](const Error&) { closed.set_value(); });
  loop().post([&] {
    connection_->done(ping()).then([&](Result<Done>) {
      ++answered;
      connection_->close();
      connection_->done(ping()).then([&](Result<Done> result) {
        EXPECT_EQ(error_of(result).cause, Cause::cancelled);
        ++answered;
      });
    });
    for (int i = 0; i < 99; ++i) connection_->done(ping()).then([&](Result<Done>) { ++answered; });
  });
  got(closed);
  EXPECT_TRUE(eventually([&] { return answered == 101; }));
}

TEST_F(Callbacks, EndTheConnection) {
  std::atomic<int> answered = 0;
  std::promise<void> closed;
  connection_->on_close([&](const Error&) { closed.set_value(); });
  loop().post([&] {
    for (int i = 0; i < 100; ++i) {
      connection_->done(ping()).then([&](Result<Done>) {
        ++answered;
        connection_.reset();
      });
    }
  });
  got(closed);
  EXPECT_EQ(answered, 100);
}

TEST_F(Callbacks, EndTheConnectionThatTellsThatItIsLost) {
  std::promise<void> closed;
  connection_->on_close([&](const Error&) {
    connection_.reset();
    closed.set_value();
  });
  connection_->close();
  got(closed);
}

TEST_F(Callbacks, OfWhatIsLostSubmitCancelAndClose) {
  std::atomic<int> answered = 0;
  std::promise<void> closed;
  connection_->on_close([&](const Error&) {
    connection_->done(ping()).then([&](Result<Done>) { ++answered; });
    closed.set_value();
  });
  std::vector<RequestId> ids;
  std::promise<void> submitted;
  loop().post([&] {
    for (int i = 0; i < 10; ++i) {
      ids.push_back(connection_->done(call("slow", 1000)).then([&](Result<Done> result) {
        EXPECT_EQ(error_of(result).cause, Cause::cancelled);
        ++answered;
        for (const RequestId id : ids) connection_->cancel(id);
        connection_->close();
        connection_->done(ping()).then([&](Result<Done> next) {
          EXPECT_EQ(error_of(next).cause, Cause::closed);
          ++answered;
        });
      }));
    }
    submitted.set_value();
  });
  got(submitted);
  connection_->close();
  got(closed);
  EXPECT_TRUE(eventually([&] { return answered == 21; }));
  std::this_thread::sleep_for(10ms);
  EXPECT_EQ(answered, 21);
}

TEST_F(Callbacks, OfPushesCancelTheirRequest) {
  std::promise<Result<Done>> answer;
  std::atomic<int> pushes = 0;
  std::atomic<bool> is_known = false;
  RequestId id;
  const PushHandler on_push = [&](const Reply&) {
    if (!eventually([&] { return is_known.load(); })) return;
    ++pushes;
    connection_->cancel(id);
  };
  id = connection_->done(eval("for i = 1, 5 do box.session.push(i) end return 'done'"))
           .with({.on_push = &on_push})
           .then([&](Result<Done> result) { answer.set_value(result); });
  is_known = true;
  EXPECT_EQ(error_of(got(answer)).cause, Cause::cancelled);
  value_of(connection_->done(ping()));
  EXPECT_EQ(pushes, 1);
}

TEST_F(Callbacks, ConnectAnew) {
  std::promise<Result<Done>> answer;
  std::shared_ptr<Connection> other;
  connection_->done(ping()).then([&](Result<Done>) {
    Connection::connect(
        loop(), connection_->address(), patient(), [&](Result<std::shared_ptr<Connection>> result) {
          other = value_of(std::move(result));
          other->done(ping()).then([&](Result<Done> done) { answer.set_value(done); });
        });
  });
  value_of(got(answer));
}

class Threads : public Callbacks {};

TEST_F(Threads, ShareAConnection) {
  constexpr int each = 5000;
  std::atomic<int> right = 0;
  std::atomic<int> answered = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < each; ++i) {
        const int number = t * each + i;
        connection_->first<int>(call("echo", number))
            .then([&, number](Result<std::optional<int>> result) {
              right += result && *result == number ? 1 : 0;
              ++answered;
            });
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_TRUE(eventually([&] { return answered == 4 * each; }));
  EXPECT_EQ(right, 4 * each);
}

TEST_F(Threads, WaitForTheirAnswersOneByOne) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 500; ++i) {
        EXPECT_EQ(value_of(connection_->first<int>(call("echo", i))), i);
      }
    });
  }
  for (auto& thread : threads) thread.join();
}

TEST_F(Threads, SubmitCancelAndCloseAtOnce) {
  for (int round = 0; round < 20; ++round) {
    const auto connection = connect();
    std::atomic<int> submitted = 0;
    std::atomic<int> answered = 0;
    std::atomic<bool> is_over = false;
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t) {
      threads.emplace_back([&] {
        while (!is_over) {
          const RequestId id = connection->done(ping()).then([&](Result<Done>) { ++answered; });
          if (++submitted % 3 == 0) connection->cancel(id);
        }
      });
    }
    std::this_thread::sleep_for(2ms);
    connection->close();
    EXPECT_TRUE(eventually([&] { return !connection->is_open(); }));
    is_over = true;
    for (auto& thread : threads) thread.join();
    EXPECT_TRUE(eventually([&] { return answered == submitted; }));
    EXPECT_EQ(connection->in_flight(), 0U);
  }
}

TEST_F(Threads, EndTheConnectionWhereverTheyAre) {
  for (int round = 0; round < 50; ++round) {
    auto connection = connect();
    auto answer = connection->done(ping()).future();
    std::thread([last = std::move(connection)]() mutable { last.reset(); }).join();
    const Result<Done> result = got(std::move(answer));
    EXPECT_TRUE(result || result.error().cause == Cause::cancelled);
  }
}

}  // namespace
}  // namespace tarantool
