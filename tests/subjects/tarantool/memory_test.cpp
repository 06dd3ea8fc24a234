// SPDX-License-Identifier: Apache-2.0
// What a connection holds of the program's memory and descriptors: no more than it must.
#include <gtest/gtest.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "connecting.hpp"
#include "fake_server.hpp"
#include "real_server.hpp"
#include "tarantool/connection.hpp"

namespace tarantool {
namespace {

using namespace std::chrono_literals;
using testing::eventually;
using testing::FakePeer;
using testing::FakeServer;
using testing::got;
using testing::packed_map;
using testing::value_of;

constexpr std::size_t mebi = std::size_t{1} << 20;

/// Bytes that are allocated; 0 under a sanitizer, which has an allocator of its own.
std::size_t allocated() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

bool is_sanitized() { return allocated() == 0; }

/// Bytes of this process that are in memory.
std::size_t resident() {
  std::ifstream file("/proc/self/statm");
  std::size_t all = 0;
  std::size_t pages = 0;
  file >> all >> pages;
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

std::size_t descriptors() {
  const std::filesystem::directory_iterator files("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(files), end(files)));
}

class Memory : public testing::RealServerTest {
 protected:
  /// Whether no more is allocated than was, but for what a connection keeps.
  static bool is_given_back(std::size_t before) {
    return eventually([&] { return allocated() <= before + 2 * mebi; });
  }
  std::size_t size_of_reply(std::size_t bytes) {
    std::promise<std::size_t> size;
    connection_->first<std::string_view>(eval("return string.rep('x', ...)", bytes))
        .then([&](Result<std::optional<std::string_view>> text) {
          size.set_value(text ? (*text)->size() : 0);
        });
    return got(size);
  }

  std::shared_ptr<Connection> connection_ = connect();
};

TEST_F(Memory, OfALargeReplyIsGivenBack) {
  value_of(connection_->done(ping()));
  const std::size_t before = allocated();
  EXPECT_EQ(size_of_reply(100'000'000), 100'000'000U);
  EXPECT_TRUE(is_given_back(before)) << before << " bytes before, now " << allocated();
  value_of(connection_->done(ping()));
  EXPECT_EQ(size_of_reply(100'000'000), 100'000'000U);
  EXPECT_TRUE(is_given_back(before)) << before << " bytes before, now " << allocated();
}

TEST_F(Memory, OfALargeRequestIsGivenBack) {
  value_of(connection_->done(ping()));
  const std::size_t before = allocated();
  {
    const std::string text(100'000'000, 'x');
    EXPECT_EQ(value_of(connection_->first<std::size_t>(eval("return #...", text))), text.size());
  }
  EXPECT_TRUE(is_given_back(before)) << before << " bytes before, now " << allocated();
}

TEST_F(Memory, OfManyLargeRepliesAtOnceIsGivenBack) {
  value_of(connection_->done(ping()));
  const std::size_t before = allocated();
  std::vector<std::future<Result<Done>>> answers;
  for (int i = 0; i < 50; ++i) {
    answers.push_back(connection_->done(eval("return string.rep('x', 1e6)")).future());
  }
  for (auto& answer : answers) value_of(got(std::move(answer)));
  answers.clear();
  EXPECT_TRUE(is_given_back(before)) << before << " bytes before, now " << allocated();
}

TEST_F(Memory, OfAMillionRequestsThatNobodyAwaitsIsBounded) {
  const int n = is_sanitized() ? 50'000 : 1'000'000;
  value_of(connection_->done(ping()));
  const std::size_t before = allocated();
  std::size_t most = before;
  for (int i = 0; i < n; ++i) {
    auto nobody_waits = connection_->first<int>(call("echo", i)).future();
    if (i % 20'000 == 0) most = std::max(most, allocated());
  }
  EXPECT_TRUE(eventually([&] { return connection_->in_flight() == 0; }));
  // As many as may be in flight, with a kilobyte for each and some for the buffers: a million would
  // have a gigabyte.
  const std::size_t bound = ConnectionOptions().limits.in_flight * 1024 + 32 * mebi;
  EXPECT_LE(most, before + bound);
  EXPECT_TRUE(eventually([&] { return allocated() <= before + 16 * mebi; }))
      << before << " bytes before, now " << allocated();
}

TEST_F(Memory, OfConnectionsIsGivenBack) {
  const auto connect_and_ask = [&] {
    const auto connection = connect();
    value_of(connection->done(ping()));
    connection->done(call("slow", 1000)).then([](Result<Done>) {});
  };
  for (int i = 0; i < 10; ++i) connect_and_ask();
  value_of(connection_->done(ping()));
  const std::size_t before = allocated();
  const std::size_t open = descriptors();
  for (int i = 0; i < 200; ++i) connect_and_ask();
  EXPECT_TRUE(eventually([&] { return descriptors() <= open; }));
  EXPECT_TRUE(eventually([&] { return allocated() <= before + mebi / 4; }))
      << before << " bytes before, now " << allocated();
}

class MemoryOfALoop : public testing::ConnectingTest {};

TEST_F(MemoryOfALoop, FollowsWhatHasComeNotWhatIsPromised) {
  if (is_sanitized()) GTEST_SKIP() << "a sanitizer marks whatever is allocated";
  const FakeServer server([](FakePeer& peer) {
    peer.greet();
    const std::uint64_t sync = peer.next().sync();
    peer.send("\xce\x3f\xff\xff\xff");  // A gigabyte is to come, of which this is all:
    peer.send(testing::header_of(sync));
    peer.wait_for_end();
  });
  const std::size_t before = resident();
  const auto connection = connect(server.address());
  auto answer = connection->done(ping()).future();
  EXPECT_TRUE(eventually([&] { return connection->received() > 128 + 5; }));
  std::this_thread::sleep_for(20ms);
  EXPECT_LE(resident(), before + 64 * mebi);
  connection->close();
  EXPECT_EQ(testing::error_of(got(std::move(answer))).cause, Cause::cancelled);
}

TEST_F(MemoryOfALoop, OfRequestsThatTimeOutIsGivenBack) {
  const FakeServer server([](FakePeer& peer) {
    peer.greet();
    peer.wait_for_end();  // It reads, and never answers.
  });
  const auto connection = connect(server.address());
  std::atomic<int> timeouts = 0;
  const auto time_out = [&](int n) {
    timeouts = 0;
    for (int i = 0; i < n; ++i) {
      connection->done(ping()).timeout(1ms).then([&](Result<Done>) { ++timeouts; });
    }
    EXPECT_TRUE(eventually([&] { return timeouts == n; }));
  };
  time_out(20'000);
  const std::size_t before = allocated();
  for (int i = 0; i < 10; ++i) time_out(20'000);
  EXPECT_TRUE(eventually([&] { return allocated() <= before + mebi; }))
      << before << " bytes before, now " << allocated();
}

}  // namespace
}  // namespace tarantool
