// SPDX-License-Identifier: Apache-2.0
// Spaces of servers that come and go, or are several.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "pooled.hpp"
#include "tarantool/space.hpp"
#include "tasks.hpp"

namespace tarantool {
namespace {

using testing::address_of;
using testing::CountingSender;
using testing::eventually;
using testing::got;
using testing::value_of;
using Row = std::tuple<std::uint64_t, std::optional<std::uint64_t>, std::string, std::uint64_t>;

class SpacesOfAPool : public testing::ConnectingTest {
 protected:
  std::shared_ptr<Pool> open(Addresses addresses, PoolListener listener = {}) {
    PoolOptions options;
    options.connection = patient();
    options.listeners.push_back(std::move(listener));
    auto pool = std::make_shared<Pool>(loop(), std::move(addresses), std::move(options));
    value_of(got(pool->ready(Pool::Until::all)));
    return pool;
  }
};

TEST_F(SpacesOfAPool, AreLookedUpAnewAfterTheServerCameBack) {
  servers::Instance instance;
  const auto pool = open({address_of(instance.server())});
  const Schema schema(pool);
  const Space space(schema, "test_space");
  const Row row(1, 1, "before", 1);
  ASSERT_EQ(value_of(space.insert<Row>(row)), row);

  // When it comes back it makes another space of that name.
  instance.server().evaluate("box.space.test_space:rename('former')");
  instance.server().restart();
  ASSERT_TRUE(eventually([&] { return got(pool->done(ping()).future()).operator bool(); }));
  EXPECT_EQ(value_of(space.get<Row>(1)), std::nullopt);
  EXPECT_EQ(value_of(Space(schema, "former").get<Row>(1)), row);
}

TEST_F(SpacesOfAPool, AreLookedUpAnewWhenItIsToldThatTheServerIsAnother) {
  servers::Instance instance;
  const Schema* told = nullptr;
  PoolListener listener;
  listener.connected = [&](const auto&) {
    if (told != nullptr) told->invalidate();
  };
  const auto pool = open({address_of(instance.server())}, listener);
  const auto counting = std::make_shared<CountingSender>(pool);
  const Schema schema(counting);
  value_of(schema.spaces());
  told = &schema;
  pool->reconnect(Pool::Which::all);
  const SpacesPointer first = schema.known();
  EXPECT_TRUE(eventually([&] { return value_of(schema.spaces()) != first; }));
  pool->close();  // It tells no more.
}

TEST_F(SpacesOfAPool, MayBeOfServersWithOtherVersions) {
  servers::Instance one;
  servers::Instance other;
  // Its schema is the same in the end, but was changed more often.
  other.server().evaluate("box.schema.space.create('passing'):drop()");
  const auto pool = open({address_of(one.server()), address_of(other.server())});
  const auto counting = std::make_shared<CountingSender>(pool);
  const Space space(Schema(counting), "test_space");
  constexpr std::uint64_t n = 200;
  for (std::uint64_t i = 0; i < n; ++i) {
    EXPECT_EQ(value_of(space.replace<Row>(Row(i, 1, "x", i))), Row(i, 1, "x", i));
  }
  EXPECT_EQ(value_of(Space(Schema(connect(address_of(one.server()))), "test_space").count()) +
                value_of(Space(Schema(connect(address_of(other.server()))), "test_space").count()),
            n);
  EXPECT_LT(counting->sent(Command::select), 20U);  // A few fetches, and then no more.
  EXPECT_LT(counting->sent(Command::replace), n + 10);
}

}  // namespace
}  // namespace tarantool
