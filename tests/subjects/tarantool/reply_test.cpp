// SPDX-License-Identifier: Apache-2.0
#include "tarantool/reply.hpp"

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "fake_server.hpp"
#include "tarantool/request.hpp"

namespace tarantool {
namespace {

using testing::packed;
using testing::packed_map;
using Entries = std::vector<std::pair<std::uint64_t, std::string>>;

/// A reply and the bytes that it is of.
class Body {
 public:
  explicit Body(const Entries& entries, std::uint32_t code = 0)
      : bytes_(packed_map(entries)), reply_({code, 7, 80}, bytes_) {}
  const Reply* operator->() const { return &reply_; }
  const Reply& operator*() const { return reply_; }

 private:
  std::string bytes_;
  Reply reply_;
};

template <class T>
Body answer(const T& value) {
  return Body({{0x30, packed(value)}});
}

TEST(Reply, IsReadAsAWhole) {
  const Body reply = answer(std::tuple(1, "two", std::vector<int>{3}));
  EXPECT_TRUE(reply->ok());
  EXPECT_FALSE(reply->is_push());
  EXPECT_EQ(reply->schema_version(), 80U);
  using Three = std::tuple<int, std::string, std::vector<int>>;
  EXPECT_EQ(*reply->read<Three>(), Three(1, "two", {3}));
  const auto values = *reply->read<std::vector<Value>>();
  EXPECT_EQ(values.size(), 3U);
}

TEST(Reply, IsReadAsItsFirstElement) {
  EXPECT_EQ(*answer(std::vector<int>{5, 6})->first<int>(), 5);
  EXPECT_EQ(*answer(std::vector<int>{})->first<int>(), std::nullopt);
  EXPECT_EQ(*answer(std::tuple(Nil{}))->first<int>(), std::nullopt);
}

TEST(Reply, IsReadIntoWhatExists) {
  std::string text(100, 'x');
  const char* const memory = text.data();
  EXPECT_TRUE(*answer(std::tuple("short"))->first_into(text));
  EXPECT_EQ(text, "short");
  EXPECT_EQ(text.data(), memory);
  EXPECT_FALSE(*answer(std::tuple<>())->first_into(text));
  EXPECT_FALSE(*answer(std::tuple(Nil{}))->first_into(text));
  EXPECT_EQ(answer(std::tuple(1))->first_into(text).error().cause, Cause::type);
}

TEST(Reply, WithoutDataIsAnEmptyList) {
  const Body reply({});
  EXPECT_TRUE(reply->ok());
  EXPECT_EQ(*reply->read<std::vector<int>>(), std::vector<int>{});
  EXPECT_EQ(*reply->first<int>(), std::nullopt);
}

TEST(Reply, FindsFieldsWhereverTheyAre) {
  const Body reply({{0x99, packed(std::vector<int>{1})},
                    {0x30, packed(std::vector<int>{5})},
                    {0x43, packed(77)},
                    {0x98, packed("more")}});
  EXPECT_EQ(*reply->first<int>(), 5);
  std::uint64_t statement = 0;
  auto field = reply->field(Key::statement);
  ASSERT_TRUE(field);
  EXPECT_TRUE(read(*field, statement));
  EXPECT_EQ(statement, 77U);
  EXPECT_FALSE(reply->field(Key::metadata));
}

TEST(Reply, ThatDoesNotFitSaysWhere) {
  const Body reply = answer(std::vector<std::vector<Value>>{{Value(std::int64_t{1})}, {Value()}});
  const auto rows = reply->read<std::vector<std::vector<int>>>();
  ASSERT_FALSE(rows);
  EXPECT_EQ(rows.error().cause, Cause::type);
  EXPECT_NE(rows.error().message.find("[1][0]"), std::string::npos) << rows.error().message;

  EXPECT_EQ(reply->read<int>().error().cause, Cause::type);
  EXPECT_EQ(reply->first<int>().error().cause, Cause::type);
  EXPECT_EQ(Body({{0x30, packed(1)}})->first<int>().error().cause, Cause::type);
}

TEST(Reply, OfAnErrorHasItsMessage) {
  const Body reply({{0x31, packed("No such thing")}}, 0x8024);
  EXPECT_FALSE(reply->ok());
  const Error expected{Cause::server, 36, "No such thing", {}, ""};
  EXPECT_EQ(reply->error(), expected);
  EXPECT_EQ(reply->read<int>().error(), expected);
  EXPECT_EQ(reply->first<int>().error(), expected);
  EXPECT_EQ(read_sql<int>(*reply).error(), expected);
  EXPECT_EQ(read_ballot(*reply).error(), expected);
}

std::string error_frame(const std::string& type, const std::string& message, int code) {
  return packed_map({{0, packed(type)},
                     {1, packed("file.c")},
                     {2, packed(5)},
                     {3, packed(message)},
                     {4, packed(2)},
                     {5, packed(code)},
                     {6, packed(std::map<std::string, std::string>{{"name", "value"}})},
                     {99, packed("unknown")}});
}

TEST(Reply, OfAnErrorHasItsStack) {
  const std::string frames =
      "\x92" + error_frame("ClientError", "outer", 36) + error_frame("SystemError", "inner", 115);
  const Body reply({{0x31, packed("outer")}, {0x52, packed_map({{0, frames}})}}, 0x8024);
  const Error error = reply->error();
  EXPECT_EQ(error.code, 36U);
  EXPECT_EQ(error.message, "outer");
  ASSERT_EQ(error.stack.size(), 2U);
  const ErrorFrame inner{"SystemError", "file.c", 5, "inner", 2, 115, {{"name", "value"}}};
  EXPECT_EQ(error.stack[1], inner);
}

TEST(Reply, OfAnErrorWithAnOddStackKeepsItsMessage) {
  for (const std::string& stack : {packed(1), packed_map({{0, packed(1)}}),
                                   packed_map({{0, "\x91" + packed_map({{3, packed(5)}})}})}) {
    const Body reply({{0x31, packed("outer")}, {0x52, stack}}, 0x8024);
    EXPECT_EQ(reply->error(), (Error{Cause::server, 36, "outer", {}, ""}));
  }
  const Body odd_message({{0x31, packed(5)}}, 0x8024);
  EXPECT_EQ(odd_message->error().code, 36U);
}

TEST(Reply, ThatNeverCameIsItsFailure) {
  const Error failure{Cause::network, 0, "gone", {}, ""};
  const Reply reply(failure);
  EXPECT_FALSE(reply.ok());
  EXPECT_FALSE(reply.is_push());
  EXPECT_EQ(reply.error(), failure);
  EXPECT_EQ(reply.schema_version(), 0U);
  EXPECT_FALSE(reply.field(Key::data));
  EXPECT_EQ(reply.read<int>().error(), failure);
}

TEST(Sql, HasColumnsAndRows) {
  const std::string columns = "\x92" + packed_map({{0, packed("ID")}, {1, packed("integer")}}) +
                              packed_map({{1, packed("string")}, {0, packed("NAME")}, {4, "\xc3"}});
  using Row = std::tuple<int, std::string>;
  const Body reply({{0x32, columns}, {0x30, packed(std::vector<Row>{{1, "a"}, {2, "b"}})}});
  const auto result = read_sql<Row>(*reply);
  ASSERT_TRUE(result);
  ASSERT_EQ(result->columns.size(), 2U);
  EXPECT_EQ(result->columns[0].name, "ID");
  EXPECT_EQ(result->columns[1].name, "NAME");
  EXPECT_EQ(result->columns[1].type, "string");
  EXPECT_EQ(result->rows, (std::vector<Row>{{1, "a"}, {2, "b"}}));
  EXPECT_EQ(read_sql<int>(*reply).error().cause, Cause::type);
}

TEST(Sql, TellsWhatChanged) {
  const Body reply(
      {{0x42, packed_map({{0, packed(3)}, {1, packed(std::vector<int>{-1, 2})}, {7, packed(1)}})}});
  const auto result = read_sql<Value>(*reply);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->changed, 3U);
  EXPECT_EQ(result->generated, (std::vector<std::int64_t>{-1, 2}));
  EXPECT_TRUE(result->columns.empty());
  EXPECT_TRUE(result->rows.empty());
}

TEST(Sql, ThatIsOddDoesNotFit) {
  for (const Entries& entries :
       {Entries{{0x32, packed(1)}}, Entries{{0x32, "\x91" + packed(1)}},
        Entries{{0x32, "\x91" + packed_map({{0, packed(1)}})}}, Entries{{0x42, packed("x")}},
        Entries{{0x42, packed_map({{0, packed(-1)}})}}, Entries{{0x43, packed(-1)}},
        Entries{{0x34, packed("x")}}, Entries{{0x30, packed(1)}}}) {
    EXPECT_EQ(read_sql<Value>(*Body(entries)).error().cause, Cause::type);
  }
}

TEST(Ballot, IsRead) {
  const std::string vclock = packed(std::map<int, int>{{1, 20}, {2, 30}});
  const Body reply({{0x29, packed_map({{1, packed(true)},
                                       {2, vclock},
                                       {3, vclock},
                                       {4, packed(true)},
                                       {5, "\xc2"},
                                       {6, packed(false)}})}});
  const auto ballot = read_ballot(*reply);
  ASSERT_TRUE(ballot);
  EXPECT_TRUE(ballot->is_read_only);
  EXPECT_FALSE(ballot->is_booted);
  EXPECT_EQ(ballot->vclock, (std::map<std::uint32_t, std::uint64_t>{{1, 20}, {2, 30}}));
}

TEST(Ballot, ThatIsMissingOrOddIsAnError) {
  EXPECT_EQ(read_ballot(*Body({})).error().cause, Cause::protocol);
  EXPECT_EQ(read_ballot(*Body({{0x29, packed(1)}})).error().cause, Cause::type);
  EXPECT_EQ(read_ballot(*Body({{0x29, packed_map({{4, packed(1)}})}})).error().cause, Cause::type);
}

}  // namespace
}  // namespace tarantool
