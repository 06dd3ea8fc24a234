// SPDX-License-Identifier: Apache-2.0
#include "tarantool/pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "load.hpp"
#include "pooled.hpp"

namespace tarantool::testing {
namespace {

using namespace std::chrono_literals;
using PoolTest = PooledTest;

TEST_F(PoolTest, SendsOnEachOfItsConnectionsInTurn) {
  servers::Instance one;
  servers::Instance other;
  PoolOptions options = patient_pool();
  options.connections = 2;
  Pool pool(loop(), {address_of(one.server()), address_of(other.server())}, options);
  value_of(got(pool.ready(Pool::Until::all)));
  EXPECT_EQ(pool.connections().size(), 4U);

  const auto places = places_of_next(pool, 12);
  const std::map<std::uint16_t, std::size_t> each_six{{one.server().port(), 6},
                                                      {other.server().port(), 6}};
  EXPECT_EQ(counted(places, &Place::port), each_six);
  EXPECT_EQ(std::set<Place>(places.begin(), places.end()).size(), 4U);
}

TEST_F(PoolTest, NamesAnAddressOnceHoweverOftenItIsNamed) {
  servers::Instance instance;
  const Address address = address_of(instance.server());
  Pool pool(loop(), {address, address}, patient_pool());
  value_of(got(pool.ready(Pool::Until::all)));
  EXPECT_EQ(pool.connections().size(), 1U);
}

TEST_F(PoolTest, IsReadyWithTheFirstConnectionOrWithAll) {
  servers::Instance instance;
  const DeadAddress dead;
  Pool pool(loop(), {dead.address(), address_of(instance.server())}, patient_pool());
  value_of(got(pool.ready()));
  const Error error = error_of(got(pool.ready(Pool::Until::all)));
  EXPECT_EQ(error.cause, Cause::network);
  EXPECT_NE(error.message.find(dead.address().to_string()), std::string::npos) << error.message;
}

TEST_F(PoolTest, SaysWhyNoConnectionIsOpen) {
  const DeadAddress one;
  const DeadAddress other;
  Pool pool(loop(), {one.address(), other.address()}, patient_pool());
  EXPECT_EQ(error_of(got(pool.ready())).cause, Cause::network);
  const Error error = error_of(pool.done(ping()));
  EXPECT_EQ(error.cause, Cause::closed);
  EXPECT_EQ(error.message.find("no open connection at any of 2 addresses; last failure: network "
                               "error: 127.0.0.1:"),
            0U)
      << error.message;
}

TEST_F(PoolTest, SaysThatThereAreNoAddresses) {
  Pool pool(loop(), Addresses(), patient_pool());
  EXPECT_EQ(error_of(got(pool.ready())).message, "the pool has no addresses");
  EXPECT_EQ(error_of(pool.done(ping())).message, "no open connection at any of 0 addresses");
}

TEST_F(PoolTest, SaysThatThePasswordIsWrong) {
  servers::Instance instance;
  PoolOptions options = patient_pool();
  options.connection.credentials = {std::string(servers::user), "wrong"};
  Pool pool(loop(), {address_of(instance.server())}, options);
  EXPECT_EQ(error_of(got(pool.ready())).code, server_code::password);
}

TEST_F(PoolTest, ConnectsToAServerThatComesLater) {
  servers::Instance instance;
  const Address address = address_of(instance.server());
  instance.server().kill9();
  Events events;
  PoolOptions options = patient_pool();
  options.listeners.push_back(events.listener());
  Pool pool(loop(), {address}, options);
  EXPECT_FALSE(got(pool.ready()));
  EXPECT_TRUE(eventually([&] { return events.count("failed", address) >= 3; }));
  instance.server().start();
  EXPECT_TRUE(eventually([&] { return events.count("connected", address) == 1; }));
  value_of(pool.done(ping()));
}

TEST_F(PoolTest, ConnectsAgainWhenAConnectionIsLost) {
  servers::Instance instance;
  const Address address = address_of(instance.server());
  Events events;
  PoolOptions options = patient_pool();
  options.connections = 3;
  options.listeners.push_back(events.listener());
  Pool pool(loop(), {address}, options);
  value_of(got(pool.ready(Pool::Until::all)));
  instance.server().restart();
  EXPECT_TRUE(eventually([&] { return events.count("connected", address) == 6; }));
  EXPECT_EQ(events.count("closed", address), 3);
  EXPECT_EQ(events.why_closed().cause, Cause::network);
  EXPECT_EQ(counted(places_of_next(pool, 6), &Place::session).size(), 3U);
}

TEST_F(PoolTest, TakesOtherAddressesWhileRequestsAreInFlight) {
  servers::Instance one;
  servers::Instance other;
  Events events;
  PoolOptions options = patient_pool();
  options.listeners.push_back(events.listener());
  Pool pool(loop(), {address_of(one.server())}, options);
  value_of(got(pool.ready()));
  auto slow = pool.values<int>(eval("require('fiber').sleep(0.3) return 7")).future();
  pool.set_addresses({address_of(other.server())});
  EXPECT_TRUE(eventually([&] {
    return pool.connections().size() == 1 &&
           pool.connections()[0]->address().port == other.server().port();
  }));
  EXPECT_EQ(place_of_next(pool).port, other.server().port());
  EXPECT_EQ(value_of(got(std::move(slow))), std::tuple(7));
  EXPECT_TRUE(eventually([&] { return events.count("closed", address_of(one.server())) == 1; }));
  EXPECT_TRUE(eventually(
      [&] { return one.server().evaluate("return box.stat.net().CONNECTIONS.current") == "[0]"; }));
}

TEST_F(PoolTest, MakesAllConnectionsAnewWithoutAFailure) {
  servers::Instance instance;
  PoolOptions options = patient_pool();
  options.connections = 2;
  Pool pool(loop(), {address_of(instance.server())}, options);
  value_of(got(pool.ready(Pool::Until::all)));
  const auto before = places_of_next(pool, 2);
  Load load(8, [&](std::uint64_t, auto answer) { pool.send(ping(), std::move(answer)); });
  EXPECT_TRUE(load.goes_well(10));
  pool.reconnect(Pool::Which::all);
  EXPECT_TRUE(eventually([&] {
    for (const Place& place : places_of_next(pool, 2)) {
      if (place.session == before[0].session || place.session == before[1].session) return false;
    }
    return true;
  }));
  EXPECT_TRUE(load.goes_well(10));
  EXPECT_TRUE(load.stop());
  EXPECT_EQ(load.done().size(), load.sent());
  EXPECT_TRUE(eventually([&] {
    return instance.server().evaluate("return box.stat.net().CONNECTIONS.current") == "[2]";
  }));
}

TEST_F(PoolTest, TriesAtOnceWhatIsMissingWhenTold) {
  servers::Instance instance;
  instance.server().kill9();
  PoolOptions options = patient_pool();
  options.reconnect = {.first = patience, .most = patience};
  Pool pool(loop(), {address_of(instance.server())}, options);
  EXPECT_FALSE(got(pool.ready()));
  instance.server().start();
  pool.reconnect(Pool::Which::missing);
  EXPECT_TRUE(eventually([&] { return pool.connections().size() == 1; }));
}

TEST_F(PoolTest, CompletesAllWhenClosed) {
  servers::Instance instance;
  Pool pool(loop(), {address_of(instance.server())}, patient_pool());
  value_of(got(pool.ready()));
  std::vector<std::future<Result<Done>>> slow;
  for (int i = 0; i < 100; ++i) {
    slow.push_back(pool.done(eval("require('fiber').sleep(1000)")).future());
  }
  pool.close();
  EXPECT_EQ(error_of(pool.done(ping())).message, "the pool is closed");
  for (auto& each : slow) EXPECT_EQ(error_of(got(std::move(each))).cause, Cause::cancelled);
  EXPECT_EQ(error_of(got(pool.ready())).message, "the pool is closed");
}

TEST_F(PoolTest, TellsWhoWaitsThatItEnds) {
  // Takes connections, and does not say a word.
  const DeadAddress silent;
  std::future<Result<Done>> ready;
  {
    Pool pool(
        loop(), [](EventLoop&, auto) {}, patient_pool());
    ready = pool.ready();
  }
  EXPECT_EQ(error_of(got(std::move(ready))).cause, Cause::closed);
}

TEST_F(PoolTest, CancelsARequestOnWhicheverConnectionItIs) {
  servers::Instance instance;
  PoolOptions options = patient_pool();
  options.connections = 3;
  Pool pool(loop(), {address_of(instance.server())}, options);
  value_of(got(pool.ready(Pool::Until::all)));
  for (int i = 0; i < 3; ++i) {
    std::promise<Result<Done>> promise;
    const RequestId id = pool.done(eval("require('fiber').sleep(1000)")).then([&](auto result) {
      promise.set_value(std::move(result));
    });
    EXPECT_TRUE(pool.cancel(id));
    EXPECT_EQ(error_of(got(promise)).cause, Cause::cancelled);
    EXPECT_FALSE(pool.cancel(id));
  }
}

TEST_F(PoolTest, ClosesConnectionsToAServerThatHangs) {
  servers::Instance one;
  servers::Instance other;
  Events events;
  PoolOptions options = patient_pool();
  options.heartbeat = quick_heartbeat;
  options.listeners.push_back(events.listener());
  Pool pool(loop(), {address_of(one.server()), address_of(other.server())}, options);
  value_of(got(pool.ready(Pool::Until::all)));
  one.server().pause();
  std::vector<std::future<Result<Done>>> pings;
  for (int i = 0; i < 20; ++i) pings.push_back(pool.done(ping()).future());
  int failed = 0;
  for (auto& each : pings) {
    const auto result = got(std::move(each));
    if (result) continue;
    ++failed;
    EXPECT_EQ(result.error().cause, Cause::network);  // Not `closed`: it may be done yet.
  }
  EXPECT_EQ(failed, 10);
  EXPECT_TRUE(eventually([&] { return events.count("closed", address_of(one.server())) == 1; }));
  for (const Place& place : places_of_next(pool, 4)) EXPECT_EQ(place.port, other.server().port());
  one.server().resume();
  EXPECT_TRUE(eventually([&] { return pool.connections().size() == 2; }));
  EXPECT_EQ(counted(places_of_next(pool, 4), &Place::port).size(), 2U);
}

TEST_F(PoolTest, DoesNotTakeAnIdleServerForOneThatHangs) {
  servers::Instance instance;
  Events events;
  PoolOptions options = patient_pool();
  options.heartbeat = {20ms, 2000ms};
  options.listeners.push_back(events.listener());
  Pool pool(loop(), {address_of(instance.server())}, options);
  value_of(got(pool.ready()));
  const auto pings = [&] {
    return instance.server().evaluate("return box.stat.net().REQUESTS.total");
  };
  const std::string before = pings();
  EXPECT_TRUE(eventually([&] { return std::stoul(pings().substr(1)) >= 5; }));
  EXPECT_NE(pings(), before);
  EXPECT_EQ(events.count("closed"), 0);
}

TEST_F(PoolTest, KeepsItsAddressesWhileDiscoveryFails) {
  servers::Instance instance;
  std::atomic<int> times{0};
  Events events;
  PoolOptions options = patient_pool();
  options.discovery_period = 5ms;
  options.listeners.push_back(events.listener());
  const Discovery discovery = [&](EventLoop&, const auto& found) {
    if (++times == 1) {
      found(Addresses{address_of(instance.server())});
    } else {
      found(Error{Cause::network, 0, "nobody knows", {}, {}});
    }
  };
  Pool pool(loop(), discovery, options);
  value_of(got(pool.ready()));
  EXPECT_TRUE(eventually([&] { return events.count("discovery failed") >= 3; }));
  EXPECT_EQ(events.discovery_failure().message, "nobody knows");
  value_of(pool.done(ping()));
  EXPECT_EQ(events.count("closed"), 0);
}

TEST_F(PoolTest, FollowsItsDiscovery) {
  servers::Instance one;
  servers::Instance other;
  std::atomic<bool> is_moved{false};
  PoolOptions options = patient_pool();
  options.discovery_period = 0ms;
  const Discovery discovery = [&](EventLoop&, const auto& found) {
    found(Addresses{address_of(is_moved ? other.server() : one.server())});
  };
  Pool pool(loop(), discovery, options);
  value_of(got(pool.ready()));
  EXPECT_EQ(place_of_next(pool).port, one.server().port());
  is_moved = true;
  pool.refresh();
  EXPECT_TRUE(eventually([&] {
    const auto open = pool.connections();
    return open.size() == 1 && open[0]->address().port == other.server().port();
  }));
  EXPECT_EQ(place_of_next(pool).port, other.server().port());
}

TEST_F(PoolTest, SendsFromManyThreadsWhileItsConnectionsChange) {
  servers::Instance one;
  servers::Instance other;
  const Address first = address_of(one.server());
  const Address second = address_of(other.server());
  PoolOptions options = patient_pool();
  options.connections = 2;
  Pool pool(loop(), {first, second}, options);
  value_of(got(pool.ready(Pool::Until::all)));
  const auto send = [&](std::uint64_t number, auto answer) {
    const RequestId id = pool.send(ping(), std::move(answer));
    if (number % 16 == 0) pool.cancel(id);
  };
  Load load(16, send);
  Load another(16, send);
  for (int i = 0; i < 10; ++i) {
    pool.set_addresses(i % 2 == 0 ? Addresses{first} : Addresses{second, first});
    pool.reconnect(Pool::Which::all);
    EXPECT_TRUE(load.goes_well(50));
    EXPECT_TRUE(another.goes_well(50));
  }
  for (Load* each : {&load, &another}) {
    EXPECT_TRUE(each->stop());
    EXPECT_EQ(each->miscounted(), 0U);
    const auto failures = each->failures();
    EXPECT_EQ(failures.count(Cause::network), 0U);
    EXPECT_EQ(failures.count(Cause::closed), 0U) << each->messages()[Cause::closed];
  }
}

}  // namespace
}  // namespace tarantool::testing
