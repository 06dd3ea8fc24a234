// SPDX-License-Identifier: Apache-2.0
#include "tarantool/space.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "real_server.hpp"
#include "tarantool/struct.hpp"
#include "tasks.hpp"

namespace tarantool {

struct Person {
  std::uint64_t id = 0;
  std::string name;
  std::optional<std::uint64_t> age;
  bool operator==(const Person&) const = default;
};

}  // namespace tarantool

TARANTOOL_STRUCT(tarantool::Person, id, name, age);

namespace tarantool {
namespace {

using testing::CountingSender;
using testing::error_of;
using testing::got;
using testing::real_server;
using testing::value_of;
using People = std::vector<Person>;

class SpaceTest : public testing::RealServerTest {
 protected:
  SpaceTest() {
    lua("local people = box.schema.space.create('" + name_ + R"(', {format = {
          {'id', 'unsigned'}, {'name', 'string'}, {'age', 'unsigned', is_nullable = true}}})
        people:create_index('primary')
        people:create_index('by_name', {parts = {'name', 'id'}})
        people:create_index('by_age', {parts = {'age'}, unique = false}))");
  }
  static void lua(const std::string& chunk) { real_server().evaluate(chunk); }
  /// Lua's `space` is this one.
  void alter(const std::string& chunk) { lua("local space = box.space['" + name_ + "'] " + chunk); }
  void fill(std::uint64_t n) {
    for (std::uint64_t i = 1; i <= n; ++i) {
      rows_.push_back({i, "name " + std::to_string(i % 7), i % 5});
    }
    ASSERT_EQ(value_of(space_.insert_many<Person>(rows_)).rows, rows_);
  }

  inline static int number_ = 0;
  const std::string name_ = "people " + std::to_string(number_++);
  std::shared_ptr<CountingSender> sender_ = std::make_shared<CountingSender>(connect());
  Schema schema_{sender_};
  Space space_{schema_, name_};
  People rows_;
};

TEST_F(SpaceTest, StoresAndFinds) {
  const Person ann{1, "Ann", 30};
  EXPECT_EQ(value_of(space_.insert<Person>(ann)), ann);
  EXPECT_EQ(value_of(space_.get<Person>(1)), ann);
  EXPECT_EQ(value_of(space_.get<Person>(2)), std::nullopt);
  const Person bob{1, "Bob", std::nullopt};
  EXPECT_EQ(value_of(space_.replace<Person>(bob)), bob);
  EXPECT_EQ(value_of(space_.replace<Person>(args(2, "Carl"))), (Person{2, "Carl", {}}));
  EXPECT_EQ(value_of(space_.select<Person>()), (People{bob, {2, "Carl", {}}}));
  EXPECT_EQ(value_of(space_.erase<Person>(1)), bob);
  EXPECT_EQ(value_of(space_.erase<Person>(1)), std::nullopt);
  EXPECT_EQ(value_of(space_.count()), 1U);
  EXPECT_EQ(value_of(space_.truncate()), Done{});
  EXPECT_EQ(value_of(space_.select<Person>()), People());
}

TEST_F(SpaceTest, SelectsByConditions) {
  fill(50);
  const auto those = [&](auto condition) {
    People found;
    std::copy_if(rows_.begin(), rows_.end(), std::back_inserter(found), condition);
    return found;
  };
  EXPECT_EQ(value_of(space_.select<Person>(Conditions().field_ge("id", 40).limit(3).offset(2))),
            those([](const Person& one) { return one.id >= 42 && one.id < 45; }));
  EXPECT_EQ(value_of(space_.select<Person>(Conditions().index_eq("by_age", 3))),
            those([](const Person& one) { return one.age == 3; }));
  EXPECT_EQ(
      value_of(space_.select<Person>(Conditions().field_eq("id", 15).field_eq("name", "name 1"))),
      those([](const Person& one) { return one.id == 15; }));
  auto downwards = those([](const Person& one) { return one.id <= 9; });
  std::reverse(downwards.begin(), downwards.end());
  EXPECT_EQ(value_of(space_.select<Person>(Conditions().index_lt(0, 10))), downwards);
  EXPECT_EQ(value_of(space_.select<Person>(Conditions().after(args(48)))),
            those([](const Person& one) { return one.id > 48; }));
  EXPECT_EQ(value_of(space_.count(Conditions().field_eq("age", 3))), 10U);
  EXPECT_EQ(value_of(space_.count(Conditions().index_gt("primary", 45))), 5U);
}

TEST_F(SpaceTest, UpdatesAndUpserts) {
  value_of(space_.insert<Person>(args(1, "Ann", 30)));
  EXPECT_EQ(value_of(space_.update<Person>(1, Updates().plus("age", 1).splice(1, 0, 1, "H"))),
            (Person{1, "Hnn", 31}));
  EXPECT_EQ(value_of(space_.update<Person>(Conditions().index_eq("by_name", args("Hnn", 1)),
                                           Updates().minus(-1, 2))),
            (Person{1, "Hnn", 29}));
  EXPECT_EQ(value_of(space_.update<Person>(5, Updates().plus("age", 1))), std::nullopt);
  const Updates older = std::move(Updates().plus("age", 10));
  EXPECT_EQ(value_of(space_.upsert(args(1, "Ann", 1), older)), Done{});
  EXPECT_EQ(value_of(space_.upsert(args(2, "Bob", 1), older)), Done{});
  EXPECT_EQ(value_of(space_.select<Person>()), (People{{1, "Hnn", 39}, {2, "Bob", 1}}));
  EXPECT_EQ(value_of(space_.erase<Person>(Conditions().field_eq("name", "Bob").field_eq("id", 2))),
            (Person{2, "Bob", 1}));

  const Error range = error_of(space_.erase<Person>(Conditions().field_gt("id", 1)));
  EXPECT_EQ(range.cause, Cause::type);
  EXPECT_EQ(range.message, "update and erase take the whole key of a unique index");
  const Error twice = error_of(space_.update<Person>(1, Updates().plus(2, 1).plus(2, 1)));
  EXPECT_EQ(twice.cause, Cause::type);
  EXPECT_NE(twice.message.find("field 2 is updated twice"), std::string::npos) << twice.message;
}

TEST_F(SpaceTest, AnswersByEveryStyle) {
  std::promise<Result<std::optional<Person>>> promise;
  space_.insert<Person>(args(1, "Ann")).then([&](Result<std::optional<Person>> row) {
    promise.set_value(std::move(row));
  });
  EXPECT_EQ(value_of(got(promise)), (Person{1, "Ann", {}}));

  const auto flow = [](Space space) -> Task<People> {
    value_of(co_await space.insert<Person>(args(2, "Bob")));
    co_return co_await space.select<Person>(Conditions().index_ge(0, 1));
  };
  EXPECT_EQ(value_of(flow(space_)), (People{{1, "Ann", {}}, {2, "Bob", {}}}));
}

TEST_F(SpaceTest, TellsErrorsOfTheServer) {
  value_of(space_.insert<Person>(args(1, "Ann")));
  const Error duplicate = error_of(space_.insert<Person>(args(1, "Ann")));
  EXPECT_EQ(duplicate.cause, Cause::server);
  EXPECT_EQ(duplicate.code, server_code::tuple_found);

  ConnectionOptions options = patient();
  options.credentials = {std::string(servers::stranger), std::string(servers::stranger_password)};
  const Space unseen(Schema(connect(options)), name_);
  EXPECT_EQ(error_of(unseen.select<Person>()).message, "no space '" + name_ + "'");

  const Error unfit = error_of(space_.select<std::tuple<std::string>>());
  EXPECT_EQ(unfit.cause, Cause::type);
}

TEST_F(SpaceTest, UnknownNamesAreErrorsAfterAnotherLook) {
  value_of(schema_.spaces());
  const std::size_t known = sender_->sent(Command::select);
  const Error no_space = error_of(Space(schema_, "nowhere").select<Person>());
  EXPECT_EQ(no_space.cause, Cause::type);
  EXPECT_EQ(no_space.message, "no space 'nowhere'");
  EXPECT_EQ(sender_->sent(Command::select), known + 2);  // One fetch.
  const Error no_index = error_of(space_.select<Person>(Conditions().index_eq("nowhere", 1)));
  EXPECT_EQ(no_index.message, "no index 'nowhere' in space '" + name_ + "'");
  EXPECT_EQ(sender_->sent(Command::select), known + 4);

  lua("box.schema.space.create('nowhere'):create_index('primary')");
  EXPECT_EQ(value_of(Space(schema_, "nowhere").select<Person>()), People());
}

TEST_F(SpaceTest, RequestsForAnOldSchemaAreMadeAnew) {
  fill(3);
  alter("space:create_index('new', {parts = {'name'}, unique = false})");
  EXPECT_EQ(value_of(space_.get<Person>(1)), rows_[0]);
  alter("space.index.by_name:drop() space:create_index('by_name', {parts = {'id'}})");
  EXPECT_EQ(value_of(space_.select<Person>(Conditions().index_eq("by_name", 2))),
            (People{rows_[1]}));
  // The same name, with another number.
  alter("space:rename('former') box.schema.space.create('" + name_ + "'):create_index('primary')");
  EXPECT_EQ(value_of(space_.select<Person>()), People());
  EXPECT_EQ(value_of(space_.insert<Person>(args(9, "Zoe"))), (Person{9, "Zoe", {}}));
  EXPECT_EQ(value_of(Space(schema_, "former").select<Person>()), rows_);
  lua("box.space.former:drop()");
}

TEST_F(SpaceTest, WritesWhileTheSchemaChangesAllArriveOnce) {
  constexpr std::size_t n = 2000;
  std::vector<std::tuple<std::uint64_t, std::string>> tuples;
  for (std::size_t i = 0; i < n; ++i) tuples.emplace_back(i, "x");
  std::atomic<bool> is_done = false;
  auto changing = std::async(std::launch::async, [&] {
    int changes = 0;
    for (; !is_done; ++changes) {
      lua("box.schema.space.create('passing'):drop()");
    }
    return changes;
  });
  const auto batch = value_of(space_.insert_many<Person>(tuples));
  is_done = true;
  EXPECT_GT(got(std::move(changing)), 0);
  EXPECT_EQ(batch.errors.size(), 0U);
  EXPECT_EQ(batch.rows.size(), n);
  EXPECT_EQ(value_of(space_.count()), n);
}

TEST_F(SpaceTest, StoresManyAndTellsWhichItCouldNot) {
  People people;
  for (std::uint64_t i = 0; i < 1000; ++i) people.push_back({i, "a", {}});
  people[10].id = 3;
  people[500].id = 499;
  const auto inserted = value_of(space_.insert_many<Person>(people));
  EXPECT_EQ(inserted.rows.size(), 998U);
  EXPECT_EQ(inserted.rows[11], people[12]);
  ASSERT_EQ(inserted.errors.size(), 2U);
  for (const auto& [number, index] : {std::pair{0, 10}, {1, 500}}) {
    const TupleError& error = inserted.errors[static_cast<std::size_t>(number)];
    EXPECT_EQ(error.index, index);
    EXPECT_EQ(error.error.code, server_code::tuple_found);
    EXPECT_EQ(error.tuple, Packed(people[static_cast<std::size_t>(index)]));
  }
  const auto replaced = value_of(space_.replace_many<Person>(people, {.in_flight = 1}));
  EXPECT_EQ(replaced.rows, people);
  EXPECT_EQ(replaced.errors.size(), 0U);
  EXPECT_EQ(value_of(space_.insert_many<Person>(People())).rows, People());
}

TEST_F(SpaceTest, StoresManyLargeOnes) {
  // 30 MB, thrice what the server reads at once.
  std::vector<std::tuple<std::uint64_t, std::string>> tuples;
  for (std::uint64_t i = 0; i < 300; ++i) tuples.emplace_back(i, std::string(100'000, 'x'));
  const auto batch = value_of(space_.insert_many<std::tuple<std::uint64_t>>(tuples));
  EXPECT_EQ(batch.rows.size(), tuples.size());
  EXPECT_EQ(value_of(space_.select<Person>()).back().name.size(), 100'000U);
}

TEST_F(SpaceTest, FailsEachOfABatchWhereTheServerIsGone) {
  const auto connection = connect();
  const Space space(Schema(connection), name_);
  value_of(space.count());
  connection->close();
  const auto batch = value_of(space.insert_many<Person>(People(300)));
  EXPECT_EQ(batch.rows.size(), 0U);
  ASSERT_EQ(batch.errors.size(), 300U);
  EXPECT_EQ(batch.errors[299].error.cause, Cause::closed);
}

}  // namespace
}  // namespace tarantool
