// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <future>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "connecting.hpp"
#include "fake_server.hpp"
#include "tarantool/connection.hpp"

namespace tarantool {
namespace {

using testing::FakePeer;
using testing::FakeRequest;
using testing::FakeServer;
using testing::frame_of;
using testing::got;
using testing::packed;
using testing::packed_map;
using testing::value_of;

/// As a server does: tells a watcher of the value when it watches, and when it has acknowledged
/// that and the value is another. A call of "set" with a key and a value changes one.
class BroadcastingServer {
 public:
  void operator()(FakePeer& peer) {
    peer.welcome({Feature::watchers});
    told_.clear();
    while (true) serve(peer, peer.next());
  }

  std::vector<std::string> log() const {
    const std::lock_guard lock(mutex_);
    return log_;
  }

 private:
  struct Told {
    int version;
    bool acknowledged;
  };

  void serve(FakePeer& peer, const FakeRequest& request) {
    if (request.command() == Command::watch || request.command() == Command::unwatch) {
      const std::string key = *request.field(Key::event_key).as<std::string>();
      const bool is_watch = request.command() == Command::watch;
      note((is_watch ? "watch " : "unwatch ") + key);
      if (!is_watch) {
        told_.erase(key);
      } else if (const auto place = told_.find(key); place == told_.end()) {
        tell(peer, key);
      } else if (place->second.version != versions_[key]) {
        tell(peer, key);
      } else {
        place->second.acknowledged = true;
      }
      return;
    }
    if (request.command() == Command::call) {
      const auto& arguments = *request.field(Key::tuple).as<Value::Array>();
      const std::string key = *arguments[0].as<std::string>();
      values_[key] = arguments[1];
      ++versions_[key];
      if (const auto place = told_.find(key); place != told_.end() && place->second.acknowledged) {
        tell(peer, key);
      }
    }
    peer.reply(request.sync(), packed_map({}));
  }

  void tell(FakePeer& peer, const std::string& key) {
    told_[key] = {versions_[key], false};
    std::vector<std::pair<std::uint64_t, std::string>> body{{0x57, packed(key)}};
    if (values_.count(key) != 0) body.emplace_back(0x58, packed(values_[key]));
    peer.send(frame_of(packed_map({{0, packed(reply_code::event)}}), packed_map(body)));
  }

  void note(std::string what) {
    const std::lock_guard lock(mutex_);
    log_.push_back(std::move(what));
  }

  mutable std::mutex mutex_;
  std::vector<std::string> log_;
  std::map<std::string, Value> values_;
  std::map<std::string, int> versions_;
  std::map<std::string, Told> told_;
};

class Watchers : public testing::ConnectingTest {
 protected:
  /// Writes down each value that comes.
  std::function<void(Decoder)> noting(const std::string& as) {
    return [this, as](Decoder decoder) {
      Value value;
      EXPECT_TRUE(read(decoder, value));
      const std::lock_guard lock(mutex_);
      seen_.push_back(as + " " + value.to_string());
    };
  }
  bool eventually_seen(const std::vector<std::string>& expected) {
    const bool seen = testing::eventually([&] {
      const std::lock_guard lock(mutex_);
      return seen_.size() >= expected.size();
    });
    const std::lock_guard lock(mutex_);
    EXPECT_EQ(seen_, expected);
    return seen;
  }
  void set(const std::string& key, int value) {
    value_of(connection_->done(call("set", key, value)));
  }
  /// Until all that was posted to the loop is done, and the server has seen what came of it.
  void settle() {
    value_of(connection_->done(ping()));
    value_of(connection_->done(ping()));
  }

  BroadcastingServer behaviour_;
  FakeServer server_{[this](FakePeer& peer) { behaviour_(peer); }};
  std::shared_ptr<Connection> connection_ = connect(server_.address());
  std::mutex mutex_;
  std::vector<std::string> seen_;
};

TEST_F(Watchers, AreToldTheValueAndEachChange) {
  connection_->watch("key", noting("it is"));
  EXPECT_TRUE(eventually_seen({"it is null"}));
  settle();
  set("key", 5);
  EXPECT_TRUE(eventually_seen({"it is null", "it is 5"}));
  settle();
  set("other", 1);
  set("key", 6);
  EXPECT_TRUE(eventually_seen({"it is null", "it is 5", "it is 6"}));
}

TEST_F(Watchers, OfSeveralKeysAreTold) {
  set("a", 1);
  connection_->watch("a", noting("a"));
  EXPECT_TRUE(eventually_seen({"a 1"}));
  connection_->watch("b", noting("b"));
  EXPECT_TRUE(eventually_seen({"a 1", "b null"}));
  settle();
  set("b", 2);
  EXPECT_TRUE(eventually_seen({"a 1", "b null", "b 2"}));
}

TEST_F(Watchers, EndWithUnwatch) {
  connection_->watch("key", noting("it is"));
  EXPECT_TRUE(eventually_seen({"it is null"}));
  connection_->unwatch("key");
  settle();
  set("key", 5);
  settle();
  EXPECT_TRUE(eventually_seen({"it is null"}));
  const std::size_t told = behaviour_.log().size();
  connection_->unwatch("key");  // Nobody watches.
  settle();
  EXPECT_EQ(behaviour_.log().size(), told);
}

TEST_F(Watchers, MayEndWithinTheirOwnCall) {
  connection_->watch("key", [&, note = noting("once")](Decoder value) {
    note(value);
    connection_->unwatch("key");
  });
  EXPECT_TRUE(eventually_seen({"once null"}));
  settle();
  set("key", 5);
  settle();
  EXPECT_TRUE(eventually_seen({"once null"}));
  EXPECT_EQ(behaviour_.log().back(), "unwatch key");
}

TEST_F(Watchers, MayGiveWayToAnotherWithinTheirOwnCall) {
  connection_->watch("key", [&, note = noting("first")](Decoder value) {
    note(value);
    connection_->unwatch("key");
    connection_->watch("key", noting("second"));
  });
  EXPECT_TRUE(eventually_seen({"first null", "second null"}));
  settle();
  set("key", 5);
  EXPECT_TRUE(eventually_seen({"first null", "second null", "second 5"}));
}

TEST_F(Watchers, ThatGiveWayAreNotToldAnyMore) {
  connection_->watch("key", noting("first"));
  EXPECT_TRUE(eventually_seen({"first null"}));
  settle();
  connection_->watch("key", noting("second"));
  settle();
  set("key", 5);
  settle();
  const std::lock_guard lock(mutex_);
  EXPECT_EQ(seen_.back(), "second 5");
}

TEST_F(Watchers, OfALostConnectionAreForgotten) {
  auto held = std::make_shared<int>(0);
  connection_->watch("key", [held](Decoder) {});
  settle();
  connection_->close();
  connection_.reset();
  EXPECT_TRUE(testing::eventually([&] { return held.use_count() == 1; }));
}

TEST_F(Watchers, SendRequestsFromWithin) {
  std::promise<Result<Done>> done;
  connection_->watch("key", [&](Decoder) {
    connection_->done(ping()).then([&](Result<Done> result) { done.set_value(result); });
  });
  EXPECT_EQ(value_of(got(done)), Done{});
}

}  // namespace
}  // namespace tarantool
