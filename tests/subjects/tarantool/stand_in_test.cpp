// SPDX-License-Identifier: Apache-2.0
// What a connection makes of servers that no real one is: old, odd, broken.
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "connecting.hpp"
#include "fake_server.hpp"
#include "tarantool/connection.hpp"

namespace tarantool {
namespace {

using namespace std::chrono_literals;
using testing::data_of;
using testing::error_of;
using testing::FakePeer;
using testing::FakeRequest;
using testing::FakeServer;
using testing::frame_of;
using testing::got;
using testing::header_of;
using testing::packed;
using testing::packed_map;
using testing::value_of;

class StandIn : public testing::ConnectingTest {
 protected:
  /// The error of a ping that is answered with these bytes.
  Error ping_answered_by(const std::string& bytes, const ConnectionOptions& options = patient()) {
    FakeServer server([&](FakePeer& peer) {
      peer.greet();
      peer.next();
      peer.send(bytes);
      peer.wait_for_end();
    });
    const auto connection = connect(server.address(), options);
    Error error = error_of(connection->done(ping()));
    EXPECT_FALSE(connection->is_open());
    return error;
  }
  Error connect_to(const FakeServer::Script& script) {
    const FakeServer server(script);
    return error_of(try_connect(server.address()));
  }
};

TEST_F(StandIn, GreetsAsItself) {
  const FakeServer server([](FakePeer& peer) {
    peer.greet("1.10.15");
    peer.wait_for_end();
  });
  const auto connection = connect(server.address());
  EXPECT_EQ(connection->server_version(), "1.10.15");
  EXPECT_EQ(connection->server_uuid(), "7170b4af-c72c-4f07-8729-08fc678543a1");
  EXPECT_FALSE(connection->has(Feature::streams));
  EXPECT_EQ(connection->address(), server.address());
  EXPECT_EQ(&connection->loop(), &loop());
}

TEST_F(StandIn, TellsItsFeatures) {
  FakeRequest id;
  const FakeServer server([&](FakePeer& peer) {
    peer.greet("2.11.0");
    id = peer.next();
    // Features that this client knows nothing of are none to it.
    peer.reply(id.sync(),
               packed_map({{0x54, packed(6)}, {0x55, packed(std::vector<int>{0, 3, 4, 200})}}));
    peer.wait_for_end();
  });
  const auto connection = connect(server.address());
  EXPECT_EQ(id.command(), Command::id);
  EXPECT_TRUE(connection->has(Feature::streams));
  EXPECT_TRUE(connection->has(Feature::watchers));
  EXPECT_FALSE(connection->has(Feature::transactions));
}

TEST_F(StandIn, MayRefuseToTellItsFeatures) {
  const FakeServer server([](FakePeer& peer) {
    peer.greet("2.10.0-alpha");
    peer.reply(peer.next().sync(), packed_map({{0x31, packed("Unknown request type 73")}}), 0x8030);
    peer.wait_for_end();
  });
  EXPECT_FALSE(connect(server.address())->has(Feature::streams));
}

TEST_F(StandIn, IsAskedWhoItMayBe) {
  FakeRequest auth;
  const FakeServer server([&](FakePeer& peer) {
    peer.greet();
    auth = peer.next();
    peer.reply(auth.sync(), packed_map({}));
    peer.wait_for_end();
  });
  ConnectionOptions options = patient();
  options.credentials = {"admin", "secret"};
  connect(server.address(), options);
  EXPECT_EQ(auth.command(), Command::auth);
  EXPECT_EQ(auth.field(Key::user), Value(std::string("admin")));
}

TEST_F(StandIn, AnswersInAnyOrder) {
  const FakeServer server([](FakePeer& peer) {
    peer.greet();
    std::vector<FakeRequest> requests;
    for (int i = 0; i < 100; ++i) requests.push_back(peer.next());
    std::string bytes;
    for (auto request = requests.rbegin(); request != requests.rend(); ++request) {
      const auto& arguments = *request->field(Key::tuple).as<Value::Array>();
      bytes += frame_of(header_of(request->sync()), data_of(arguments[0]));
    }
    peer.send(bytes);
    peer.wait_for_end();
  });
  const auto connection = connect(server.address());
  std::vector<std::future<Result<std::optional<int>>>> answers;
  for (int i = 0; i < 100; ++i) answers.push_back(connection->first<int>(call("f", i)).future());
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(value_of(got(std::move(answers[static_cast<std::size_t>(i)]))), i);
  }
}

TEST_F(StandIn, AnswersByteByByte) {
  const FakeServer server([](FakePeer& peer) {
    peer.greet();
    for (int i = 0; i < 3; ++i) {
      const std::string bytes = frame_of(header_of(peer.next().sync()), data_of("text"));
      for (const char byte : bytes) peer.send({&byte, 1});
    }
    peer.wait_for_end();
  });
  const auto connection = connect(server.address());
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(value_of(connection->first<std::string>(call("f"))), "text");
  }
}

TEST_F(StandIn, GreetsByteByByteAndAnswersBeforeItIsAsked) {
  const FakeServer server([](FakePeer& peer) {
    std::string line = "Tarantool 2.6.0 (Binary) 7170b4af-c72c-4f07-8729-08fc678543a1";
    line.resize(63, ' ');
    std::string salt = "QK2HoFZGXTXBq2vFj7soCsHqTo6PGTF575ssUBAJLAI=";
    salt.resize(63, ' ');
    const std::string greeting = line + "\n" + salt + "\n";
    for (const char byte : greeting.substr(0, 127)) peer.send({&byte, 1});
    // The greeting's last byte comes with a reply to nothing.
    peer.send(greeting.substr(127) + frame_of(header_of(0), packed_map({})));
    peer.answer(peer.next(), 5);
    peer.wait_for_end();
  });
  EXPECT_EQ(value_of(connect(server.address())->first<int>(call("f"))), 5);
}

TEST_F(StandIn, AnswersWhatNobodyAskedTwiceOrWithMore) {
  const FakeServer server([](FakePeer& peer) {
    peer.greet();
    const FakeRequest first = peer.next();
    const FakeRequest second = peer.next();
    peer.reply(first.sync() + 1000, data_of(1));
    peer.reply(0, packed_map({{0x31, packed("Invalid MsgPack")}}), 0x8014);
    peer.reply(std::numeric_limits<std::uint64_t>::max(), data_of(1));
    peer.send(frame_of(packed_map({{0, packed(0)}}), data_of(1)));  // Without a sync.
    peer.answer(first, 1);
    peer.answer(first, 2);
    peer.reply(first.sync(), data_of(9), reply_code::push);
    peer.reply(first.sync(), packed_map({{0x31, packed("late")}}), 0x8001);
    const std::string header = packed_map({{0x77, packed("unknown")},
                                           {0, packed(0)},
                                           {1, packed(second.sync())},
                                           {std::uint64_t{1} << 40, packed(std::vector<int>{1})}});
    peer.send(frame_of(
        header,
        packed_map({{0x99, packed("unknown")}, {0x30, packed(std::tuple(3))}, {0x98, packed(1)}})));
    peer.wait_for_end();
  });
  const auto connection = connect(server.address());
  auto first = connection->first<int>(call("f")).future();
  auto second = connection->first<int>(call("g")).future();
  EXPECT_EQ(value_of(got(std::move(first))), 1);
  EXPECT_EQ(value_of(got(std::move(second))), 3);
  EXPECT_EQ(connection->in_flight(), 0U);
  EXPECT_TRUE(connection->is_open());
}

TEST_F(StandIn, OfOldHasErrorsWithoutStacks) {
  const FakeServer server([](FakePeer& peer) {
    peer.greet("1.10.15");
    peer.reply(peer.next().sync(), packed_map({{0x31, packed("Duplicate key")}}), 0x8003);
    peer.wait_for_end();
  });
  const auto connection = connect(server.address());
  EXPECT_EQ(error_of(connection->done(ping())), (Error{Cause::server, 3, "Duplicate key", {}, ""}));
  EXPECT_TRUE(connection->is_open());
}

TEST_F(StandIn, WithDatetimesIsUnderstood) {
  const Datetime time{1'700'000'000, 5, 180, 0};
  Interval interval;
  interval.months = -5;
  const FakeServer server([&](FakePeer& peer) {
    peer.greet();
    const FakeRequest request = peer.next();
    peer.answer(request, request.field(Key::tuple));
    peer.wait_for_end();
  });
  using Both = std::tuple<Datetime, Interval>;
  EXPECT_EQ(value_of(connect(server.address())->first<Both>(call("f", time, interval))),
            Both(time, interval));
}

TEST_F(StandIn, ThatGreetsOtherwiseIsNoTarantool) {
  EXPECT_EQ(connect_to([](FakePeer& peer) {
              peer.send("HTTP/1.1 400 Bad Request\r\n\r\n" + std::string(200, ' '));
              peer.wait_for_end();
            }).cause,
            Cause::protocol);
  const Error console = connect_to([](FakePeer& peer) {
    std::string line = "Tarantool 2.6.0 (Lua console)\ntype 'help' for interactive help";
    line.resize(128, '\n');
    peer.send(line);
    peer.wait_for_end();
  });
  EXPECT_EQ(console.cause, Cause::protocol);
}

TEST_F(StandIn, ThatLeavesBeforeOrWithinItsGreetingIsNone) {
  EXPECT_EQ(connect_to([](FakePeer&) {}).cause, Cause::network);
  EXPECT_EQ(connect_to([](FakePeer& peer) { peer.send("Tarantool 2.6.0 (Bin"); }).cause,
            Cause::network);
}

TEST_F(StandIn, ThatLeavesBeforeItHasToldWhoMayEnterIsNone) {
  const FakeServer features([](FakePeer& peer) {
    peer.greet("2.11.0");
    peer.next();
  });
  EXPECT_EQ(error_of(try_connect(features.address())).cause, Cause::network);

  const FakeServer auth([](FakePeer& peer) {
    peer.greet();
    peer.next();
  });
  ConnectionOptions options = patient();
  options.credentials = {"admin", "secret"};
  EXPECT_EQ(error_of(try_connect(auth.address(), options)).cause, Cause::network);
}

TEST_F(StandIn, ThatNeverGreetsIsGivenUp) {
  const FakeServer server([](FakePeer& peer) { peer.wait_for_end(); });
  ConnectionOptions options = patient();
  options.connect_timeout = 50ms;
  EXPECT_EQ(error_of(try_connect(server.address(), options)).cause, Cause::timeout);
}

TEST_F(StandIn, ThatNeverLetsInIsGivenUp) {
  const FakeServer server([](FakePeer& peer) {
    peer.greet();
    peer.wait_for_end();
  });
  ConnectionOptions options = patient();
  options.credentials = {"admin", "secret"};
  options.connect_timeout = 50ms;
  EXPECT_EQ(error_of(try_connect(server.address(), options)).cause, Cause::timeout);
}

TEST_F(StandIn, HasAsLongToLetInAsToConnect) {
  // However little time requests have.
  std::promise<void> over;
  const FakeServer server([&](FakePeer& peer) {
    peer.greet();
    const FakeRequest auth = peer.next();
    std::this_thread::sleep_for(50ms);
    peer.reply(auth.sync(), packed_map({}));
    peer.wait_for_end();
  });
  ConnectionOptions options = patient();
  options.credentials = {"admin", "secret"};
  options.request_timeout = 1ms;
  EXPECT_TRUE(try_connect(server.address(), options));
}

TEST_F(StandIn, ThatSendsGarbageLosesTheConnection) {
  const Error error = ping_answered_by("HTTP/1.1 400 Bad Request\r\n\r\n" + std::string(200, ' '));
  EXPECT_EQ(error.cause, Cause::protocol);
  EXPECT_NE(error.message.find("127.0.0.1:"), std::string::npos) << error.message;
  for (const std::string& bytes :
       {std::string("\xc0"), frame_of(packed(1), ""), frame_of(header_of(1), packed(1)),
        frame_of(header_of(1), "\xc1"), frame_of(header_of(1), "\xdf\xff\xff\xff\xff"),
        frame_of(header_of(1), packed_map({}) + packed_map({})),
        frame_of(packed_map({{1, packed(-1)}}), "")}) {
    EXPECT_EQ(ping_answered_by(bytes).cause, Cause::protocol);
  }
}

TEST_F(StandIn, ThatSendsMoreThanTheLimitLosesTheConnection) {
  ConnectionOptions options = patient();
  options.limits.reply = 1000;
  const Error error =
      ping_answered_by(frame_of(header_of(1), data_of(std::string(1000, 'x'))), options);
  EXPECT_EQ(error.cause, Cause::protocol);
  // A length alone is enough.
  EXPECT_EQ(ping_answered_by("\xcf\xff\xff\xff\xff\xff\xff\xff\xff").cause, Cause::protocol);
}

TEST_F(StandIn, MaySendAsMuchAsTheLimit) {
  ConnectionOptions options = patient();
  options.limits.reply = 5000;
  const FakeServer server([&](FakePeer& peer) {
    peer.greet();
    const FakeRequest request = peer.next();
    const std::size_t beside_text =
        header_of(request.sync()).size() + data_of(std::string(4000, 'x')).size() - 4000;
    peer.answer(request, std::string(5000 - beside_text, 'x'));
    peer.wait_for_end();
  });
  const auto connection = connect(server.address(), options);
  EXPECT_GT(value_of(connection->first<std::string>(call("f")))->size(), 4900U);
}

TEST_F(StandIn, ThatLeavesWithinAReplyFailsWhatIsInFlight) {
  const FakeServer server([](FakePeer& peer) {
    peer.greet();
    const FakeRequest first = peer.next();
    const FakeRequest second = peer.next();
    peer.next();
    const std::string bytes = frame_of(header_of(second.sync()), data_of(std::string(1000, 'x')));
    peer.send(frame_of(header_of(first.sync()), data_of(1)) + bytes.substr(0, 500));
  });
  const auto connection = connect(server.address());
  auto first = connection->first<int>(call("f")).future();
  auto second = connection->done(call("g")).future();
  auto third = connection->done(call("h")).future();
  EXPECT_EQ(value_of(got(std::move(first))), 1);
  EXPECT_EQ(error_of(got(std::move(second))).cause, Cause::network);
  EXPECT_EQ(error_of(got(std::move(third))).cause, Cause::network);
  EXPECT_FALSE(connection->is_open());
  EXPECT_EQ(error_of(connection->done(ping())).cause, Cause::closed);
}

TEST_F(StandIn, WhoseErrorCannotBeReadHasAtLeastItsNumber) {
  const FakeServer server([](FakePeer& peer) {
    peer.greet();
    peer.reply(peer.next().sync(), packed_map({{0x52, packed(1)}}), 0x8000 | 7);
    peer.wait_for_end();
  });
  const Error error = error_of(connect(server.address())->done(ping()));
  EXPECT_EQ(error.cause, Cause::server);
  EXPECT_EQ(error.code, server_code::read_only);
}

}  // namespace
}  // namespace tarantool
