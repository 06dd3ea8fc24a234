// SPDX-License-Identifier: Apache-2.0
// Servers that die, hang, come back, or cannot be reached, under load: every request is answered
// once, promptly, and nothing that was acknowledged is lost.
#include <dirent.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <memory>
#include <thread>

#include "load.hpp"
#include "pooled.hpp"
#include "proxy.hpp"
#include "tarantool/replica_set.hpp"
#include "tarantool/retry.hpp"

namespace tarantool::testing {
namespace {

using namespace std::chrono_literals;

#ifdef TARANTOOL_SANITIZED
constexpr int restarts = 10;
constexpr std::uint64_t some = 50;
#else
constexpr int restarts = 100;
constexpr std::uint64_t some = 500;
#endif

class FailureTest : public PooledTest {
 protected:
  /// Retries what does no harm, for as long as it takes.
  std::unique_ptr<Retrying> retrying(std::shared_ptr<Pool> pool) {
    RetryPolicy policy;
    policy.attempts = 0;
    policy.timeout = patience;
    policy.delay = {.first = 5ms, .most = 50ms};
    return std::make_unique<Retrying>(loop(), std::move(pool), policy);
  }
  std::shared_ptr<Pool> pool(const Addresses& addresses, PoolOptions options = patient_pool()) {
    auto pool = std::make_shared<Pool>(loop(), addresses, std::move(options));
    value_of(got(pool->ready(Pool::Until::all)));
    return pool;
  }
};

std::uint32_t number_of(servers::Server& server, const std::string& space) {
  const auto json = server.evaluate("return box.space." + space + ".id");
  return static_cast<std::uint32_t>(std::stoul(json.substr(1)));
}

/// Which of the keys a server does not have; asks for all in one go.
std::vector<std::uint64_t> missing(servers::Server& server, const std::string& space,
                                   const std::vector<std::uint64_t>& keys) {
  const std::string json = server.evaluate(
      "local keys = {} for _, tuple in box.space." + space +
      ":pairs() do keys[#keys + 1] = tonumber(tuple[1]) end return table.concat(keys, ' ')");
  std::set<std::uint64_t> there;
  std::size_t at = json.find('"') + 1;
  while (at < json.size() && std::isdigit(json[at]) != 0) {
    const std::size_t end = json.find_first_not_of("0123456789", at);
    there.insert(std::stoull(json.substr(at, end - at)));
    at = end + 1;
  }
  std::vector<std::uint64_t> lost;
  for (const std::uint64_t key : keys) {
    if (there.count(key) == 0) lost.push_back(key);
  }
  return lost;
}

using Record = std::tuple<std::uint64_t, std::uint64_t, std::string, std::uint64_t>;
Record record(std::uint64_t key) { return {key, 1, "text", 2}; }

/// What must be so of every load in the end.
void expect_answered_once(Load& load) {
  EXPECT_TRUE(load.stop()) << "a request was not answered";
  EXPECT_EQ(load.miscounted(), 0U);
}

TEST_F(FailureTest, AllThatIsInFlightFailsWithItsServer) {
  servers::Instance instance;
  const auto requests = pool({address_of(instance.server())});
  Load load(1000, [&](std::uint64_t, auto answer) {
    requests->send(eval("waiting = (waiting or 0) + 1 require('fiber').sleep(1000)"),
                   std::move(answer));
  });
  EXPECT_TRUE(eventually([&] { return instance.server().evaluate("return waiting") == "[1000]"; }));
  instance.server().kill9();
  // Each has all the time there is: it is the server's end that ends them.
  EXPECT_TRUE(load.fails(1000));
  expect_answered_once(load);
  EXPECT_EQ(load.failures()[Cause::network], 1000U);
}

TEST_F(FailureTest, AnInstanceDiesAndComesBack) {
  servers::Instance instance;
  const std::uint32_t space = number_of(instance.server(), "test_space");
  PoolOptions options = patient_pool();
  options.connections = 2;
  const auto requests = retrying(pool({address_of(instance.server())}, options));
  Load writes(64, [&](std::uint64_t number, auto answer) {
    requests->send(insert(space, record(number)), std::move(answer));
  });
  Load reads(64, [&](std::uint64_t number, auto answer) {
    requests->send(select(space, number), std::move(answer));
  });
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(writes.goes_well(some));
    instance.server().kill9();
    instance.server().start();
    EXPECT_TRUE(writes.goes_well(some));
    EXPECT_TRUE(reads.goes_well(some));
  }
  expect_answered_once(writes);
  expect_answered_once(reads);
  EXPECT_EQ(missing(instance.server(), "test_space", writes.done()), std::vector<std::uint64_t>());
  // Nobody knows what became of writes in flight; those that were not sent were sent later. Had a
  // write been sent twice, its key would have been there.
  const auto failures = writes.failures();
  EXPECT_EQ(failures.count(Cause::server), 0U) << writes.messages()[Cause::server];
  EXPECT_EQ(failures.count(Cause::closed), 0U) << writes.messages()[Cause::closed];
  EXPECT_EQ(reads.failures(), (std::map<Cause, std::uint64_t>{}));
}

/// What the servers that run say of each other.
std::string replication_of(servers::ReplicaSet& servers) {
  std::string all;
  for (std::size_t i = 0; i < servers.size(); ++i) {
    servers::Server& server = servers.server(i);
    if (!server.running()) continue;
    all += server.name() + ": " +
           server.evaluate("return box.info.ro, box.info.replication, box.info.vclock") + '\n' +
           server.log_tail() + '\n';
  }
  return all;
}

TEST_F(FailureTest, TheMasterDies) {
  servers::ReplicaSet servers;
  const std::uint32_t space = number_of(servers.server(0), "synchronous");
  Addresses addresses;
  for (const auto& uri : servers.uris()) addresses.push_back(*Address::parse(uri));
  ReplicaSetOptions options;
  options.pool = patient_pool();
  options.search.timeout = patience;
  ReplicaSet set(loop(), addresses, options);
  using Pair = std::tuple<std::uint64_t, std::string>;
  const auto writes_from = [&](std::uint64_t first) {
    return std::make_unique<Load>(16, [&set, space, first](std::uint64_t number, auto answer) {
      set.send(insert(space, Pair{first + number, "value"}), std::move(answer));
    });
  };
  std::vector<std::uint64_t> acknowledged;
  const auto end = [&](Load& writes, std::uint64_t first) {
    expect_answered_once(writes);
    for (const std::uint64_t number : writes.done()) acknowledged.push_back(first + number);
    EXPECT_EQ(writes.failures().count(Cause::closed), 0U) << writes.messages()[Cause::closed];
  };
  Load reads(16, [&](std::uint64_t number, auto answer) {
    set.send(select(space, number), std::move(answer));
  });

  const auto before = writes_from(0);
  EXPECT_TRUE(before->goes_well(some / 5));
  servers.server(0).kill9();
  EXPECT_TRUE(reads.goes_well(some / 5));
  servers.promote(1);
  EXPECT_TRUE(before->goes_well(some / 5)) << replication_of(servers);
  end(*before, 0);
  // Tarantool 2.6 takes no replica in while synchronous writes go on.
  servers.server(0).start();
  constexpr std::uint64_t second = 1'000'000;
  const auto after = writes_from(second);
  EXPECT_TRUE(after->goes_well(some / 5));
  servers.server(1).kill9();
  servers.promote(2);
  EXPECT_TRUE(after->goes_well(some / 5)) << replication_of(servers);
  end(*after, second);

  expect_answered_once(reads);
  EXPECT_EQ(reads.failures(), (std::map<Cause, std::uint64_t>{}));
  EXPECT_EQ(missing(servers.master(), "synchronous", acknowledged), std::vector<std::uint64_t>());
}

/// Three routers before two storages.
class ClusterFailureTest : public FailureTest {
 protected:
  void SetUp() override {
    FailureTest::SetUp();
    if (IsSkipped()) return;
    cluster_ = std::make_unique<servers::ShardedCluster>();
    Addresses addresses;
    for (const auto& uri : cluster_->router_uris()) addresses.push_back(*Address::parse(uri));
    requests_ = retrying(pool(addresses));
  }

  std::unique_ptr<Load> writes() {
    return std::make_unique<Load>(32, [this](std::uint64_t number, auto answer) {
      const auto tuple = std::tuple(number, Nil{}, "text", 1);
      requests_->send(call("crud.insert", "test_space", tuple), [answer](const Reply& reply) {
        // A router's failure is a value that it returns.
        const auto results = reply.read<std::tuple<Value, std::optional<Value>>>();
        const Error refusal{Cause::router, 0, "refused", {}, {}};
        const bool is_refused = results && std::get<1>(*results);
        answer(!results ? Reply(results.error()) : is_refused ? Reply(refusal) : reply);
      });
    });
  }
  std::vector<std::uint64_t> missing_in_both(std::vector<std::uint64_t> keys) {
    for (std::size_t i = 0; i < 2; ++i)
      keys = missing(cluster_->storage(i).server(0), "test_space", keys);
    return keys;
  }

  std::unique_ptr<servers::ShardedCluster> cluster_;
  std::unique_ptr<Retrying> requests_;
};

TEST_F(ClusterFailureTest, ARouterDiesAndComesBack) {
  const auto load = writes();
  EXPECT_TRUE(load->goes_well(some));
  cluster_->router(0).kill9();
  EXPECT_TRUE(load->goes_well(some));
  cluster_->router(0).start();
  const auto calls = [&] {
    return std::stoul(cluster_->router(0).evaluate("return box.stat().CALL.total").substr(1));
  };
  EXPECT_TRUE(eventually([&] { return calls() > some; }));
  expect_answered_once(*load);
  EXPECT_EQ(missing_in_both(load->done()), std::vector<std::uint64_t>());
  const auto failures = load->failures();
  EXPECT_EQ(failures.count(Cause::router), 0U) << load->messages()[Cause::router];
  EXPECT_EQ(failures.count(Cause::closed), 0U) << load->messages()[Cause::closed];
  EXPECT_LE(load->failures()[Cause::network], 32U);  // As many as were in flight.
}

TEST_F(ClusterFailureTest, AStorageDiesAndComesBack) {
  const auto load = writes();
  EXPECT_TRUE(load->goes_well(some));
  cluster_->storage(0).server(0).kill9();
  EXPECT_TRUE(load->fails(10));
  EXPECT_TRUE(load->goes_well(10));  // The other serves on.
  cluster_->storage(0).server(0).start();
  EXPECT_TRUE(eventually([&] {
    // The router's own connections come back when they do.
    const auto before = load->failures();
    return load->goes_well(some) && load->failures() == before;
  }));
  expect_answered_once(*load);
  EXPECT_EQ(missing_in_both(load->done()), std::vector<std::uint64_t>());
}

TEST_F(FailureTest, AServerHangs) {
  servers::Instance one;
  servers::Instance other;
  PoolOptions options = patient_pool();
  options.heartbeat = quick_heartbeat;
  const auto requests =
      retrying(pool({address_of(one.server()), address_of(other.server())}, options));
  Load load(64, [&](std::uint64_t, auto answer) { requests->send(ping(), std::move(answer)); });
  EXPECT_TRUE(load.goes_well(some));
  one.server().pause();
  EXPECT_TRUE(load.goes_well(some));
  one.server().resume();
  const auto pings = [&] {
    return std::stoul(one.server().evaluate("return box.stat.net().REQUESTS.total").substr(1));
  };
  const auto before = pings();
  EXPECT_TRUE(eventually([&] { return pings() > before + some; }));
  expect_answered_once(load);
  EXPECT_EQ(load.done().size(), load.sent());
}

TEST_F(FailureTest, AConnectionIsCutWithinAFrame) {
  servers::Instance instance;
  CuttingProxy proxy(address_of(instance.server()));
  Events events;
  PoolOptions options = patient_pool();
  options.listeners.push_back(events.listener());
  const auto requests = pool({proxy.address()}, options);
  const std::string text(40, 'x');
  // An answer has about 80 bytes: it is cut in its length, its header and its body, and after it.
  for (int bytes = 1; bytes < 100; bytes += 3) {
    ASSERT_TRUE(eventually([&] { return !requests->connections().empty(); }));
    proxy.cut_after(bytes);
    std::vector<std::future<Result<std::tuple<std::string>>>> answers;
    for (int i = 0; i < 2; ++i) {
      answers.push_back(requests->values<std::string>(eval("return ...", text)).future());
    }
    for (auto& each : answers) {
      const auto answer = got(std::move(each));
      if (answer) {
        EXPECT_EQ(*answer, std::tuple(text));
      } else {
        // The second may be too late to be sent at all.
        const Cause cause = answer.error().cause;
        EXPECT_TRUE(cause == Cause::network || cause == Cause::closed) << to_string(answer.error());
      }
    }
    EXPECT_TRUE(eventually([&] { return events.count("closed") == (bytes + 2) / 3; })) << bytes;
  }
}

TEST_F(FailureTest, AClientThatDoesNotReadHoldsNobodyUp) {
  servers::Instance instance;
  const Address address = address_of(instance.server());
  EventLoop slow;  // Nobody runs it most of the time.
  PoolOptions options = patient_pool();
  Pool lazy(slow, {address}, options);
  auto ready = lazy.ready();
  while (ready.wait_for(0ms) != std::future_status::ready) slow.run_once(10ms);
  value_of(got(std::move(ready)));
  const auto brisk = pool({address});

  // Answers of 10 kB: more than lies in all buffers on the way.
  const std::string text(10'000, 'x');
  constexpr std::size_t requests = 2000;
  std::size_t answered = 0;
  for (std::size_t i = 0; i < requests; ++i) {
    lazy.values<std::string>(eval("return ...", text)).then([&](const auto& answer) {
      answered += answer && std::get<0>(*answer) == text ? 1 : 0;
    });
    if (i % 100 == 0) {
      slow.run_once(0ms);
      value_of(brisk->done(ping()));
    }
  }
  const auto end = std::chrono::steady_clock::now() + patience;
  while (answered < requests && std::chrono::steady_clock::now() < end) slow.run_once(10ms);
  EXPECT_EQ(answered, requests);
  lazy.close();
  slow.run_for(10ms);
}

std::size_t open_descriptors() {
  std::size_t n = 0;
  DIR* const folder = ::opendir("/proc/self/fd");
  while (::readdir(folder) != nullptr) ++n;
  ::closedir(folder);
  return n;
}

/// Bytes that the program has taken and not given back.
std::size_t bytes_in_use() {
  const auto memory = ::mallinfo2();
  return memory.uordblks + memory.hblkhd;
}

TEST_F(FailureTest, NothingGrowsWithRestarts) {
  servers::Instance instance;
  PoolOptions options = patient_pool();
  options.connections = 4;
  const auto requests = retrying(pool({address_of(instance.server())}, options));
  std::size_t descriptors = 0;
  [[maybe_unused]] std::size_t bytes = 0;
  for (int i = 0; i < restarts; ++i) {
    // Loads keep a record of their requests: one for each restart.
    Load load(16, [&](std::uint64_t, auto answer) { requests->send(ping(), std::move(answer)); });
    EXPECT_TRUE(load.goes_well(20));
    instance.server().kill9();
    instance.server().start();
    EXPECT_TRUE(load.goes_well(20));
    expect_answered_once(load);
    if (i == restarts / 10) {
      descriptors = open_descriptors();
      bytes = bytes_in_use();
    }
  }
  // Some connections may be on their way at either time.
  EXPECT_LE(open_descriptors(), descriptors + 2 * options.connections);
#ifndef TARANTOOL_SANITIZED
  EXPECT_LE(bytes_in_use(), bytes + 100'000);
#endif
}

}  // namespace
}  // namespace tarantool::testing
