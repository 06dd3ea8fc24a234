// SPDX-License-Identifier: Apache-2.0
#include "tarantool/cursor.hpp"

#include <gtest/gtest.h>

#include <future>
#include <string>
#include <vector>

#include "real_server.hpp"
#include "tarantool/space.hpp"
#include "tasks.hpp"

namespace tarantool {
namespace {

using testing::CountingSender;
using testing::error_of;
using testing::got;
using testing::value_of;

using Row = std::tuple<std::uint64_t, std::uint64_t>;

class CursorTest : public testing::RealServerTest {
 protected:
  static constexpr std::uint64_t size = 250;

  CursorTest() {
    testing::real_server().evaluate("local space = box.schema.space.create('" + name_ +
                                    R"(', {format = {
           {'id', 'unsigned'}, {'part', 'unsigned'}}})
         space:create_index('primary')
         space:create_index('by_part', {parts = {'part', 'id'}})
         space:create_index('loose', {parts = {'part'}, unique = false})
         for i = 1, )" + std::to_string(size) +
                                    " do space:insert{i, i % 4} end");
  }

  std::vector<Row> all(Cursor<Row> cursor) {
    std::vector<Row> rows;
    while (auto row = value_of(cursor.next())) rows.push_back(*row);
    EXPECT_EQ(value_of(cursor.next()), std::nullopt);  // Nor does any come later.
    return rows;
  }
  /// Whatever the pages, rows are those of one select.
  void expect_same(const Conditions& conditions, Paging paging) {
    const auto expected = value_of(space_.select<Row>(conditions));
    for (const std::uint32_t batch : {1U, 7U, 50U, 100U, 249U, 250U, 251U, 100'000U}) {
      EXPECT_EQ(all(space_.cursor<Row>(conditions, {batch, paging})), expected) << batch;
    }
  }

  inline static int number_ = 0;
  const std::string name_ = "pages " + std::to_string(number_++);
  std::shared_ptr<CountingSender> sender_ = std::make_shared<CountingSender>(connect());
  Space space_{Schema(sender_), name_};
};

TEST_F(CursorTest, GivesTheRowsOfASelectByOffset) {
  expect_same(Conditions(), Paging::offset);
  expect_same(Conditions().descending(), Paging::offset);
  expect_same(Conditions().index_eq("loose", 2), Paging::offset);
  expect_same(Conditions().index_eq("by_part", 2).descending(), Paging::offset);
  expect_same(Conditions().field_gt("id", 17).offset(20).limit(130), Paging::offset);
  expect_same(Conditions().field_le("id", 200).limit(0), Paging::offset);
}

TEST_F(CursorTest, GivesTheRowsOfASelectAfterEachOther) {
  expect_same(Conditions(), Paging::after);
  expect_same(Conditions().descending(), Paging::after);
  expect_same(Conditions().index_ge("by_part", args(2, 100)), Paging::after);
  expect_same(Conditions().index_lt("by_part", args(3)), Paging::after);
  expect_same(Conditions().field_gt("id", 17).offset(20).limit(130), Paging::after);
  expect_same(Conditions().field_lt("id", 100).after(args(90)).limit(15), Paging::after);
}

TEST_F(CursorTest, FetchesBatches) {
  auto cursor = space_.cursor<Row>();
  value_of(space_.get<Row>(1));
  const std::size_t before = sender_->sent(Command::select);
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(value_of(cursor.next()));
  EXPECT_EQ(sender_->sent(Command::select), before + 1);
  EXPECT_TRUE(value_of(cursor.next()));
  EXPECT_EQ(sender_->sent(Command::select), before + 2);
  all(std::move(cursor));
  EXPECT_EQ(sender_->sent(Command::select), before + 3);  // 50 of 100: there are no more.
}

TEST_F(CursorTest, RowsThatGoMeanwhileShiftNoneThatComeAfterOthers) {
  auto cursor = space_.cursor<Row>({}, {10, Paging::after});
  for (std::uint64_t id = 1; id <= 10; ++id) {
    EXPECT_EQ(std::get<0>(*value_of(cursor.next())), id);
  }
  for (const int id : {1, 2, 3, 10}) value_of(space_.erase<Row>(id));
  EXPECT_EQ(std::get<0>(*value_of(cursor.next())), 11U);
}

TEST_F(CursorTest, GoesOnInACoroutine) {
  const auto sum_of_all = [](Space space) -> Task<std::uint64_t> {
    auto cursor = space.cursor<Row>({}, {100'000, Paging::offset});
    std::uint64_t sum = 0;
    for (;;) {
      const auto row = co_await cursor.next();
      if (!row) co_return row.error();
      if (!*row) co_return sum;
      sum += std::get<0>(**row);
    }
  };
  EXPECT_EQ(value_of(sum_of_all(space_)), size * (size + 1) / 2);
}

TEST_F(CursorTest, GoesOnInCallbacks) {
  struct Walk {
    Cursor<Row> cursor;
    std::uint64_t sum = 0;
    std::promise<std::uint64_t> promise;
    void step() {
      cursor.next().then([this](const Result<std::optional<Row>>& row) {
        if (!row || !*row) return promise.set_value(sum);
        sum += std::get<0>(**row);
        step();
      });
    }
  };
  Walk walk{space_.cursor<Row>(), 0, {}};
  walk.step();
  EXPECT_EQ(got(walk.promise), size * (size + 1) / 2);
}

TEST_F(CursorTest, TellsErrors) {
  auto unknown = space_.cursor<Row>(Conditions().index_eq("nowhere", 1));
  EXPECT_EQ(error_of(unknown.next()).cause, Cause::type);
  auto unordered = space_.cursor<Row>(Conditions().index_ge("loose", 1), {10, Paging::after});
  for (int i = 0; i < 10; ++i) value_of(unordered.next());
  EXPECT_EQ(error_of(unordered.next()).cause, Cause::type);
  auto unfit = space_.cursor<std::tuple<std::string>>();
  const Error error = error_of(unfit.next());
  EXPECT_EQ(error.cause, Cause::type);
  EXPECT_NE(error.message.find("[0]"), std::string::npos) << error.message;
}

}  // namespace
}  // namespace tarantool
