// SPDX-License-Identifier: Apache-2.0
// Every kind of request, as a real server understands it.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "real_server.hpp"
#include "tarantool/request.hpp"

namespace tarantool {
namespace {

using testing::error_of;
using testing::got;
using testing::value_of;

using Row = std::tuple<unsigned, std::string, int>;

class Requests : public testing::RealServerTest {
 protected:
  /// A space of its own, with the rows 1 to 5.
  void SetUp() override {
    space_ = make_space("{{'id', 'unsigned'}, {'name', 'string'}, {'n', 'integer'}}");
    evaluate("box.space[" + std::to_string(space_) +
             "]:create_index('by_name', {parts = {2}, unique = false})");
    for (unsigned id = 1; id <= 5; ++id) {
      value_of(connection_->done(insert(space_, Row(id, id % 2 == 0 ? "even" : "odd", 10 * id))));
    }
  }

  static void evaluate(const std::string& lua) { testing::real_server().evaluate(lua); }
  std::vector<unsigned> ids(const SelectOptions& options, unsigned key = 0) {
    const auto rows = options.iterator == Iterator::all
                          ? value_of(connection_->rows<Row>(select(space_, args(), options)))
                          : value_of(connection_->rows<Row>(select(space_, key, options)));
    std::vector<unsigned> found;
    for (const Row& row : rows) found.push_back(std::get<0>(row));
    return found;
  }
  std::optional<Row> row(unsigned id) {
    return value_of(connection_->first<Row>(select(space_, id)));
  }

  std::shared_ptr<Connection> connection_ = connect();
  std::uint32_t space_ = 0;
};

using Ids = std::vector<unsigned>;

TEST_F(Requests, Ping) { EXPECT_EQ(value_of(connection_->done(ping())), Done{}); }

TEST_F(Requests, SelectByEveryIteratorOfATree) {
  EXPECT_EQ(ids({.iterator = Iterator::eq}, 3), Ids{3});
  EXPECT_EQ(ids({.iterator = Iterator::eq}, 9), Ids{});
  EXPECT_EQ(ids({.iterator = Iterator::req}, 3), Ids{3});
  EXPECT_EQ(ids({.iterator = Iterator::all}), (Ids{1, 2, 3, 4, 5}));
  EXPECT_EQ(ids({.iterator = Iterator::lt}, 3), (Ids{2, 1}));
  EXPECT_EQ(ids({.iterator = Iterator::le}, 3), (Ids{3, 2, 1}));
  EXPECT_EQ(ids({.iterator = Iterator::ge}, 3), (Ids{3, 4, 5}));
  EXPECT_EQ(ids({.iterator = Iterator::gt}, 3), (Ids{4, 5}));
}

TEST_F(Requests, SelectWithLimitAndOffset) {
  EXPECT_EQ(ids({.limit = 2, .iterator = Iterator::ge}, 2), (Ids{2, 3}));
  EXPECT_EQ(ids({.limit = 2, .offset = 1, .iterator = Iterator::ge}, 2), (Ids{3, 4}));
  EXPECT_EQ(ids({.limit = 0, .iterator = Iterator::all}), Ids{});
  EXPECT_EQ(ids({.offset = 4, .iterator = Iterator::all}), Ids{5});
}

TEST_F(Requests, SelectByAnotherIndexAndKeysOfEveryShape) {
  const SelectOptions by_name{.index = 1};
  const std::string name = "even";
  EXPECT_EQ(value_of(connection_->rows<Row>(select(space_, "even", by_name))).size(), 2U);
  EXPECT_EQ(value_of(connection_->rows<Row>(select(space_, name, by_name))).size(), 2U);
  EXPECT_EQ(value_of(connection_->rows<Row>(select(space_, args("odd"), by_name))).size(), 3U);
  EXPECT_EQ(value_of(connection_->rows<Row>(select(space_, std::tuple("odd"), by_name))).size(),
            3U);
  EXPECT_EQ(value_of(connection_->rows<Row>(
                         select(space_, args("odd"), {.index = 1, .iterator = Iterator::req})))
                .front(),
            Row(5, "odd", 50));
}

TEST_F(Requests, SelectByBits) {
  evaluate(
      "local s = box.schema.space.create('bits', {if_not_exists = true}) "
      "s:create_index('pk', {parts = {1, 'unsigned'}, if_not_exists = true}) "
      "s:create_index('bits', {type = 'bitset', parts = {1, 'unsigned'}, if_not_exists = true}) "
      "for i = 1, 4 do s:replace{i} end");
  const auto space = value_of(connection_->first<unsigned>(eval("return box.space.bits.id")));
  const auto count = [&](Iterator iterator) {
    return value_of(connection_->rows<Value>(
                        select(*space, args(3U), {.index = 1, .iterator = iterator})))
        .size();
  };
  EXPECT_EQ(count(Iterator::bits_all_set), 1U);      // 3
  EXPECT_EQ(count(Iterator::bits_any_set), 3U);      // 1, 2, 3
  EXPECT_EQ(count(Iterator::bits_all_not_set), 1U);  // 4
}

TEST_F(Requests, SelectByPlace) {
  evaluate(
      "local s = box.schema.space.create('places', {if_not_exists = true}) "
      "s:create_index('pk', {parts = {1, 'unsigned'}, if_not_exists = true}) "
      "s:create_index('place', {type = 'rtree', unique = false, parts = {2, 'array'}, "
      "if_not_exists = true}) "
      "for i = 1, 4 do s:replace{i, {i, i}} end");
  const auto space = value_of(connection_->first<unsigned>(eval("return box.space.places.id")));
  using Place = std::tuple<unsigned, std::vector<double>>;
  const auto inside = value_of(connection_->rows<Place>(
      select(*space, args(1.5, 1.5, 3.5, 3.5), {.index = 1, .iterator = Iterator::overlaps})));
  EXPECT_EQ(inside.size(), 2U);
  const auto nearest = value_of(connection_->rows<Place>(
      select(*space, args(3.9, 3.9), {.index = 1, .limit = 1, .iterator = Iterator::neighbor})));
  ASSERT_EQ(nearest.size(), 1U);
  EXPECT_EQ(std::get<0>(nearest[0]), 4U);
}

TEST_F(Requests, InsertAnswersTheTupleOnce) {
  EXPECT_EQ(value_of(connection_->first<Row>(insert(space_, Row(6, "six", -6)))),
            Row(6, "six", -6));
  const Error error = error_of(connection_->first<Row>(insert(space_, Row(6, "other", 0))));
  EXPECT_EQ(error.cause, Cause::server);
  EXPECT_EQ(error.code, server_code::tuple_found);
  EXPECT_EQ(row(6), Row(6, "six", -6));
}

TEST_F(Requests, ReplaceTakesThePlace) {
  EXPECT_EQ(value_of(connection_->first<Row>(replace(space_, Row(1, "one", 1)))), Row(1, "one", 1));
  EXPECT_EQ(row(1), Row(1, "one", 1));
}

TEST_F(Requests, DeleteAnswersWhatWasThere) {
  EXPECT_EQ(value_of(connection_->first<Row>(erase(space_, 2))), Row(2, "even", 20));
  EXPECT_EQ(value_of(connection_->first<Row>(erase(space_, 2))), std::nullopt);
  EXPECT_EQ(row(2), std::nullopt);
}

TEST_F(Requests, UpdateByEveryOperation) {
  const std::uint32_t space = make_space("{{'id', 'unsigned'}}");
  using Wide = std::tuple<unsigned, int, int, unsigned, unsigned, unsigned, std::string, double>;
  value_of(connection_->done(insert(space, Wide(1, 10, 10, 12, 12, 12, "abcdef", 1.5))));
  Updates updates;
  updates.plus(1, 5).minus(2, 30).bit_and(3, 10).bit_or(4, 3).bit_xor(5, 6);
  updates.splice(6, 1, 2, "XYZ").plus(7, 0.25);
  EXPECT_EQ(value_of(connection_->first<Wide>(update(space, 1, updates))),
            Wide(1, 15, -20, 8, 15, 10, "aXYZdef", 1.75));

  using Short = std::tuple<unsigned, std::string, int, int>;
  Updates shape;
  shape.erase(3, 5).assign(1, "new").insert(2, 77);
  EXPECT_EQ(value_of(connection_->first<Short>(update(space, 1, shape))), Short(1, "new", 77, -20));
  EXPECT_EQ(value_of(connection_->first<std::vector<Value>>(select(space, 1)))->size(), 4U);
}

TEST_F(Requests, UpdateByNameAndFromTheEnd) {
  Updates by_name;
  by_name.assign("name", "new").plus("n", 1);
  EXPECT_EQ(value_of(connection_->first<Row>(update(space_, 1, by_name))), Row(1, "new", 11));
  Updates from_end;
  from_end.plus(-1, 1).assign(-2, "newer");
  EXPECT_EQ(value_of(connection_->first<Row>(update(space_, 1, from_end))), Row(1, "newer", 12));
}

TEST_F(Requests, UpdateOfNothingIsNothing) {
  Updates updates;
  updates.plus(2, 1);
  EXPECT_EQ(value_of(connection_->first<Row>(update(space_, 99, updates))), std::nullopt);
}

TEST_F(Requests, UpdateByAnotherIndex) {
  evaluate("box.space[" + std::to_string(space_) + "]:create_index('by_n', {parts = {3}})");
  Updates updates;
  updates.assign(1, "found");
  EXPECT_EQ(value_of(connection_->first<Row>(update(space_, 30, updates, 2))), Row(3, "found", 30));
  EXPECT_EQ(value_of(connection_->first<Row>(erase(space_, 30, 2))), Row(3, "found", 30));
}

TEST_F(Requests, UpdateOfAWrongTypeIsAnError) {
  Updates updates;
  updates.plus(1, 1);
  EXPECT_EQ(error_of(connection_->done(update(space_, 1, updates))).cause, Cause::server);
  EXPECT_EQ(row(1), Row(1, "odd", 10));
}

TEST_F(Requests, UpsertInsertsOrUpdates) {
  Updates updates;
  updates.plus(2, 1);
  const auto answer = value_of(connection_->rows<Row>(upsert(space_, Row(9, "nine", 0), updates)));
  EXPECT_TRUE(answer.empty());
  EXPECT_EQ(row(9), Row(9, "nine", 0));
  value_of(connection_->done(upsert(space_, Row(9, "other", 50), updates)));
  EXPECT_EQ(row(9), Row(9, "nine", 1));
}

TEST_F(Requests, CallReturnsAListOfValues) {
  const auto values = value_of(
      connection_->values<int, std::string, std::optional<int>>(call("echo", 1, "two", Nil{})));
  EXPECT_EQ(values, std::tuple(1, "two", std::nullopt));
  EXPECT_EQ(value_of(connection_->first<int>(call("echo"))), std::nullopt);
  using List = std::vector<int>;
  EXPECT_EQ(value_of(connection_->first<List>(call("echo", List{1, 2}))), (List{1, 2}));
}

TEST_F(Requests, Call16WrapsEachValue) {
  using Wrapped = std::vector<std::tuple<int>>;
  EXPECT_EQ(value_of(connection_->get<Wrapped>(call_16("echo", 1, 2))), (Wrapped{{1}, {2}}));
}

TEST_F(Requests, CallOfNothingIsAnError) {
  const Error error = error_of(connection_->done(call("no_such_function")));
  EXPECT_EQ(error.code, server_code::no_such_proc);
}

TEST_F(Requests, EvalHasArguments) {
  const auto sum = value_of(connection_->values<int>(eval("local a, b = ... return a + b", 2, 40)));
  EXPECT_EQ(std::get<0>(sum), 42);
  EXPECT_EQ(value_of(connection_->get<std::vector<Value>>(eval("return"))).size(), 0U);
}

TEST_F(Requests, ExecuteSql) {
  const auto run = [&](const char* sql) { return value_of(connection_->sql(execute(sql))); };
  run("DROP TABLE IF EXISTS t");
  EXPECT_EQ(run("CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, name STRING)").changed, 1U);
  const auto inserted =
      value_of(connection_->sql(execute("INSERT INTO t VALUES (NULL, ?), (?, ?)", "a", 7, "b")));
  EXPECT_EQ(inserted.changed, 2U);
  EXPECT_EQ(inserted.generated, std::vector<std::int64_t>{1});
  EXPECT_TRUE(inserted.columns.empty());

  using Pair = std::tuple<int, std::string>;
  const auto found =
      value_of(connection_->sql<Pair>(execute("SELECT id, name FROM t WHERE id > ?", 0)));
  EXPECT_EQ(found.rows, (std::vector<Pair>{{1, "a"}, {7, "b"}}));
  ASSERT_EQ(found.columns.size(), 2U);
  EXPECT_EQ(found.columns[0].name, "ID");
  EXPECT_EQ(found.columns[0].type, "integer");
  EXPECT_EQ(found.columns[1].name, "NAME");
}

TEST_F(Requests, ExecuteSqlWithNames) {
  using Binding = std::map<std::string, int>;
  const auto found = value_of(connection_->sql<std::tuple<int>>(
      execute("SELECT :a - :b", Binding{{":a", 50}}, Binding{{":b", 8}})));
  EXPECT_EQ(found.rows, std::vector<std::tuple<int>>{{42}});
}

TEST_F(Requests, PrepareAndExecuteById) {
  const auto prepared = value_of(connection_->sql(prepare("SELECT ? + ?")));
  EXPECT_NE(prepared.statement, 0U);
  EXPECT_EQ(prepared.bind_count, 2U);
  EXPECT_TRUE(prepared.rows.empty());
  for (int i = 0; i < 3; ++i) {
    const auto found =
        value_of(connection_->sql<std::tuple<int>>(execute(prepared.statement, i, 10)));
    EXPECT_EQ(found.rows, std::vector<std::tuple<int>>{{i + 10}});
  }
}

TEST_F(Requests, SqlThatIsWrongIsAnError) {
  const Error error = error_of(connection_->sql(execute("SELEKT 1")));
  EXPECT_EQ(error.cause, Cause::server);
  EXPECT_NE(error.message.find("SELEKT"), std::string::npos) << error.message;
}

TEST_F(Requests, Vote) {
  std::promise<Result<Ballot>> ballot;
  connection_->send(vote(), [&](const Reply& reply) { ballot.set_value(read_ballot(reply)); });
  const Ballot found = value_of(got(ballot));
  EXPECT_FALSE(found.is_read_only);
  EXPECT_TRUE(found.is_booted);
  EXPECT_FALSE(found.vclock.empty());
}

TEST_F(Requests, EncodedBeforehand) {
  Buffer body;
  Encoder encoder(body);
  select(space_, 3U).encode(encoder);
  const Encoded<Command::select> again{body.view()};
  EXPECT_EQ(value_of(connection_->first<Row>(again)), Row(3, "odd", 30));
  EXPECT_EQ(value_of(connection_->first<Row>(again)), Row(3, "odd", 30));

  std::promise<Result<std::optional<Row>>> row;
  connection_->submit(RequestRef(Command::select, body), {},
                      Completion([&](const Reply& reply) { row.set_value(reply.first<Row>()); }));
  EXPECT_EQ(value_of(got(row)), Row(3, "odd", 30));
}

TEST_F(Requests, ErrorsHaveStacks) {
  const Error error = error_of(
      connection_->done(eval("local inner = box.error.new({code = 5000, reason = 'inner'}) "
                             "local outer = box.error.new({code = 5001, reason = 'outer'}) "
                             "outer:set_prev(inner) error(outer)")));
  EXPECT_EQ(error.cause, Cause::server);
  EXPECT_EQ(error.code, 5001U);
  EXPECT_EQ(error.message, "outer");
  ASSERT_EQ(error.stack.size(), 2U);
  EXPECT_EQ(error.stack[0].message, "outer");
  EXPECT_EQ(error.stack[0].code, 5001U);
  EXPECT_EQ(error.stack[1].message, "inner");
  EXPECT_EQ(error.stack[1].code, 5000U);
  EXPECT_EQ(error.stack[1].type, "ClientError");
  EXPECT_GT(error.stack[1].line, 0U);
}

TEST_F(Requests, ErrorsOfLuaAreErrors) {
  const Error error = error_of(connection_->done(eval("error('plain')")));
  EXPECT_EQ(error.code, 32U);  // ER_PROC_LUA
  EXPECT_NE(error.message.find("plain"), std::string::npos);
}

TEST_F(Requests, NoSuchSpaceIsAnError) {
  EXPECT_EQ(error_of(connection_->rows<Row>(select(4'000'000'000U, 1))).code,
            server_code::no_such_space);
}

TEST_F(Requests, OfAStrangerAreDenied) {
  ConnectionOptions options = patient();
  options.credentials = {std::string(servers::stranger), std::string(servers::stranger_password)};
  const auto stranger = connect(options);
  EXPECT_EQ(error_of(stranger->rows<Row>(select(space_, 1))).code, server_code::access_denied);
  EXPECT_EQ(error_of(stranger->done(eval("return 1"))).code, server_code::access_denied);
  value_of(stranger->done(ping()));
}

TEST_F(Requests, OfAnOldSchemaAreRefused) {
  std::promise<std::uint64_t> version;
  connection_->send(ping(), [&](const Reply& reply) { version.set_value(reply.schema_version()); });
  const SendOptions old{.schema_version = got(version)};
  EXPECT_EQ(value_of(connection_->first<Row>(select(space_, 1)).with(old)), Row(1, "odd", 10));
  make_space("{{'id', 'unsigned'}}");
  const Error error = error_of(connection_->first<Row>(select(space_, 1)).with(old));
  EXPECT_EQ(error.code, server_code::wrong_schema);
  EXPECT_EQ(row(1), Row(1, "odd", 10));
}

TEST_F(Requests, PushMessagesBeforeTheAnswer) {
  std::vector<int> pushed;
  const PushHandler on_push = [&](const Reply& push) {
    EXPECT_TRUE(push.is_push());
    pushed.push_back(**push.first<int>());
  };
  const SendOptions options{.on_push = &on_push};
  const auto answer = value_of(
      connection_->first<std::string>(eval("for i = 1, 3 do box.session.push(i) end return 'done'"))
          .with(options));
  EXPECT_EQ(answer, "done");
  EXPECT_EQ(pushed, (std::vector{1, 2, 3}));
  // Who does not ask for them does not get them.
  EXPECT_EQ(value_of(connection_->first<int>(eval("box.session.push(1) return 2"))), 2);
}

}  // namespace
}  // namespace tarantool
