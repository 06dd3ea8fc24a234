// SPDX-License-Identifier: Apache-2.0
#include "tarantool/schema.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "real_server.hpp"
#include "tarantool/packed.hpp"
#include "tasks.hpp"

namespace tarantool {
namespace {

using testing::CountingSender;
using testing::error_of;
using testing::eventually;
using testing::got;
using testing::real_server;
using testing::value_of;

class SchemaTest : public testing::RealServerTest {
 protected:
  /// The name of a new space, after Lua has made of it what it is to be.
  static std::string make(const std::string& lua) {
    const std::string name = "schema " + std::to_string(number_++);
    real_server().evaluate("local space = box.schema.space.create('" + name + "') " + lua);
    return name;
  }
  std::size_t fetches() const { return sender_->sent(Command::select) / 2; }

  inline static int number_ = 0;
  std::shared_ptr<CountingSender> sender_ = std::make_shared<CountingSender>(connect());
  Schema schema_{sender_};
};

TEST_F(SchemaTest, TellsSpacesFieldsAndIndexes) {
  const std::string name = make(R"(
    space:format{{'id', 'unsigned'}, {'name', 'string', is_nullable = true}, {name = 'rest'}}
    space:create_index('first', {parts = {1, 'unsigned'}})
    space:create_index('second', {type = 'tree', unique = false,
                                  parts = {{2, 'string', is_nullable = true, collation = 'unicode_ci'},
                                           {1, 'unsigned'}}})
    space:create_index('third', {type = 'hash', parts = {{'id'}}})
    space:create_index('fourth', {parts = {{'rest.a.b', 'unsigned'}}})
    space.index.third:drop())");
  const SpacesPointer spaces = value_of(schema_.spaces());
  EXPECT_NE(spaces->version, 0U);
  const SpaceDefinition* space = spaces->find(name);
  ASSERT_NE(space, nullptr);
  EXPECT_GE(space->id, 512U);
  EXPECT_EQ(space->engine, "memtx");
  EXPECT_EQ(space->fields,
            (std::vector<FieldDefinition>{
                {"id", "unsigned", false}, {"name", "string", true}, {"rest", "any", false}}));
  const std::vector<IndexDefinition> indexes = {
      {0, "first", "tree", true, {{0, "unsigned", false, ""}}},
      {1, "second", "tree", false, {{1, "string", true, ""}, {0, "unsigned", false, ""}}},
      {3, "fourth", "tree", true, {{2, "unsigned", false, ".a.b"}}}};
  EXPECT_EQ(space->indexes, indexes);

  EXPECT_EQ(space->index("second")->id, 1U);
  EXPECT_EQ(space->index(3)->name, "fourth");
  EXPECT_EQ(space->index(2), nullptr);
  EXPECT_EQ(space->index("third"), nullptr);
  EXPECT_EQ(space->field("rest"), 2U);
  EXPECT_EQ(space->field(17), 17U);
  EXPECT_EQ(space->field("nothing"), std::nullopt);
  EXPECT_EQ(spaces->find("nothing"), nullptr);
  EXPECT_EQ(spaces->find("_vspace")->id, 281U);
}

TEST_F(SchemaTest, IsFetchedOnceHoweverManyNeedIt) {
  EXPECT_EQ(schema_.known(), nullptr);
  std::vector<std::future<Result<SpacesPointer>>> waiting;
  for (int i = 0; i < 20; ++i) waiting.push_back(schema_.spaces().future());
  for (auto& one : waiting) EXPECT_TRUE(got(std::move(one)));
  EXPECT_NE(schema_.known(), nullptr);
  EXPECT_EQ(value_of(schema_.spaces()), schema_.known());
  EXPECT_EQ(fetches(), 1U);
}

TEST_F(SchemaTest, IsFetchedAgainWhenItWasFoundWrong) {
  const SpacesPointer first = value_of(schema_.spaces());
  const SpacesPointer second = value_of(schema_.newer_than(first));
  EXPECT_NE(second, first);
  EXPECT_EQ(second->by_name, first->by_name);
  EXPECT_EQ(value_of(schema_.newer_than(first)), second);  // It is newer already.
  EXPECT_EQ(fetches(), 2U);

  schema_.invalidate();
  EXPECT_NE(value_of(schema_.spaces()), second);
  EXPECT_EQ(fetches(), 3U);
}

TEST_F(SchemaTest, IsFetchedAgainWhenAnAnswerCameUnderAnotherVersion) {
  const SpacesPointer first = value_of(schema_.spaces());
  schema_.saw(0);
  schema_.saw(first->version);
  EXPECT_EQ(value_of(schema_.spaces()), first);
  const std::string name = make("");
  schema_.saw(first->version + 1);
  const SpacesPointer second = value_of(schema_.spaces());
  EXPECT_EQ(first->find(name), nullptr);
  EXPECT_NE(second->find(name), nullptr);
  EXPECT_GT(second->version, first->version);
}

TEST_F(SchemaTest, FailsWhereTheServerDoes) {
  const auto connection = connect();
  connection->close();
  EXPECT_TRUE(eventually([&] { return !connection->is_open(); }));
  const Schema schema(connection);
  EXPECT_EQ(error_of(schema.spaces()).cause, Cause::closed);
  EXPECT_EQ(error_of(schema.newer_than(nullptr)).cause, Cause::closed);
  EXPECT_EQ(schema.known(), nullptr);
}

/// Two servers of the same spaces whose versions differ, asked in turn.
class TwoServers : public Sender {
 public:
  explicit TwoServers(EventLoop& loop, std::size_t requests_each = 2)
      : loop_(loop), requests_each_(requests_each) {}

  RequestId submit(const RequestRef& request, const SendOptions&, Completion done) override {
    Buffer space;
    request_body(request, space);
    const bool is_of_spaces = space.view().find("\xcd\x01\x19") != std::string_view::npos;  // 281
    const Packed rows = is_of_spaces ? spaces() : Packed(args());
    Buffer body;
    Encoder encoder(body);
    encoder.map(1);
    encoder.unsigned_integer(static_cast<std::uint64_t>(Key::data));
    encoder.raw(rows.bytes());
    const ReplyHeader header{0, 0, turn_++ / requests_each_ % 2 == 0 ? 70U : 80U};
    loop_.post([done = std::make_shared<Completion>(std::move(done)), header,
                bytes = std::string(body.view())]() mutable { (*done)(Reply(header, bytes)); });
    return {};
  }
  bool cancel(RequestId) override { return false; }

 private:
  static void request_body(const RequestRef& request, Buffer& body) {
    Encoder encoder(body);
    request.encode(encoder);
  }
  static Packed spaces() {
    const std::map<std::string, std::string> none;
    const std::vector<std::map<std::string, std::string>> format = {{{"name", "id"}}};
    const std::tuple row(512, 1, "people", "memtx", 0, none, format);
    return Packed(args(row));
  }

  EventLoop& loop_;
  const std::size_t requests_each_;
  std::size_t turn_ = 0;
};

class SchemaOfSeveralServers : public ::testing::Test {
 protected:
  BackgroundLoop background_;
};

TEST_F(SchemaOfSeveralServers, IsAskedForWithoutAVersion) {
  const Schema schema(std::make_shared<TwoServers>(background_.loop()));
  const SpacesPointer of_one = value_of(schema.spaces());
  EXPECT_EQ(of_one->version, 70U);
  EXPECT_EQ(schema.version_for(*of_one), 70U);
  const SpacesPointer of_other = value_of(schema.newer_than(of_one));
  EXPECT_EQ(of_other->version, 80U);
  EXPECT_EQ(schema.version_for(*of_other), 80U);  // It may have changed to what it was before.
  const SpacesPointer of_one_again = value_of(schema.newer_than(of_other));
  EXPECT_EQ(of_one_again->version, 70U);
  EXPECT_EQ(schema.version_for(*of_one_again), 0U);
  schema.saw(80);
  schema.saw(70);
  EXPECT_EQ(value_of(schema.spaces()), of_one_again);
  schema.saw(90);
  EXPECT_NE(value_of(schema.spaces()), of_one_again);
}

TEST_F(SchemaOfSeveralServers, IsTakenThoughItsHalvesAreOfTwo) {
  const Schema schema(std::make_shared<TwoServers>(background_.loop(), 1));
  const SpacesPointer spaces = value_of(schema.spaces());
  EXPECT_NE(spaces->find("people"), nullptr);
  EXPECT_EQ(spaces->version, 0U);
  EXPECT_EQ(schema.version_for(*spaces), 0U);
  schema.saw(70);
  schema.saw(80);
  EXPECT_EQ(value_of(schema.spaces()), spaces);
}

}  // namespace
}  // namespace tarantool
