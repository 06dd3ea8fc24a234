// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <stdexcept>

#include "with_servers.hpp"

namespace tarantool::servers {
namespace {

using ReplicaSetTest = WithServers;

std::string insert(unsigned key) {
  return "return box.space.synchronous:insert{" + std::to_string(key) + ", 'x'}[1]";
}

/// How many records of `synchronous` a server has.
unsigned long records_of(Server& server) {
  return std::stoul(server.evaluate("return box.space.synchronous:len()").substr(1));
}

TEST_F(ReplicaSetTest, FollowsItsMaster) {
  ReplicaSet set;
  EXPECT_EQ(set.size(), 3U);
  EXPECT_EQ(set.master_index(), 0U);
  EXPECT_EQ(set.uris().at(2), set.server(2).uri());
  EXPECT_EQ(set.server(0).evaluate("return box.info.ro"), "[false]");
  EXPECT_EQ(set.server(1).evaluate("return box.info.ro"), "[true]");
  EXPECT_EQ(set.server(0).evaluate(insert(1)), "[1]");
  for (std::size_t index = 1; index < set.size(); ++index) {
    EXPECT_TRUE(eventually([&] { return records_of(set.server(index)) == 1; })) << index;
  }
}

TEST_F(ReplicaSetTest, ReplicasRefuseWritesWithError7) {
  ReplicaSet set;
  EXPECT_EQ(set.server(1).evaluate("local ok, e = pcall(box.space.test_space.delete, "
                                   "box.space.test_space, 1) return ok, e.code"),
            "[false,7]");
}

TEST_F(ReplicaSetTest, GivesReplicasTheRecordsItBeginsWith) {
  ReplicaSet set({.records = 100});
  for (std::size_t index = 0; index < set.size(); ++index) {
    EXPECT_EQ(set.server(index).evaluate("return box.space.test__profile:len()"), "[100]");
  }
}

TEST_F(ReplicaSetTest, PromotesWhileTheFormerMasterRuns) {
  ReplicaSet set;
  set.server(0).evaluate(insert(1));
  // Not synchronous: nobody has it for sure but the master. It must be there all the same.
  set.server(0).evaluate("box.space.test_space:insert{1, 2, 'x', 3}");
  set.promote(2);
  EXPECT_EQ(&set.master(), &set.server(2));
  EXPECT_EQ(set.server(0).evaluate("return box.info.ro"), "[true]");
  EXPECT_EQ(set.master().evaluate("return box.space.test_space:len()"), "[1]");
  EXPECT_EQ(set.master().evaluate(insert(2)), "[2]");
  EXPECT_TRUE(eventually([&] { return records_of(set.server(0)) == 2; }));
  set.promote(0);
  EXPECT_EQ(set.master().evaluate(insert(3)), "[3]");
}

TEST_F(ReplicaSetTest, KeepsSynchronousWritesWhenTheMasterIsKilled) {
  ReplicaSet set;
  for (unsigned key = 1; key <= 20; ++key) set.master().evaluate(insert(key));
  set.master().kill9();
  set.promote(1);
  EXPECT_EQ(records_of(set.master()), 20U);
  EXPECT_EQ(set.master().evaluate(insert(21)), "[21]");
  // The former master comes back as a replica.
  set.server(0).start();
  EXPECT_EQ(set.server(0).evaluate("return box.info.ro"), "[true]");
  EXPECT_TRUE(eventually([&] { return records_of(set.server(0)) == 21; }));
}

/// Writes to `synchronous` from several fibers, as fast as it goes, until it fails; the client then
/// knows what was acknowledged.
void write_until_it_fails(Server& client, const std::string& uri) {
  client.evaluate("acknowledged = {} client = require('net.box').connect('" + uri + R"(')
      for writer = 1, 16 do
        require('fiber').create(function()
          for key = writer, 1e9, 16 do
            if not pcall(client.call, client, 'box.space.synchronous:insert', {{key, 'x'}}) then
              return
            end
            table.insert(acknowledged, key)
          end
        end)
      end)");
  EXPECT_TRUE(
      eventually([&] { return client.evaluate("return #acknowledged > 300") == "[true]"; }));
}

/// Lua that returns how many of the acknowledged records a server lacks, and the first.
std::string missing(Server& client) {
  return "local missing = {} for _, key in ipairs(require('json').decode('" +
         client.evaluate("return acknowledged") +
         "')[1]) do if not box.space.synchronous:get(key) then table.insert(missing, key) end end "
         "return #missing, missing[1]";
}

TEST_F(ReplicaSetTest, LosesNothingAcknowledgedWhenTheMasterIsKilledAtWork) {
  ReplicaSet set;
  Instance client;
  write_until_it_fails(client.server(), set.master().uri());
  set.master().kill9();
  set.promote(2);
  EXPECT_EQ(set.master().evaluate(missing(client.server())), "[0,null]");
  EXPECT_EQ(set.master().evaluate(insert(1'000'000)), "[1000000]");
  // What comes back follows, and has no writes of its own that the others lack.
  set.server(0).start();
  EXPECT_TRUE(eventually([&] { return records_of(set.server(0)) == records_of(set.master()); }));
  EXPECT_EQ(set.server(0).evaluate(missing(client.server())), "[0,null]");
  EXPECT_EQ(set.master().evaluate(insert(1'000'001)), "[1000001]");
  set.promote(0);
  EXPECT_EQ(set.master().evaluate(insert(1'000'002)), "[1000002]");
  EXPECT_TRUE(eventually([&] { return records_of(set.server(0)) == records_of(set.server(1)); }));
}

TEST_F(ReplicaSetTest, LosesNothingAcknowledgedWhenTheMasterComesBack) {
  ReplicaSet set;
  Instance client;
  write_until_it_fails(client.server(), set.master().uri());
  set.master().kill9();
  set.master().start();
  EXPECT_EQ(set.master().evaluate(missing(client.server())), "[0,null]");
  EXPECT_EQ(set.master().evaluate(insert(1'000'000)), "[1000000]");
  for (std::size_t index = 1; index < set.size(); ++index) {
    EXPECT_TRUE(
        eventually([&] { return records_of(set.server(index)) == records_of(set.master()); }));
  }
}

/// A master hands over while it is written to; then all have what it acknowledged.
void hand_over() {
  ReplicaSet set;
  Instance client;
  write_until_it_fails(client.server(), set.master().uri());
  set.promote(1);
  EXPECT_EQ(set.master().evaluate(insert(1'000'000)), "[1000000]");
  for (std::size_t index = 0; index < set.size(); ++index) {
    EXPECT_TRUE(
        eventually([&] { return records_of(set.server(index)) == records_of(set.master()); }));
    EXPECT_EQ(set.server(index).evaluate(missing(client.server())), "[0,null]");
  }
}

TEST_F(ReplicaSetTest, LosesNothingAcknowledgedWhenTheMasterHandsOver) {
  // On a busy machine a new master of Tarantool 2.6 at times answers nothing more, once in some
  // twenty-five: then nothing can be told of what it has, and another set is to show it.
  constexpr int most = 3;
  for (int attempt = 1; attempt <= most; ++attempt) {
    try {
      return hand_over();
    } catch (const Failure& failure) {
      if (attempt == most) throw;
      std::cerr << failure.what() << '\n';
    }
  }
}

TEST_F(ReplicaSetTest, SurvivesOneKilledMasterAfterAnother) {
  ReplicaSet set;
  for (unsigned round = 1; round <= 6; ++round) {
    const std::size_t former = set.master_index();
    set.master().evaluate(insert(2 * round));
    set.master().kill9();
    if (round % 2 == 0) set.promote((former + 1) % set.size());
    set.server(former).start();
    set.master().evaluate(insert(2 * round + 1));
    for (std::size_t index = 0; index < set.size(); ++index) {
      EXPECT_TRUE(eventually([&] { return records_of(set.server(index)) == 2 * round; }))
          << "round " << round << ", server " << index;
    }
  }
}

TEST_F(ReplicaSetTest, ComesBackAfterARestartOfAll) {
  ReplicaSet set;
  set.promote(1);
  set.master().evaluate(insert(1));
  for (std::size_t index = 0; index < set.size(); ++index) set.server(index).kill9();
  set.launch();
  set.await_ready();
  EXPECT_EQ(set.master_index(), 1U);
  EXPECT_EQ(set.master().evaluate(insert(2)), "[2]");
  for (std::size_t index = 0; index < set.size(); ++index) {
    EXPECT_TRUE(eventually([&] { return records_of(set.server(index)) == 2; })) << index;
  }
}

TEST_F(ReplicaSetTest, HasNoMasterWhenDemoted) {
  ReplicaSet set;
  set.demote();
  EXPECT_EQ(set.master_index(), set.size());
  EXPECT_THROW(set.master(), std::out_of_range);
  EXPECT_EQ(set.server(0).evaluate("return box.info.ro"), "[true]");
  set.promote(0);
  EXPECT_EQ(set.master().evaluate(insert(1)), "[1]");
}

TEST_F(ReplicaSetTest, PromotesPastAMasterThatHangs) {
  ReplicaSet set;
  set.master().evaluate(insert(1));
  set.master().pause();
  set.promote(1);
  EXPECT_EQ(set.master().evaluate(insert(2)), "[2]");
  set.server(0).restart();
  EXPECT_EQ(set.server(0).evaluate("return box.info.ro"), "[true]");
  EXPECT_TRUE(eventually([&] { return records_of(set.server(0)) == 2; }));
}

TEST_F(ReplicaSetTest, PromotesNobodyWhoDoesNotRun) {
  ReplicaSet set;
  set.server(1).kill9();
  EXPECT_THROW(set.promote(1), Failure);
  EXPECT_EQ(set.master_index(), 0U);
  EXPECT_EQ(set.master().evaluate(insert(1)), "[1]");
}

TEST_F(ReplicaSetTest, CannotListenOnUnixSockets) {
  EXPECT_THROW(ReplicaSet({.transport = Options::Transport::unix_socket}), Failure);
}

}  // namespace
}  // namespace tarantool::servers
