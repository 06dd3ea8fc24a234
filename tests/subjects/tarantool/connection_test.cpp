// SPDX-License-Identifier: Apache-2.0
#include "tarantool/connection.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "connecting.hpp"
#include "fake_server.hpp"
#include "real_server.hpp"
#include "tarantool/task.hpp"

namespace tarantool {
namespace {

using namespace std::chrono_literals;
using testing::error_of;
using testing::eventually;
using testing::FakePeer;
using testing::FakeServer;
using testing::got;
using testing::packed_map;
using testing::real_server;
using testing::value_of;

class Connecting : public testing::RealServerTest {
 protected:
  Error refusal(const std::string& user, const std::string& password) {
    ConnectionOptions options = patient();
    options.credentials = {user, password};
    return error_of(try_connect(address(), options));
  }
  static std::string user_of(Connection& connection) {
    return *value_of(connection.first<std::string>(eval("return box.session.user()")));
  }
};

TEST_F(Connecting, AsGuest) {
  const auto connection = connect();
  EXPECT_TRUE(connection->is_open());
  EXPECT_EQ(user_of(*connection), "guest");
  EXPECT_EQ(connection->address().to_string(), real_server().uri());
  const auto version = value_of(connection->first<std::string>(eval("return _TARANTOOL")));
  EXPECT_EQ(version->substr(0, connection->server_version().size()), connection->server_version());
  EXPECT_EQ(value_of(connection->first<std::string>(eval("return box.info.uuid"))),
            connection->server_uuid());
}

TEST_F(Connecting, AsAUser) {
  ConnectionOptions options = patient();
  options.credentials = {std::string(servers::user), std::string(servers::password)};
  EXPECT_EQ(user_of(*connect(options)), servers::user);
}

TEST_F(Connecting, WithAWrongPasswordOrUser) {
  const Error password = refusal(std::string(servers::user), "wrong");
  EXPECT_EQ(password.cause, Cause::server);
  EXPECT_EQ(password.code, server_code::password);
  const Error user = refusal("nobody", "secret");
  EXPECT_EQ(user.cause, Cause::server);
  EXPECT_EQ(user.code, server_code::no_such_user);
}

TEST_F(Connecting, OverAUnixSocket) {
  servers::Options options;
  options.transport = servers::Options::Transport::unix_socket;
  servers::Instance instance(options);
  const auto connection = connect(*Address::parse(instance.uri()));
  EXPECT_EQ(value_of(connection->first<int>(eval("return 5"))), 5);
  EXPECT_EQ(connection->address().path, instance.server().unix_path());
}

TEST_F(Connecting, ByNameAndByIpv6) {
  const std::string port = std::to_string(real_server().port());
  EXPECT_TRUE(try_connect(*Address::parse("localhost:" + port)));

  const std::string ipv6 = real_server().evaluate(
      "local socket = require('socket') "
      "relay = socket.tcp_server('::1', 0, function(client) "
      "  local server = socket.tcp_connect('127.0.0.1', " +
      port +
      ") "
      "  fiber.create(function() "
      "    while true do local got = client:sysread() "
      "      if got == nil then client:readable() elseif got == '' then break "
      "      else server:write(got) end end server:shutdown(2) end) "
      "  while true do local got = server:sysread() "
      "    if got == nil then server:readable() elseif got == '' then break "
      "    else client:write(got) end end end) "
      "return relay and relay:name().port");
  if (ipv6 == "[null]") GTEST_SKIP() << "no IPv6 here";
  const auto connection = connect(*Address::parse("[::1]:" + ipv6.substr(1, ipv6.size() - 2)));
  EXPECT_EQ(value_of(connection->first<int>(eval("return 5"))), 5);
}

TEST_F(Connecting, ToNobodyIsAnError) {
  const auto cause = [&](const std::string& uri) {
    const Error error = error_of(try_connect(*Address::parse(uri)));
    EXPECT_NE(error.message.find(uri), std::string::npos) << error.message;
    EXPECT_EQ(error.message.find('\n'), std::string::npos) << error.message;
    return error.cause;
  };
  const auto port = servers::Port::reserve();  // Nobody listens on it.
  EXPECT_EQ(cause("127.0.0.1:" + std::to_string(port.number())), Cause::network);
  EXPECT_EQ(cause("unix:/no/such/path"), Cause::network);
  EXPECT_EQ(cause("unix:/" + std::string(200, 'x')), Cause::network);
  EXPECT_EQ(cause("no.such.host.invalid:3301"), Cause::network);
}

TEST_F(Connecting, IsDroppedAtOnce) {
  const auto open_now = [] {
    return real_server().evaluate("return box.stat.net().CONNECTIONS.current");
  };
  const std::string before = open_now();
  for (int i = 0; i < 20; ++i) {
    auto connection = Connection::connect(loop(), address(), {});
  }
  std::vector<std::shared_ptr<Connection>> connections(20);
  for (auto& connection : connections) connection = connect();
  connections.clear();
  EXPECT_TRUE(eventually([&] { return open_now() == before; }));
}

TEST_F(Connecting, HasANumberOfItsOwn) {
  const auto first = connect();
  const auto second = connect();
  EXPECT_NE(first->number(), 0U);
  EXPECT_NE(first->number(), second->number());
  EXPECT_FALSE(second->cancel({first->number(), 1}));
}

TEST(ConnectingOnALoop, ThatEndsMeanwhileIsAnError) {
  const FakeServer server([](FakePeer& peer) {
    peer.greet("2.11.0");  // Its features are asked for, and never told.
    peer.wait_for_end();
  });
  Error error;
  {
    EventLoop loop;
    Connection::connect(
        loop, server.address(), {},
        [&](Result<std::shared_ptr<Connection>> result) { error = error_of(std::move(result)); });
    loop.run_for(20ms);
  }
  EXPECT_EQ(error.cause, Cause::cancelled);
}

TEST(ConnectingOnALoop, RunByTheCaller) {
  EventLoop loop;
  std::string answer;
  std::shared_ptr<Connection> connection;
  Connection::connect(loop, *Address::parse(real_server().uri()), {},
                      [&](Result<std::shared_ptr<Connection>> result) {
                        connection = value_of(std::move(result));
                        connection->first<std::string>(eval("return 'text'"))
                            .then([&](Result<std::optional<std::string>> text) {
                              answer = *value_of(std::move(text));
                              loop.stop();
                            });
                      });
  loop.run_for(testing::patience);
  EXPECT_EQ(answer, "text");
}

class OpenConnection : public testing::RealServerTest {
 protected:
  std::shared_ptr<Connection> connection_ = connect();
};

TEST_F(OpenConnection, GetsAnswersAsTheyAreReady) {
  std::string order;
  std::promise<void> both;
  connection_->done(call("slow", 0.2)).then([&](Result<Done>) {
    order += "slow";
    both.set_value();
  });
  connection_->done(ping()).then([&](Result<Done>) { order += "fast "; });
  got(both);
  EXPECT_EQ(order, "fast slow");
}

TEST_F(OpenConnection, SendsMoreThanTheServerReadsAhead) {
  // At once 30 MB, three times what the server takes.
  const std::string text(300'000, 'x');
  std::vector<std::future<Result<std::optional<std::size_t>>>> sizes;
  for (int i = 0; i < 100; ++i) {
    sizes.push_back(connection_->first<std::size_t>(eval("return #...", text)).future());
  }
  for (auto& size : sizes) EXPECT_EQ(value_of(got(std::move(size))), text.size());
}

TEST_F(OpenConnection, TakesTuplesOfFiveMegabytes) {
  const std::uint32_t space = make_space("{{'id', 'unsigned'}}");
  using Row = std::tuple<int, std::string>;
  const Row row(1, std::string(5'000'000, 'x'));
  EXPECT_EQ(value_of(connection_->first<Row>(insert(space, row))), row);
  EXPECT_EQ(value_of(connection_->first<Row>(select(space, 1))), row);
}

TEST_F(OpenConnection, TakesTuplesOfAHundredMegabytes) {
  const std::uint32_t space = make_space("{{'id', 'unsigned'}}");
  using Row = std::tuple<int, std::string>;
  const Row row(1, std::string(100'000'000, 'x'));
  EXPECT_EQ(value_of(connection_->first<Row>(insert(space, row))), row);
  EXPECT_EQ(value_of(connection_->first<Row>(erase(space, 1))), row);
}

TEST_F(OpenConnection, GivesAViewIntoTheReply) {
  std::promise<std::string> text;
  connection_->first<std::string_view>(call("echo", "text"))
      .then([&](Result<std::optional<std::string_view>> view) {
        text.set_value(std::string(**view));
      });
  EXPECT_EQ(got(text), "text");
}

TEST_F(OpenConnection, SaysWhatDoesNotFit) {
  const Error error = error_of(connection_->values<int, int>(call("echo", 1, "two")));
  EXPECT_EQ(error.cause, Cause::type);
  EXPECT_NE(error.message.find("[1]"), std::string::npos) << error.message;
  EXPECT_TRUE(connection_->is_open());
  EXPECT_EQ(error_of(connection_->values<int, int>(call("echo", 1))).cause, Cause::type);
}

TEST_F(OpenConnection, SaysWhatCannotBeWritten) {
  Updates twice;
  twice.plus(1, 1).plus(1, 2);
  const Error error = error_of(connection_->done(update(512, 1, twice)));
  EXPECT_EQ(error.cause, Cause::type);
  EXPECT_EQ(connection_->in_flight(), 0U);
  value_of(connection_->done(ping()));
}

TEST_F(OpenConnection, ReceivesBytes) {
  const std::uint64_t before = connection_->received();
  value_of(connection_->done(ping()));
  EXPECT_GT(connection_->received(), before);
}

Task<int> add_up(Connection& connection) {
  int total = 0;
  for (int i = 1; i <= 100; ++i) {
    const auto values = co_await connection.values<int>(call("echo", i)).timeout(60s);
    if (!values) co_return values.error();
    total += std::get<0>(*values);
  }
  co_return total;
}

TEST_F(OpenConnection, IsAwaited) { EXPECT_EQ(value_of(got(add_up(*connection_).future())), 5050); }

TEST_F(OpenConnection, IsAwaitedByManyCoroutines) {
  std::vector<std::future<Result<int>>> sums;
  for (int i = 0; i < 100; ++i) sums.push_back(add_up(*connection_).future());
  for (auto& sum : sums) EXPECT_EQ(value_of(got(std::move(sum))), 5050);
}

TEST_F(OpenConnection, FailsWhatIsAwaitedWhenItIsLost) {
  auto sum = add_up(*connection_).future();
  connection_->close();
  EXPECT_EQ(error_of(got(std::move(sum))).cause, Cause::cancelled);
}

class LostConnection : public testing::ConnectingTest {
 protected:
  FakeServer server_{[this](FakePeer& peer) {
    peer.greet();
    for (int i = 0; i < requests_; ++i) peer.next();
    if (requests_ == 0) peer.wait_for_end();
  }};
  std::atomic<int> requests_ = 0;  ///< After which the server leaves; 0: never.
};

TEST_F(LostConnection, FailsAllInFlightOnceAndThenSaysSo) {
  requests_ = 100;
  const auto connection = connect(server_.address());
  std::atomic<int> lost = 0;
  std::atomic<int> other = 0;
  std::promise<std::pair<Error, int>> closed;
  connection->on_close([&](const Error& error) { closed.set_value({error, lost.load()}); });
  for (int i = 0; i < 100; ++i) {
    connection->done(ping()).then([&](Result<Done> result) {
      ++(!result && result.error().cause == Cause::network ? lost : other);
    });
  }
  const auto [error, failed_before] = got(closed);
  EXPECT_EQ(error.cause, Cause::network);
  EXPECT_EQ(failed_before, 100);
  EXPECT_EQ(lost, 100);
  EXPECT_EQ(other, 0);
  EXPECT_FALSE(connection->is_open());
  EXPECT_EQ(connection->in_flight(), 0U);
}

TEST_F(LostConnection, TellsWhoeverAsksLater) {
  const auto connection = connect(server_.address());
  connection->close();
  EXPECT_TRUE(eventually([&] { return !connection->is_open(); }));
  std::promise<Error> why;
  connection->on_close([&](const Error& error) { why.set_value(error); });
  EXPECT_EQ(got(why).cause, Cause::cancelled);
}

TEST_F(LostConnection, TellsTheLastWhoAsked) {
  const auto connection = connect(server_.address());
  std::atomic<int> first = 0;
  std::promise<void> second;
  connection->on_close([&](const Error&) { ++first; });
  connection->on_close([&](const Error&) { second.set_value(); });
  connection->close();
  got(second);
  EXPECT_EQ(first, 0);
}

TEST_F(LostConnection, ByCloseFailsWhatIsInFlight) {
  const auto connection = connect(server_.address());
  std::vector<std::future<Result<Done>>> answers;
  for (int i = 0; i < 100; ++i) answers.push_back(connection->done(ping()).future());
  connection->close();
  connection->close();
  for (auto& answer : answers) EXPECT_EQ(error_of(got(std::move(answer))).cause, Cause::cancelled);
  EXPECT_EQ(error_of(connection->done(ping())).cause, Cause::closed);
}

TEST_F(LostConnection, ByCloseForAReasonTellsIt) {
  const auto connection = connect(server_.address());
  auto answer = connection->done(ping()).future();
  const Error why{Cause::network, 0, "it hangs", {}, ""};
  connection->close(why);
  EXPECT_EQ(error_of(got(std::move(answer))), why);
  const Error later = error_of(connection->done(ping()));
  EXPECT_EQ(later.cause, Cause::closed);
  EXPECT_EQ(later.message, "it hangs");
}

TEST_F(LostConnection, ByItsEndFailsWhatIsInFlight) {
  auto connection = connect(server_.address());
  auto answer = connection->done(ping()).future();
  connection.reset();
  EXPECT_EQ(error_of(got(std::move(answer))).cause, Cause::cancelled);
}

TEST_F(LostConnection, ByTheEndOfTheLoopFailsWhatIsInFlight) {
  std::shared_ptr<Connection> connection;
  std::vector<Cause> causes;
  {
    EventLoop loop;
    Connection::connect(
        loop, server_.address(), patient(), [&](Result<std::shared_ptr<Connection>> result) {
          connection = value_of(std::move(result));
          for (int i = 0; i < 3; ++i) {
            connection->done(ping()).then(
                [&](Result<Done> done) { causes.push_back(error_of(std::move(done)).cause); });
          }
          loop.stop();
        });
    loop.run();
    connection.reset();
  }
  EXPECT_EQ(causes, (std::vector{Cause::cancelled, Cause::cancelled, Cause::cancelled}));
}

class KilledServer : public testing::RealServerTest {};

TEST_F(KilledServer, FailsAllInFlightPromptly) {
  servers::Instance instance;
  const auto connection = connect(*Address::parse(instance.uri()));
  std::vector<std::future<Result<Done>>> answers;
  for (int i = 0; i < 100; ++i) {
    answers.push_back(connection->done(eval("require('fiber').sleep(1000)")).future());
  }
  value_of(connection->done(ping()));
  instance.server().kill9();
  for (auto& answer : answers) EXPECT_EQ(error_of(got(std::move(answer))).cause, Cause::network);
}

}  // namespace
}  // namespace tarantool
