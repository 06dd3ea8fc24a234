// SPDX-License-Identifier: Apache-2.0
#include "tarantool/replica_set.hpp"

#include <gtest/gtest.h>

#include "load.hpp"
#include "pooled.hpp"

namespace tarantool::testing {
namespace {

using namespace std::chrono_literals;
using Reads = ReplicaSetOptions::Reads;

class ReplicaSetTest : public PooledTest {
 protected:
  void SetUp() override {
    PooledTest::SetUp();
    if (IsSkipped()) return;
    servers_ = std::make_unique<servers::ReplicaSet>();
    for (std::size_t i = 0; i < servers_->size(); ++i) {
      addresses_.push_back(address_of(servers_->server(i)));
    }
    space_ = number_of("test_space");
  }

  static ReplicaSetOptions patient() {
    ReplicaSetOptions options;
    options.pool = patient_pool();
    options.search.timeout = patience;
    return options;
  }
  std::unique_ptr<ReplicaSet> client(const ReplicaSetOptions& options = patient()) {
    auto set = std::make_unique<ReplicaSet>(loop(), addresses_, options);
    value_of(got(set->pool().ready(Pool::Until::all)));
    return set;
  }

  std::uint32_t number_of(const std::string& space) {
    const auto json = servers_->server(0).evaluate("return box.space." + space + ".id");
    return static_cast<std::uint32_t>(std::stoul(json.substr(1)));
  }
  using Record = std::tuple<std::uint64_t, std::uint64_t, std::string, std::uint64_t>;
  static Record record(std::uint64_t key) { return {key, 1, "text", 2}; }
  Done write(Sender& sender, std::uint64_t key) {
    return value_of(sender.done(insert(space_, record(key))));
  }
  std::uint16_t port(std::size_t server) { return servers_->server(server).port(); }

  /// Where requests of that access go, n of them.
  std::map<std::uint16_t, std::size_t> ports(Sender& sender, Access access, std::size_t n) {
    std::vector<Place> places;
    while (places.size() < n) places.push_back(place_of_next(sender, {.access = access}));
    return counted(places, &Place::port);
  }
  /// Once all have told their role.
  std::unique_ptr<ReplicaSet> settled(const ReplicaSetOptions& options = patient()) {
    auto set = client(options);
    EXPECT_TRUE(eventually([&] {
      const auto reads = ports(*set, Access::read, 4);
      const bool is_split =
          options.reads == Reads::replicas ? reads.size() == 2 : reads.size() == 1;
      return is_split && reads.count(port(0)) == (options.reads == Reads::master ? 1 : 0) &&
             set->master() == addresses_[0];
    }));
    return set;
  }

  std::unique_ptr<servers::ReplicaSet> servers_;
  Addresses addresses_;
  std::uint32_t space_ = 0;
};

TEST_F(ReplicaSetTest, WritesGoToTheMasterAndReadsToTheReplicas) {
  const auto set = settled();
  EXPECT_EQ(set->master(), addresses_[0]);
  const std::map<std::uint16_t, std::size_t> master{{port(0), 6}};
  EXPECT_EQ(ports(*set, Access::write, 6), master);
  EXPECT_EQ(ports(*set, Access::automatic, 6), master);  // Evals may write.
  const std::map<std::uint16_t, std::size_t> replicas{{port(1), 3}, {port(2), 3}};
  EXPECT_EQ(ports(*set, Access::read, 6), replicas);
}

TEST_F(ReplicaSetTest, RequestsAreOfTheKindThatTheyAre) {
  const auto set = settled();
  write(*set, 1);
  const auto selects = [&](std::size_t server) {
    return servers_->server(server).evaluate("return box.stat().SELECT.total");
  };
  EXPECT_TRUE(eventually([&] {
    return servers_->server(1).evaluate("return box.space.test_space:len()") == "[1]" &&
           servers_->server(2).evaluate("return box.space.test_space:len()") == "[1]";
  }));
  const std::string before = selects(0);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(value_of(set->rows<Record>(select(space_, 1))).size(), 1U);
  }
  EXPECT_EQ(selects(0), before);
  value_of(set->rows<Record>(select(space_, 1)).with({.access = Access::write}));
  EXPECT_NE(selects(0), before);
}

TEST_F(ReplicaSetTest, ReadsGoWhereTheyAreWanted) {
  ReplicaSetOptions options = patient();
  options.reads = Reads::master;
  EXPECT_EQ(ports(*settled(options), Access::read, 6),
            (std::map<std::uint16_t, std::size_t>{{port(0), 6}}));
  options.reads = Reads::any;
  auto any = client(options);
  EXPECT_EQ(ports(*any, Access::read, 6).size(), 3U);
}

TEST_F(ReplicaSetTest, ReadsGoToTheMasterWhereThereIsNoReplica) {
  const auto set = settled();
  servers_->server(1).kill9();
  servers_->server(2).kill9();
  EXPECT_EQ(ports(*set, Access::read, 3).at(port(0)), 3U);
}

TEST_F(ReplicaSetTest, AWriteThatMeetsAReplicaFindsTheMaster) {
  ReplicaSetOptions options = patient();
  options.role_period = 10 * patience;  // Nothing but the refusal tells of the change.
  const auto set = settled(options);
  write(*set, 1);
  servers_->promote(2);
  write(*set, 2);
  EXPECT_EQ(set->master(), addresses_[2]);
  EXPECT_EQ(servers_->server(2).evaluate("return box.space.test_space:len()"), "[2]");
  EXPECT_EQ(ports(*set, Access::write, 3).at(port(2)), 3U);
}

TEST_F(ReplicaSetTest, WritesWaitForANewMaster) {
  const auto set = settled();
  servers_->server(0).kill9();
  EXPECT_TRUE(eventually([&] { return !set->master(); }));
  auto waiting = set->done(insert(space_, record(1))).future();
  EXPECT_EQ(waiting.wait_for(100ms), std::future_status::timeout);
  servers_->promote(1);
  value_of(got(std::move(waiting)));
  EXPECT_EQ(set->master(), addresses_[1]);
  // Reads have gone on all the while, and the former master comes back as a replica.
  servers_->server(0).start();
  EXPECT_TRUE(eventually([&] { return ports(*set, Access::read, 4).count(port(0)) == 1; }));
  EXPECT_EQ(ports(*set, Access::write, 3).at(port(1)), 3U);
}

TEST_F(ReplicaSetTest, WritesWaitNoLongerThanTheirTime) {
  const auto set = settled();
  servers_->server(0).kill9();
  EXPECT_TRUE(eventually([&] { return !set->master(); }));
  const Error error = error_of(set->done(insert(space_, record(1))).timeout(200ms));
  EXPECT_EQ(error.cause, Cause::closed);
  EXPECT_EQ(error.message.find("no master at any of 3 addresses; last failure: "), 0U)
      << error.message;
  value_of(set->rows<Record>(select(space_, 1)));
}

TEST_F(ReplicaSetTest, WritesFailAtOnceWhereTheyAreNotToWait) {
  ReplicaSetOptions options = patient();
  options.search.give_up_after = 1ms;
  const auto set = settled(options);
  servers_->server(0).kill9();
  EXPECT_TRUE(eventually([&] { return !set->master(); }));
  EXPECT_EQ(error_of(set->done(insert(space_, record(1)))).cause, Cause::closed);
}

TEST_F(ReplicaSetTest, WhatWasInFlightWhenTheMasterDiedIsSentAgainOnlyIfThatDoesNoHarm) {
  const auto set = settled();
  const std::string sleep_on_the_first = "waiting = (waiting or 0) + 1 if box.cfg.listen == '" +
                                         servers_->server(0).uri() +
                                         "' then require('fiber').sleep(1000) end return 7";
  auto harmful = set->values<int>(eval(sleep_on_the_first)).future();
  auto harmless = set->values<int>(eval(sleep_on_the_first)).with({.idempotent = true}).future();
  EXPECT_TRUE(eventually([&] { return servers_->server(0).evaluate("return waiting") == "[2]"; }));
  servers_->server(0).kill9();
  EXPECT_EQ(error_of(got(std::move(harmful))).cause, Cause::network);
  servers_->promote(1);
  EXPECT_EQ(value_of(got(std::move(harmless))), std::tuple(7));
}

TEST_F(ReplicaSetTest, ARequestThatWaitsForAMasterIsCancelled) {
  const auto set = settled();
  servers_->server(0).kill9();
  EXPECT_TRUE(eventually([&] { return !set->master(); }));
  std::promise<Result<Done>> promise;
  const RequestId id = set->done(insert(space_, record(1))).then([&](auto result) {
    promise.set_value(std::move(result));
  });
  EXPECT_TRUE(set->cancel(id));
  EXPECT_EQ(error_of(got(promise)).cause, Cause::cancelled);
}

TEST_F(ReplicaSetTest, WhatWaitsForAMasterCompletesWithTheEnd) {
  auto set = settled();
  servers_->server(0).kill9();
  EXPECT_TRUE(eventually([&] { return !set->master(); }));
  auto future = set->done(insert(space_, record(1))).future();
  set.reset();
  EXPECT_EQ(error_of(got(std::move(future))).cause, Cause::closed);
}

}  // namespace
}  // namespace tarantool::testing
