// SPDX-License-Identifier: Apache-2.0
#include "tarantool/selection.hpp"

#include <gtest/gtest.h>

#include "pooled.hpp"

namespace tarantool::testing {
namespace {

/// Two connections to one server, then one to another, as a pool has them that lost a fourth.
class SelectionTest : public PooledTest {
 protected:
  void SetUp() override {
    PooledTest::SetUp();
    if (IsSkipped()) return;
    for (const servers::Instance* server : {&one_, &one_, &other_}) {
      open_.push_back(connect(*Address::parse(server->uri())));
    }
  }

  void close(std::size_t index) {
    open_[index]->close();
    ASSERT_TRUE(eventually([&] { return !open_[index]->is_open(); }));
  }
  /// Which connections the next requests go to.
  std::vector<int> next(Chooser& chooser, int n) {
    std::vector<int> chosen;
    while (n-- != 0) {
      const Connection* const connection = chooser.choose(Command::ping, {});
      int index = -1;
      for (std::size_t i = 0; i < open_.size(); ++i) {
        if (open_[i].get() == connection) index = static_cast<int>(i);
      }
      chosen.push_back(index);
    }
    return chosen;
  }

  servers::Instance one_;
  servers::Instance other_;
  Connections open_;
};

TEST_F(SelectionTest, RoundRobinTakesConnectionsInTurn) {
  const auto chooser = round_robin()(open_);
  EXPECT_EQ(next(*chooser, 7), std::vector({0, 1, 2, 0, 1, 2, 0}));
}

TEST_F(SelectionTest, ParallelRoundRobinTakesServersInTurn) {
  const auto chooser = parallel_round_robin()(open_);
  EXPECT_EQ(next(*chooser, 8), std::vector({0, 2, 1, 2, 0, 2, 1, 2}));
}

TEST_F(SelectionTest, TheDeadAreSkipped) {
  const auto simple = round_robin()(open_);
  const auto parallel = parallel_round_robin()(open_);
  close(0);
  for (const int index : next(*simple, 6)) EXPECT_NE(index, 0);
  EXPECT_EQ(next(*parallel, 4), std::vector({1, 2, 1, 2}));
  close(2);
  EXPECT_EQ(next(*simple, 3), std::vector({1, 1, 1}));
  EXPECT_EQ(next(*parallel, 3), std::vector({1, 1, 1}));
  close(1);
  EXPECT_EQ(next(*simple, 2), std::vector({-1, -1}));
  EXPECT_EQ(next(*parallel, 2), std::vector({-1, -1}));
}

TEST_F(SelectionTest, ThereMayBeNoneAtAll) {
  EXPECT_EQ(round_robin()({})->choose(Command::ping, {}), nullptr);
  EXPECT_EQ(parallel_round_robin()({})->choose(Command::ping, {}), nullptr);
}

/// Takes the last always.
class Last : public Chooser {
 public:
  explicit Last(Connections open) : open_(std::move(open)) {}
  Connection* choose(Command, const SendOptions&) override {
    return open_.empty() ? nullptr : open_.back().get();
  }

 private:
  Connections open_;
};

TEST_F(SelectionTest, APoolTakesAnyStrategy) {
  PoolOptions options = patient_pool();
  options.connections = 2;
  options.selection = [](const Connections& open) { return std::make_unique<Last>(open); };
  Pool pool(loop(), {address_of(one_.server()), address_of(other_.server())}, options);
  value_of(got(pool.ready(Pool::Until::all)));
  const auto places = places_of_next(pool, 4);
  EXPECT_EQ(std::set<Place>(places.begin(), places.end()).size(), 1U);
  EXPECT_EQ(places[0].port, other_.server().port());
}

}  // namespace
}  // namespace tarantool::testing
