// SPDX-License-Identifier: Apache-2.0
#include "tarantool/crud.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <future>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "real_server.hpp"
#include "tarantool/struct.hpp"
#include "tasks.hpp"

namespace tarantool {

/// A row of test_space, in another order than its columns, and with one that it does not have.
struct Record {
  std::string field1;
  std::uint64_t id = 0;
  std::optional<std::uint64_t> bucket_id;
  std::uint64_t field2 = 0;
  std::optional<int> more;
  bool operator==(const Record&) const = default;
};

/// As test_space has it.
struct RecordTuple {
  std::uint64_t id = 0;
  std::optional<std::uint64_t> bucket_id;
  std::string field1;
  std::uint64_t field2 = 0;
  bool operator==(const RecordTuple&) const = default;
};

struct Profile {
  std::uint64_t profile_id = 0;
  std::optional<std::uint64_t> bucket_id;
  std::string fio;
  std::uint64_t age = 0;
  std::optional<std::uint64_t> balance;
  bool operator==(const Profile&) const = default;
};

}  // namespace tarantool

TARANTOOL_STRUCT(tarantool::Record, field1, id, bucket_id, field2, more);
TARANTOOL_STRUCT(tarantool::RecordTuple, id, bucket_id, field1, field2);
TARANTOOL_STRUCT(tarantool::Profile, profile_id, bucket_id, fio, age, balance);

namespace tarantool {
namespace {

using testing::CountingSender;
using testing::error_of;
using testing::got;
using testing::value_of;
using Ids = std::vector<std::uint64_t>;

servers::ShardedCluster& cluster() {
  static servers::ShardedCluster cluster({}, {.routers = 1, .storages = 2, .replicas = 1});
  return cluster;
}

class CrudTest : public testing::RealServerTest {
 protected:
  CrudTest() {
    value_of(crud_.truncate(space_));
    value_of(crud_.truncate(profiles_));
  }

  Result<std::shared_ptr<Connection>> connect_to_router(const ConnectionOptions& options) {
    return got(Connection::connect(loop(), *Address::parse(cluster().router(0).uri()), options));
  }
  RecordTuple insert(std::uint64_t id, const std::string& text, std::uint64_t number = 0) {
    return *value_of(crud_.insert<RecordTuple>(space_, args(id, Nil(), text, number)));
  }
  void fill(std::uint64_t n) {
    std::vector<RecordTuple> tuples;
    for (std::uint64_t id = 1; id <= n; ++id) tuples.push_back({id, {}, "x", id % 10});
    const auto batch = value_of(crud_.insert_many<RecordTuple>(space_, tuples));
    ASSERT_EQ(batch.rows.size(), n);
    ASSERT_EQ(batch.errors.size(), 0U);
  }
  static Ids ids(const std::vector<RecordTuple>& rows) {
    Ids ids;
    for (const RecordTuple& row : rows) ids.push_back(row.id);
    return ids;
  }
  static Ids from_to(std::uint64_t first, std::uint64_t last) {
    Ids ids;
    for (std::uint64_t id = first; id <= last; ++id) ids.push_back(id);
    return ids;
  }
  Ids selected(const Conditions& conditions, const CrudOptions& options = {}) {
    return ids(value_of(crud_.select<RecordTuple>(space_, conditions, options)));
  }
  Ids all(Cursor<RecordTuple> cursor) {
    Ids ids;
    while (const auto row = value_of(cursor.next())) ids.push_back(row->id);
    return ids;
  }

  static constexpr const char* space_ = "test_space";
  static constexpr const char* profiles_ = "test__profile";
  std::shared_ptr<Connection> connection_ = value_of(connect_to_router(patient()));
  std::shared_ptr<CountingSender> sender_ = std::make_shared<CountingSender>(connection_);
  Crud crud_{sender_};
};

TEST_F(CrudTest, StoresAndFinds) {
  const RecordTuple stored = insert(1, "one", 11);
  EXPECT_EQ(stored, (RecordTuple{1, stored.bucket_id, "one", 11}));
  EXPECT_TRUE(stored.bucket_id);
  EXPECT_EQ(value_of(crud_.get<RecordTuple>(space_, 1)), stored);
  EXPECT_EQ(value_of(crud_.get<RecordTuple>(space_, args(1))), stored);
  EXPECT_EQ(value_of(crud_.get<RecordTuple>(space_, 2)), std::nullopt);
  EXPECT_EQ(value_of(crud_.len(space_)), 1U);
  const auto replaced = value_of(crud_.replace<RecordTuple>(space_, RecordTuple{1, {}, "new", 2}));
  EXPECT_EQ(replaced, (RecordTuple{1, stored.bucket_id, "new", 2}));
  EXPECT_EQ(value_of(crud_.erase<RecordTuple>(space_, 1)), replaced);
  EXPECT_EQ(value_of(crud_.erase<RecordTuple>(space_, 1)), std::nullopt);
  EXPECT_EQ(value_of(crud_.len(space_)), 0U);
}

TEST_F(CrudTest, ReadsStructsByColumnsAndTuplesByPosition) {
  const RecordTuple stored = insert(1, "one", 11);
  const Record by_name{"one", 1, stored.bucket_id, 11, std::nullopt};
  EXPECT_EQ(value_of(crud_.get<Record>(space_, 1)), by_name);
  EXPECT_EQ(value_of(crud_.get<Record>(space_, 1)), by_name);
  using Tuple = std::tuple<std::uint64_t, std::uint64_t, std::string>;
  EXPECT_EQ(value_of(crud_.get<Tuple>(space_, 1)), Tuple(1, *stored.bucket_id, "one"));
  const auto value = value_of(crud_.get<Value>(space_, 1));
  EXPECT_EQ(value->as<Value::Array>()->size(), 4U);

  const auto some = value_of(
      crud_.get<std::tuple<std::string, std::uint64_t>>(space_, 1, {.fields = {{"field1", "id"}}}));
  EXPECT_EQ(some, std::tuple("one", 1U));
  const Error lacking = error_of(crud_.get<RecordTuple>(space_, 1, {.fields = {{"field1", "id"}}}));
  EXPECT_EQ(lacking.cause, Cause::type);
  EXPECT_NE(lacking.message.find("field2"), std::string::npos) << lacking.message;
  const Error unfit = error_of(crud_.get<std::tuple<std::string>>(space_, 1));
  EXPECT_EQ(unfit.cause, Cause::type);
  EXPECT_EQ(unfit.message, "the answer does not fit: expected a string, found 1 at [0][0]");
}

TEST_F(CrudTest, StoresObjects) {
  const Profile profile{5, {}, "Ann", 30, {}};
  auto stored = *value_of(crud_.insert_object<Profile>(profiles_, profile));
  EXPECT_TRUE(std::exchange(stored.bucket_id, {}));
  EXPECT_EQ(stored, profile);
  const std::map<std::string, Value> object = {{"profile_id", Value(std::int64_t{5})},
                                               {"fio", Value(std::string("Bob"))},
                                               {"age", Value(std::int64_t{40})},
                                               {"balance", Value(std::int64_t{7})}};
  const auto replaced = *value_of(crud_.replace_object<Profile>(profiles_, object));
  EXPECT_EQ(replaced.fio, "Bob");
  EXPECT_EQ(replaced.balance, 7U);
  const Updates older = std::move(Updates().plus("age", 5));
  value_of(crud_.upsert_object(profiles_, profile, older));
  value_of(crud_.upsert_object(profiles_, Profile{6, {}, "Carl", 1, {}}, older));
  EXPECT_EQ(value_of(crud_.get<Profile>(profiles_, 5))->age, 45U);
  EXPECT_EQ(value_of(crud_.get<Profile>(profiles_, 6))->age, 1U);
  const Error unknown =
      error_of(crud_.insert_object<Profile>(profiles_, std::map<std::string, int>{{"no", 1}}));
  EXPECT_EQ(unknown.cause, Cause::router);
  EXPECT_EQ(unknown.class_name, "InsertError");
}

TEST_F(CrudTest, UpdatesAndUpserts) {
  insert(1, "one", 11);
  EXPECT_EQ(
      value_of(crud_.update<RecordTuple>(space_, 1, Updates().plus(3, 1).assign("field1", "x")))
          ->field2,
      12U);
  EXPECT_EQ(value_of(crud_.update<RecordTuple>(space_, 1, Updates().splice(2, 1, 0, "b")))->field1,
            "xb");
  EXPECT_EQ(value_of(crud_.update<RecordTuple>(space_, 1, Updates().minus(-1, 2)))->field2, 10U);
  const Updates more = std::move(Updates().plus("field2", 100));
  value_of(crud_.upsert(space_, RecordTuple{1, {}, "y", 1}, more));
  value_of(crud_.upsert(space_, RecordTuple{2, {}, "y", 1}, more));
  EXPECT_EQ(value_of(crud_.get<RecordTuple>(space_, 1))->field2, 110U);
  EXPECT_EQ(value_of(crud_.get<RecordTuple>(space_, 2))->field2, 1U);
  EXPECT_EQ(value_of(crud_.update<RecordTuple>(space_, 3, more)), std::nullopt);
}

TEST_F(CrudTest, SelectsByConditions) {
  fill(200);
  EXPECT_EQ(selected(Conditions()), from_to(1, 200));
  EXPECT_EQ(ids(value_of(crud_.select<RecordTuple>(space_, args()))), from_to(1, 200));
  EXPECT_EQ(ids(value_of(crud_.select<RecordTuple>(space_, args(eq("id", args(7))),
                                                   {.first = 4'294'967'295}))),
            (Ids{7}));
  EXPECT_EQ(ids(value_of(crud_.select<RecordTuple>(
                space_, args(gt("id", 20), le("id", 50), eq("field2", 5)), {.fullscan = true}))),
            (Ids{25, 35, 45}));
  EXPECT_EQ(selected(Conditions().field_ge("id", 100).limit(3)), from_to(100, 102));
  EXPECT_EQ(selected(Conditions().index_gt("id", 190).field_gt("field2", 5)), from_to(196, 199));
  EXPECT_EQ(selected(Conditions().index_lt("id", 4)), (Ids{3, 2, 1}));
  EXPECT_EQ(selected(Conditions().field_le("id", 3).descending().limit(2)), (Ids{3, 2}));
  const auto row = *value_of(crud_.get<RecordTuple>(space_, 120));
  EXPECT_EQ(selected(Conditions().field_ge("id", 100).after(row).limit(4)), from_to(121, 124));
  EXPECT_EQ(selected(Conditions().after(row), {.first = -5, .batch_size = 2}), from_to(115, 119));
  EXPECT_EQ(value_of(crud_.count(space_, args(ge("id", 150)))), 51U);
}

TEST_F(CrudTest, SelectsByPositionsAndAsksForTheSchemaOnce) {
  fill(20);
  const std::size_t calls = sender_->sent(Command::call);
  EXPECT_EQ(selected(Conditions().index_eq(0, 5)), (Ids{5}));
  EXPECT_EQ(selected(Conditions().field_ge(0, 18)), from_to(18, 20));
  EXPECT_EQ(selected(Conditions().field_eq(3, 7)), (Ids{7, 17}));
  EXPECT_EQ(sender_->sent(Command::call), calls + 4);

  const SpacesPointer spaces = value_of(crud_.spaces());
  const SpaceDefinition* space = spaces->find(space_);
  ASSERT_NE(space, nullptr);
  EXPECT_EQ(space->fields.size(), 4U);
  EXPECT_EQ(space->fields[2], (FieldDefinition{"field1", "string", false}));
  ASSERT_EQ(space->indexes.size(), 2U);
  EXPECT_EQ(
      space->indexes[1],
      (IndexDefinition{
          1, "bucket_id", "tree", false, {{1, "unsigned", space->fields[1].is_nullable, ""}}}));

  EXPECT_EQ(error_of(crud_.select<RecordTuple>(space_, Conditions().index_eq(9, 5))).message,
            "no index number 9 in space 'test_space'");
  EXPECT_EQ(error_of(crud_.select<RecordTuple>("nowhere", Conditions().index_eq(0, 5))).message,
            "no space 'nowhere'");
}

TEST_F(CrudTest, RefusesConditionsThatRoutersDoNotKnow) {
  const Error two = error_of(
      crud_.select<RecordTuple>(space_, Conditions().index_eq("id", 5).index_eq("bucket_id", 1)));
  EXPECT_EQ(two.cause, Cause::type);
  EXPECT_NE(two.message.find("more than one index: 'id' and 'bucket_id'"), std::string::npos);
  EXPECT_EQ(error_of(crud_.select<RecordTuple>(space_, Conditions().offset(5))).cause, Cause::type);
}

TEST_F(CrudTest, GivesRowsOneByOneInTheOrderOfAnIndex) {
  fill(250);
  for (const std::uint32_t batch : {1U, 33U, 100U, 250U, 1000U}) {
    EXPECT_EQ(all(crud_.cursor<RecordTuple>(space_, {}, batch)), from_to(1, 250)) << batch;
    for (const Conditions& conditions :
         {Conditions().index_lt("id", 200), Conditions().field_ge("bucket_id", 500),
          Conditions().field_gt("id", 100).limit(77)}) {
      EXPECT_EQ(all(crud_.cursor<RecordTuple>(space_, conditions, batch)), selected(conditions))
          << batch;
    }
  }
  const std::size_t before = sender_->sent(Command::call);
  all(crud_.cursor<RecordTuple>(space_));
  EXPECT_EQ(sender_->sent(Command::call), before + 3);
  auto of_some_fields = crud_.cursor<std::tuple<std::string, std::uint64_t>>(
      space_, Conditions().field_ge("id", 10), 3, {.fields = {{"field1", "id"}}});
  for (std::uint64_t id = 10; id < 20; ++id) {
    EXPECT_EQ(value_of(of_some_fields.next()), std::tuple("x", id));
  }
  auto nowhere = crud_.cursor<RecordTuple>("nowhere");
  EXPECT_EQ(error_of(nowhere.next()).code, server_code::no_such_space);
}

TEST_F(CrudTest, FindsTheLeastAndTheGreatest) {
  EXPECT_EQ(value_of(crud_.min<RecordTuple>(space_)), std::nullopt);
  fill(20);
  EXPECT_EQ(value_of(crud_.min<RecordTuple>(space_))->id, 1U);
  EXPECT_EQ(value_of(crud_.max<RecordTuple>(space_))->id, 20U);
  const auto rows = value_of(crud_.select<RecordTuple>(space_, Conditions()));
  const auto greatest =
      std::max_element(rows.begin(), rows.end(),
                       [](const auto& a, const auto& b) { return a.bucket_id < b.bucket_id; });
  EXPECT_EQ(value_of(crud_.max<RecordTuple>(space_, "bucket_id"))->bucket_id, greatest->bucket_id);
  EXPECT_EQ(error_of(crud_.min<RecordTuple>(space_, "nowhere")).cause, Cause::router);
}

TEST_F(CrudTest, StoresManyAndTellsWhichItCouldNot) {
  insert(5, "here already");
  std::vector<RecordTuple> tuples;
  for (std::uint64_t id = 1; id <= 9; ++id) tuples.push_back({id, {}, "many", id});
  const auto batch = value_of(crud_.insert_many<RecordTuple>(space_, tuples));
  EXPECT_EQ(batch.rows.size(), 8U);
  ASSERT_EQ(batch.errors.size(), 1U);
  const TupleError& error = batch.errors[0];
  EXPECT_EQ(error.error.cause, Cause::router);
  EXPECT_EQ(error.error.code, server_code::tuple_found);
  EXPECT_EQ(error.error.class_name, "InsertManyError");
  EXPECT_EQ(error.index, std::nullopt);
  Decoder about = error.tuple.decoder();
  RecordTuple tuple;
  ASSERT_TRUE(read(about, tuple));
  EXPECT_EQ(tuple.id, 5U);

  const auto none = value_of(crud_.insert_many<RecordTuple>(space_, tuples));
  EXPECT_EQ(none.rows.size(), 0U);
  EXPECT_EQ(none.errors.size(), 9U);
  const auto replaced = value_of(crud_.replace_many<RecordTuple>(space_, tuples));
  EXPECT_EQ(replaced.rows.size(), 9U);
  EXPECT_EQ(replaced.errors.size(), 0U);
  EXPECT_EQ(value_of(crud_.get<RecordTuple>(space_, 5))->field1, "many");

  const auto unknown = value_of(crud_.insert_many<RecordTuple>("nowhere", tuples));
  ASSERT_EQ(unknown.errors.size(), 1U);
  EXPECT_EQ(unknown.errors[0].error.code, server_code::no_such_space);
  EXPECT_EQ(unknown.errors[0].tuple, Packed());

  const auto none_of_many = value_of(crud_.insert_many<RecordTuple>(
      space_, std::vector<RecordTuple>{{100, {}, "new", 1}, {5, {}, "old", 1}},
      {.force_map_call = {}, .stop_on_error = true, .rollback_on_error = true}));
  EXPECT_FALSE(none_of_many.errors.empty());
}

TEST_F(CrudTest, StoresManyObjectsAndUpserts) {
  const std::vector<Profile> profiles = {{1, {}, "Ann", 30, 1}, {2, {}, "Bob", 40, {}}};
  EXPECT_EQ(value_of(crud_.insert_object_many<Profile>(profiles_, profiles)).rows.size(), 2U);
  EXPECT_EQ(value_of(crud_.insert_object_many<Profile>(profiles_, profiles)).errors.size(), 2U);
  EXPECT_EQ(value_of(crud_.replace_object_many<Profile>(profiles_, profiles)).rows.size(), 2U);
  std::vector<crud::RecordAndUpdates<Profile>> upserts;
  upserts.emplace_back(profiles[0], std::move(Updates().plus(3, 5)));
  upserts.emplace_back(Profile{3, {}, "Carl", 1, {}}, std::move(Updates().plus("age", 5)));
  EXPECT_TRUE(value_of(crud_.upsert_many(profiles_, upserts)).errors.empty());
  EXPECT_TRUE(value_of(crud_.upsert_object_many(profiles_, upserts)).errors.empty());
  EXPECT_EQ(value_of(crud_.get<Profile>(profiles_, 1))->age, 40U);
  EXPECT_EQ(value_of(crud_.get<Profile>(profiles_, 3))->age, 6U);
}

TEST_F(CrudTest, StoresManyBeyondWhatARouterReadsAtOnce) {
  std::vector<RecordTuple> tuples;
  for (std::uint64_t id = 1; id <= 300; ++id)
    tuples.push_back({id, {}, std::string(100'000, 'x'), id});
  const auto batch = value_of(crud_.replace_many<std::tuple<std::uint64_t>>(space_, tuples));
  EXPECT_EQ(batch.rows.size(), 300U);
}

TEST_F(CrudTest, TellsErrorsAsTheirKinds) {
  insert(1, "one");
  const Error duplicate = error_of(crud_.insert<RecordTuple>(space_, RecordTuple{1, {}, "", 0}));
  EXPECT_EQ(duplicate.cause, Cause::router);
  EXPECT_EQ(duplicate.code, server_code::tuple_found);
  EXPECT_EQ(duplicate.class_name, "InsertError");
  EXPECT_NE(duplicate.message.find("Duplicate key exists in unique index 'id'"), std::string::npos);
  EXPECT_EQ(to_string(duplicate), "router error 3 InsertError: " + duplicate.message);

  const Error unknown = error_of(crud_.get<RecordTuple>("nowhere", 1));
  EXPECT_EQ(unknown.cause, Cause::router);
  EXPECT_EQ(unknown.code, server_code::no_such_space);
  EXPECT_EQ(unknown.class_name, "GetError");
  for (const Error& error :
       {error_of(crud_.truncate("nowhere")), error_of(crud_.len("nowhere")),
        error_of(crud_.count("nowhere", args())), error_of(crud_.max<RecordTuple>("nowhere"))}) {
    EXPECT_EQ(error.cause, Cause::router);
    EXPECT_EQ(error.code, server_code::no_such_space);
  }

  const Error wrong_type = error_of(crud_.insert<RecordTuple>(space_, args(2, Nil(), 3, 4)));
  EXPECT_EQ(wrong_type.cause, Cause::router);
  EXPECT_EQ(wrong_type.code, 0U);
  const Error condition = error_of(crud_.select<RecordTuple>(space_, args(eq("nowhere", 1))));
  EXPECT_EQ(condition.class_name, "SelectError");
  const Error twice =
      error_of(crud_.update<RecordTuple>(space_, 1, Updates().plus(3, 1).plus(3, 1)));
  EXPECT_EQ(twice.cause, Cause::type);

  const Error no_procedure = error_of(connection_->first<int>(call("crud.nothing")));
  EXPECT_EQ(no_procedure.cause, Cause::server);
  EXPECT_EQ(no_procedure.code, server_code::no_such_proc);
}

TEST_F(CrudTest, AStrangerIsDenied) {
  ConnectionOptions options = patient();
  options.credentials = {std::string(servers::stranger), std::string(servers::stranger_password)};
  const auto connection = connect_to_router(options);
  if (!connection) GTEST_SKIP() << "routers have no stranger: " << to_string(connection.error());
  const Error denied = error_of(Crud(*connection).get<RecordTuple>(space_, 1));
  EXPECT_EQ(denied.cause, Cause::server);
  EXPECT_EQ(denied.code, server_code::access_denied);
}

TEST_F(CrudTest, AnswersByEveryStyle) {
  const auto flow = [](Crud crud) -> Task<RecordTuple> {
    value_of(co_await crud.insert<RecordTuple>(space_, args(1, Nil(), "one", 1)));
    value_of(co_await crud.upsert(space_, args(1, Nil(), "", 0), Updates().plus("field2", 1)));
    auto rows = value_of(co_await crud.select<RecordTuple>(space_, Conditions().index_eq("id", 1)));
    co_return rows.at(0);
  };
  EXPECT_EQ(value_of(flow(crud_)).field2, 2U);

  std::promise<Result<std::optional<RecordTuple>>> called;
  crud_.get<RecordTuple>(space_, 1).then(
      [&](Result<std::optional<RecordTuple>> row) { called.set_value(std::move(row)); });
  EXPECT_EQ(value_of(got(called))->field1, "one");
}

TEST_F(CrudTest, PassesItsOptionsOn) {
  std::vector<CrudOptions> each(16);
  each[0].timeout = std::chrono::seconds(10);
  each[1].fields = {{"id", "field1"}};
  each[2].bucket_id = 5;
  each[3].mode = CrudMode::write;
  each[4].first = 7;
  each[5].after = Packed(args(1, 2));
  each[6].batch_size = 3;
  each[7].yield_every = 4;
  each[8].force_map_call = true;
  each[9].fullscan = false;
  each[10].prefer_replica = true;
  each[11].balance = true;
  each[12].vshard_router = "other";
  each[13].fetch_latest_metadata = true;
  each[14].stop_on_error = true;
  each[15].rollback_on_error = true;
  std::string told;
  for (const CrudOptions& options : each) {
    told += value_of(connection_->first<Value>(eval("return ...", options)))->to_string() + "\n";
  }
  EXPECT_EQ(told, R"({"timeout": 10}
{"fields": ["id", "field1"]}
{"bucket_id": 5}
{"mode": "write"}
{"first": 7}
{"after": [1, 2]}
{"batch_size": 3}
{"yield_every": 4}
{"force_map_call": true}
{"fullscan": false}
{"prefer_replica": true}
{"balance": true}
{"vshard_router": "other"}
{"fetch_latest_metadata": true}
{"stop_on_error": true}
{"rollback_on_error": true}
)");
  EXPECT_EQ(value_of(connection_->first<Value>(eval("return ...", CrudOptions())))->to_string(),
            "{}");
  const CrudOptions options{.timeout = std::chrono::seconds(30),
                            .mode = CrudMode::write,
                            .prefer_replica = true,
                            .balance = true,
                            .no_return = true};
  EXPECT_EQ(value_of(crud_.insert<RecordTuple>(space_, RecordTuple{1, {}, "", 0}, options)),
            std::nullopt);
}

}  // namespace
}  // namespace tarantool
