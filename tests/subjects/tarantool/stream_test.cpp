// SPDX-License-Identifier: Apache-2.0
#include "tarantool/stream.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "connecting.hpp"
#include "fake_server.hpp"
#include "real_server.hpp"

namespace tarantool {
namespace {

using namespace std::chrono_literals;
using testing::error_of;
using testing::FakePeer;
using testing::FakeRequest;
using testing::FakeServer;
using testing::got;
using testing::packed_map;
using testing::value_of;

class Streams : public testing::ConnectingTest {
 protected:
  /// Answers all requests with nothing.
  FakeServer server_{[this](FakePeer& peer) {
    peer.welcome({Feature::streams, Feature::transactions});
    while (true) {
      requests_.push_back(peer.next());
      peer.reply(requests_.back().sync(), packed_map({}));
    }
  }};
  std::vector<FakeRequest> requests_;
};

TEST_F(Streams, HaveNumbersOfTheirOwn) {
  const auto connection = connect(server_.address());
  Stream first = value_of(Stream::open(connection));
  Stream second = value_of(Stream::open(connection));
  EXPECT_NE(first.number(), 0U);
  EXPECT_NE(first.number(), second.number());
  EXPECT_EQ(&first.connection(), connection.get());

  value_of(first.done(begin(1500ms)));
  value_of(second.done(begin()));
  value_of(first.done(replace(512, args(1, "one"))));
  value_of(connection->done(ping()));
  value_of(first.done(commit()));
  value_of(second.done(rollback()));

  ASSERT_EQ(requests_.size(), 6U);
  const auto stream_of = [&](std::size_t i) { return requests_[i].number(Key::stream_id); };
  EXPECT_EQ(requests_[0].command(), Command::begin);
  EXPECT_EQ(stream_of(0), first.number());
  EXPECT_EQ(requests_[0].field(Key::timeout), Value(1.5));
  EXPECT_EQ(stream_of(1), second.number());
  EXPECT_TRUE(requests_[1].body.empty());
  EXPECT_EQ(requests_[2].command(), Command::replace);
  EXPECT_EQ(stream_of(2), first.number());
  EXPECT_EQ(stream_of(3), 0U);
  EXPECT_EQ(requests_[4].command(), Command::commit);
  EXPECT_EQ(stream_of(4), first.number());
  EXPECT_EQ(requests_[5].command(), Command::rollback);
  EXPECT_EQ(stream_of(5), second.number());
}

TEST_F(Streams, KeepTheOptionsOfRequests) {
  Stream stream = value_of(Stream::open(connect(server_.address())));
  value_of(stream.done(ping()).with({.schema_version = 7, .stream = 1'000'000}));
  ASSERT_EQ(requests_.size(), 1U);
  EXPECT_EQ(requests_[0].number(Key::schema_version), 7U);
  EXPECT_EQ(requests_[0].number(Key::stream_id), stream.number());
}

TEST_F(Streams, KeepTheirConnection) {
  auto connection = connect(server_.address());
  Stream stream = value_of(Stream::open(std::move(connection)));
  value_of(stream.done(ping()));
}

TEST_F(Streams, CancelRequests) {
  const FakeServer silent([](FakePeer& peer) {
    peer.welcome({Feature::streams});
    peer.wait_for_end();
  });
  Stream stream = value_of(Stream::open(connect(silent.address())));
  std::promise<Error> error;
  const RequestId id =
      stream.send(ping(), [&](const Reply& reply) { error.set_value(reply.error()); });
  EXPECT_TRUE(stream.cancel(id));
  EXPECT_EQ(got(error).cause, Cause::cancelled);
  EXPECT_FALSE(stream.cancel(id));
}

class NoStreams : public testing::RealServerTest {};

TEST_F(NoStreams, WhereTheServerHasNone) {
  const auto connection = connect();
  const Error error = error_of(Stream::open(connection));
  EXPECT_EQ(error.cause, Cause::protocol);
  EXPECT_NE(error.message.find(connection->server_version()), std::string::npos) << error.message;
}

}  // namespace
}  // namespace tarantool
