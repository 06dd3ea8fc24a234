// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <optional>
#include <thread>
#include <vector>

#include "with_servers.hpp"

namespace tarantool::servers {
namespace {

using ShardedClusterTest = WithServers;

constexpr const char* one_record_in_each = R"(
    local found = {}
    for key = 1000000, 1000099 do
      local result, wrong = crud('get', 'test_space', key, options)
      if result == nil then return wrong.str end
      found[#found + 1] = result.rows[1][1]
    end
    return #found)";

std::string read_all(const std::string& router, const std::string& options = "{}") {
  return as_client(router, "local options = " + options + one_record_in_each);
}

/// Writes records of that many keys from `first` on, at least one in each storage; "ok", or the
/// first error.
std::string write_some(const std::string& router, unsigned first, const std::string& options) {
  return as_client(router, "for key = " + std::to_string(first) + ", " +
                               std::to_string(first + 19) + R"( do
        local result, wrong = crud('insert', 'test_space', {key, box.NULL, 'x', 1}, )" +
                               options + R"()
        if result == nil then return wrong.str end
      end
      return 'ok')");
}

TEST_F(ShardedClusterTest, SharesRecordsAmongItsStorages) {
  ShardedCluster cluster({.records = 1000});
  EXPECT_EQ(cluster.routers(), 3U);
  EXPECT_EQ(cluster.storages(), 2U);
  const std::string count = "return box.space.test_space:len()";
  const auto first = std::stoul(cluster.storage(0).server(0).evaluate(count).substr(1));
  const auto second = std::stoul(cluster.storage(1).server(0).evaluate(count).substr(1));
  EXPECT_GT(first, 400U);
  EXPECT_GT(second, 400U);
  EXPECT_EQ(first + second, 1000U);
  for (const std::string& router : cluster.router_uris()) {
    EXPECT_EQ(cluster.router(0).evaluate(as_client(
                  router, "return {crud('len', 'test_space')}, {crud('len', 'test__profile')}")),
              "[[1000,null],[1000,null]]");
    EXPECT_EQ(cluster.router(0).evaluate(read_all(router)), "[100]");
  }
}

TEST_F(ShardedClusterTest, PutsRecordsWhereVshardWould) {
  ShardedCluster cluster({.records = 10});
  // digest.crc32('1000007') is 3178231735.
  EXPECT_EQ(cluster.router(0).evaluate("return crud.get('test_space', 1000007).rows[1][2],"
                                       " require('digest').crc32('1000007') % 3000 + 1"),
            "[2736,2736]");
}

TEST_F(ShardedClusterTest, TellsItsRouters) {
  ShardedCluster cluster;
  std::string uris;
  for (const std::string& uri : cluster.router_uris())
    uris += (uris.empty() ? "\"" : ",\"") + uri + '"';
  EXPECT_EQ(cluster.router(0).evaluate(
                as_client(cluster.router(1).uri(), "return call('cluster.get_instances')")),
            "[[" + uris + "]]");
}

TEST_F(ShardedClusterTest, LeavesNothing) {
  std::vector<pid_t> pids;
  std::filesystem::path folder;
  {
    ShardedCluster cluster({}, {.routers = 1, .storages = 2, .replicas = 2});
    pids.push_back(cluster.router(0).pid());
    for (std::size_t storage = 0; storage < 2; ++storage) {
      for (std::size_t replica = 0; replica < 2; ++replica) {
        pids.push_back(cluster.storage(storage).server(replica).pid());
      }
    }
    folder = cluster.router(0).folder().parent_path();
  }
  for (const pid_t pid : pids) EXPECT_FALSE(exists(pid));
  EXPECT_FALSE(std::filesystem::exists(folder));
}

TEST_F(ShardedClusterTest, RoutersServeAgainWhenTheyComeBack) {
  ShardedCluster cluster({.records = 100});
  cluster.router(0).kill9();
  EXPECT_EQ(cluster.router(1).evaluate(read_all(cluster.router(1).uri())), "[100]");
  cluster.router(0).start();
  // At once: whoever can connect is served.
  EXPECT_EQ(cluster.router(1).evaluate(read_all(cluster.router(0).uri())), "[100]");
}

TEST_F(ShardedClusterTest, SaysThatAStorageIsDeadInTheTimeAllowed) {
  ShardedCluster cluster({.records = 100});
  cluster.storage(1).server(0).kill9();
  const std::string all = cluster.router(0).evaluate(as_client(cluster.router(0).uri(), R"(
      local outcomes = {}
      local started = require('fiber').clock()
      for _, call in ipairs{
        {'select', 'test_space', {}, {timeout = 0.3}},
        {'count', 'test_space', {}, {timeout = 0.3}},
        {'len', 'test_space', {timeout = 0.3}},
        {'truncate', 'test_space', {timeout = 0.3}},
        {'max', 'test_space', 'id', {timeout = 0.3}},
        {'insert_many', 'test_space', {{1, box.NULL, 'x', 1}, {2, box.NULL, 'x', 1},
                                       {3, box.NULL, 'x', 1}, {4, box.NULL, 'x', 1}},
                                      {timeout = 0.3}},
      } do
        local result, wrong = crud(unpack(call))
        local is_many = call[1] == 'insert_many'
        outcomes[#outcomes + 1] = is_many and #result.rows + #wrong or
          result == nil and wrong.class_name
        assert((is_many and wrong[1] or wrong).str:match('storage%-2'))
      end
      assert(require('fiber').clock() - started < 20)
      return outcomes)"));
  EXPECT_EQ(all, R"([["SelectError","CountError","LenError","TruncateError","BorderError",4]])");
  // The other one still answers.
  EXPECT_NE(cluster.router(0).evaluate(write_some(cluster.router(0).uri(), 1, "{timeout = 0.3}")),
            "[\"ok\"]");
}

TEST_F(ShardedClusterTest, StoragesServeAgainWhenTheyComeBack) {
  ShardedCluster cluster({.records = 100});
  Server& router = cluster.router(0);
  for (std::size_t storage = 0; storage < 2; ++storage) {
    cluster.storage(storage).server(0).restart();
    EXPECT_EQ(router.evaluate(read_all(router.uri(), "{timeout = 20}")), "[100]");
    EXPECT_EQ(router.evaluate(write_some(router.uri(), unsigned(storage) * 100, "{timeout = 20}")),
              "[\"ok\"]");
  }
}

TEST_F(ShardedClusterTest, WaitsNoLongerThanAllowedForAHungStorage) {
  ShardedCluster cluster({.records = 100});
  Server& router = cluster.router(0);
  cluster.storage(0).server(0).pause();
  EXPECT_EQ(router.evaluate(as_client(router.uri(), R"(
                local result, wrong = crud('select', 'test_space', {}, {timeout = 0.2})
                return result, wrong.class_name)")),
            "[null,\"SelectError\"]");
  cluster.storage(0).server(0).resume();
  EXPECT_EQ(router.evaluate(read_all(router.uri(), "{timeout = 20}")), "[100]");
}

class ReplicatedTest : public ShardedClusterTest {
 protected:
  void SetUp() override {
    WithServers::SetUp();
    if (IsSkipped()) return;
    cluster.emplace(Options{.records = 100}, ShardedCluster::Size{.replicas = 2});
  }

  std::optional<ShardedCluster> cluster;
};

TEST_F(ReplicatedTest, ReadsGoOnWhenAMasterDies) {
  cluster->storage(0).server(0).kill9();
  Server& router = cluster->router(0);
  EXPECT_EQ(router.evaluate(read_all(router.uri(), "{timeout = 20}")), "[100]");
  EXPECT_EQ(router.evaluate(as_client(router.uri(), R"(
                return #crud('select', 'test_space', {}, {timeout = 20}).rows)")),
            "[100]");
  // A read that must see the newest is as a write: there is nobody to ask.
  EXPECT_NE(router.evaluate(read_all(router.uri(), "{timeout = 0.2, mode = 'write'}")), "[100]");
}

TEST_F(ReplicatedTest, WritesGoToTheNextMaster) {
  Server& router = cluster->router(1);
  EXPECT_EQ(router.evaluate(write_some(router.uri(), 1, "{}")), "[\"ok\"]");
  cluster->storage(0).server(0).kill9();
  cluster->storage(0).promote(1);
  EXPECT_EQ(router.evaluate(write_some(router.uri(), 100, "{timeout = 20}")), "[\"ok\"]");
  // Nor is a master missed that was demoted and still answers: it says error 7.
  cluster->storage(1).promote(1);
  EXPECT_EQ(router.evaluate(write_some(router.uri(), 200, "{timeout = 20}")), "[\"ok\"]");
  cluster->storage(0).server(0).start();
  cluster->storage(0).promote(0);
  EXPECT_EQ(router.evaluate(write_some(router.uri(), 300, "{timeout = 20}")), "[\"ok\"]");
}

TEST_F(ReplicatedTest, WritesWaitForTheNextMaster) {
  Server& router = cluster->router(0);
  cluster->storage(0).server(0).kill9();
  // Another thread would be the parent of what it starts, but starts nothing.
  std::string outcome;
  std::thread writer(
      [&] { outcome = router.evaluate(write_some(router.uri(), 1, "{timeout = 25}")); });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  cluster->storage(0).promote(1);
  writer.join();
  EXPECT_EQ(outcome, "[\"ok\"]");
}

TEST_F(ReplicatedTest, ReadsGoWhereTheyAreToldTo) {
  const std::string served = "return box.stat.SELECT.total";
  Server& router = cluster->router(0);
  const auto reads = [&](const std::string& options, std::size_t replica) {
    const auto before = cluster->storage(0).server(replica).evaluate(served);
    EXPECT_EQ(router.evaluate(read_all(router.uri(), options)), "[100]");
    return cluster->storage(0).server(replica).evaluate(served) != before;
  };
  EXPECT_TRUE(reads("{}", 0));
  EXPECT_FALSE(reads("{}", 1));
  EXPECT_TRUE(reads("{prefer_replica = true}", 1));
  EXPECT_FALSE(reads("{prefer_replica = true}", 0));
  EXPECT_TRUE(reads("{balance = true}", 0));
  EXPECT_TRUE(reads("{balance = true}", 1));
  EXPECT_FALSE(reads("{prefer_replica = true, mode = 'write'}", 1));
}

}  // namespace
}  // namespace tarantool::servers
