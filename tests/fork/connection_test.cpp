// SPDX-License-Identifier: Apache-2.0
#include "fork/connection.hpp"

#include <gmock/gmock.h>
#include <sys/socket.h>
#include <unistd.h>

#include <thread>

#include "messages.hpp"

namespace tare::fork {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

class connection : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends_), 0); }
  int ends_[2] = {-1, -1};
};

TEST_F(connection, carries_messages_both_ways) {
  Connection one(ends_[0]);
  Connection other(ends_[1]);
  for (const Message& message : every_message()) one.send(message);
  other.send(Done{});
  EXPECT_EQ(other.receive<Hello>(), (Hello{wire_version, "0.1.0"}));
  EXPECT_EQ(other.receive<Job>(), full_job());
  EXPECT_EQ(one.receive<Done>(), Done{});
}

TEST_F(connection, carries_more_than_a_socket_holds) {
  Connection one(ends_[0]);
  Connection other(ends_[1]);
  const running::Ending long_one{Outcome::failed, std::string(4 << 20, 'x')};
  std::jthread sender([&] { one.send(long_one); });
  EXPECT_EQ(other.receive<running::Ending>().reason, long_one.reason);
}

TEST_F(connection, says_that_the_other_side_has_gone) {
  Connection one(ends_[0]);
  close(ends_[1]);
  EXPECT_THAT([&] { one.receive<Hello>(); }, ThrowsMessage<WireError>("the other side has closed"));
  EXPECT_THAT([&] { one.send(Done{}); }, ThrowsMessage<WireError>(HasSubstr("cannot send: ")));
}

TEST_F(connection, reads_what_was_sent_before_the_end) {
  Connection one(ends_[0]);
  {
    Connection other(ends_[1]);
    other.send(Done{});
  }
  EXPECT_EQ(one.receive<Done>(), Done{});
  EXPECT_THROW(one.receive<Done>(), WireError);
}

TEST_F(connection, refuses_another_message_than_expected) {
  Connection one(ends_[0]);
  Connection other(ends_[1]);
  one.send(Done{});
  EXPECT_THAT([&] { other.receive<Hello>(); },
              ThrowsMessage<WireError>("the other side said something else than it should"));
}

TEST_F(connection, of_what_is_no_socket_is_at_its_end) {
  close(ends_[0]);
  close(ends_[1]);
  Connection none(1000);
  EXPECT_THROW(none.receive<Hello>(), WireError);
}

}  // namespace
}  // namespace tare::fork
