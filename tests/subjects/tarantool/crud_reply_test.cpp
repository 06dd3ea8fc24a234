// SPDX-License-Identifier: Apache-2.0
// Answers of routers, in every shape that they may have.
#include "tarantool/crud_reply.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tarantool/packed.hpp"
#include "tarantool/struct.hpp"

namespace tarantool {

struct Pair {
  std::uint64_t a = 0;
  std::string b;
  bool operator==(const Pair&) const = default;
};

}  // namespace tarantool

TARANTOOL_STRUCT(tarantool::Pair, a, b);

namespace tarantool {
namespace {

using Fields = std::map<std::string, std::string>;

/// What a function returned.
class Answer {
 public:
  template <Writable... T>
  explicit Answer(const T&... returned) {
    Encoder encoder(body_);
    encoder.map(1);
    encoder.unsigned_integer(static_cast<std::uint64_t>(Key::data));
    write(encoder, args(returned...));
  }
  Reply reply() const { return {ReplyHeader{0, 1, 1}, body_.view()}; }

 private:
  Buffer body_;
};

/// The result, whose metadata and rows come in that order or the other.
template <Writable Rows>
Packed result(const Rows& rows, bool rows_first = false,
              const std::vector<std::string>& names = {"b", "a"}) {
  std::vector<Fields> metadata;
  for (const std::string& name : names) metadata.push_back({{"type", "any"}, {"name", name}});
  Buffer buffer;
  Encoder encoder(buffer);
  encoder.map(3);
  const auto write_rows = [&] {
    encoder.string("rows");
    write(encoder, rows);
  };
  if (rows_first) write_rows();
  encoder.string("metadata");
  write(encoder, metadata);
  encoder.string("unknown");
  encoder.integer(5);
  if (!rows_first) write_rows();
  return Packed::copy(buffer.view());
}

using Rows = std::vector<std::tuple<std::string, std::uint64_t>>;
using Pairs = std::vector<Pair>;
const Rows rows = {{"x", 1}, {"y", 2}};
const Pairs pairs = {{1, "x"}, {2, "y"}};

TEST(CrudReply, HasMetadataAndRowsInAnyOrder) {
  for (const bool rows_first : {false, true, true, false}) {
    const Answer answer(result(rows, rows_first), Nil());
    EXPECT_EQ(*crud::rows<Pair>(answer.reply()), pairs);
    EXPECT_EQ(*crud::first<Pair>(answer.reply()), pairs[0]);
    EXPECT_EQ((*crud::rows<Rows::value_type>(answer.reply())), rows);
    EXPECT_EQ(crud::batch<Pair>(answer.reply())->rows, pairs);
    const auto page = crud::page<Pair>(answer.reply());
    EXPECT_EQ(page->rows, pairs);
    EXPECT_EQ(page->last, Packed(rows[1]));
  }
}

TEST(CrudReply, HasNothingInManyWays) {
  const std::vector<Nil> nil_alone(1);
  const Fields no_parts;
  for (const Answer& answer :
       {Answer(), Answer(Nil()), Answer(Nil(), Nil()), Answer(result(Rows()), Nil()),
        Answer(result(nil_alone), Nil()), Answer(result(Nil())), Answer(no_parts)}) {
    EXPECT_EQ(*crud::first<Pair>(answer.reply()), std::nullopt);
  }
  EXPECT_EQ(*crud::rows<Pair>(Answer(Nil(), Nil()).reply()), Pairs());
  EXPECT_EQ(crud::batch<Pair>(Answer(Nil(), Nil()).reply())->errors.size(), 0U);
  EXPECT_EQ(*crud::done(Answer(true, Nil()).reply()), Done{});
  EXPECT_EQ(*crud::done(Answer(Nil(), Nil()).reply()), Done{});
  EXPECT_EQ(*crud::number(Answer(17, Nil()).reply()), 17U);
}

TEST(CrudReply, WithoutMetadataIsReadByPosition) {
  const std::map<std::string, std::vector<std::tuple<std::uint64_t, std::string>>> only_rows = {
      {"rows", {{1, "x"}, {2, "y"}}}};
  EXPECT_EQ(*crud::rows<Pair>(Answer(only_rows, Nil()).reply()), pairs);
}

Error error_of(const Answer& answer) {
  const auto read = crud::rows<Pair>(answer.reply());
  EXPECT_FALSE(read);
  EXPECT_EQ(crud::first<Pair>(answer.reply()).error(), read.error());
  EXPECT_EQ(crud::done(answer.reply()).error(), read.error());
  EXPECT_EQ(crud::number(answer.reply()).error(), read.error());
  EXPECT_EQ(read.error().cause, Cause::router);
  return read.error();
}

TEST(CrudReply, MayBeAnErrorOfAnyShape) {
  const Error object = error_of(Answer(
      Nil(),
      Fields{{"class_name", "InsertError"}, {"err", "no\nway"}, {"str", "InsertError: no way"}}));
  EXPECT_EQ(object.class_name, "InsertError");
  EXPECT_EQ(object.message, "no way");
  EXPECT_EQ(object.code, 0U);
  EXPECT_EQ(error_of(Answer(Nil(), Fields{{"str", "InsertError: no way"}})).message,
            "InsertError: no way");
  EXPECT_EQ(error_of(Answer(Nil(), "no way")).message, "no way");
  EXPECT_EQ(
      error_of(Answer(Nil(), std::vector<Fields>{{{"err", "one"}}, {{"err", "two"}}})).message,
      "one");
  EXPECT_EQ(error_of(Answer(Nil(), std::vector<Fields>())).message, "an empty list of errors");
  EXPECT_EQ(error_of(Answer(Nil(), 17)).message, "17");
  EXPECT_EQ(
      error_of(Answer(Nil(), std::map<std::string, std::vector<int>>{{"err", {1, 2}}})).message,
      "[1, 2]");
  const std::map<std::string, Value> with_code = {{"code", Value(std::int64_t{3})},
                                                  {"message", Value(std::string("twice"))}};
  EXPECT_EQ(error_of(Answer(Nil(), with_code)).code, 3U);
  const std::map<std::string, Value> with_other_code = {{"code", Value(std::int64_t{1} << 40)}};
  EXPECT_EQ(error_of(Answer(Nil(), with_other_code)).code, 0U);
}

TEST(CrudReply, MayBeAnErrorOfTheServer) {
  // {0: [{0: "ClientError", 3: "Duplicate", 5: 3}]}
  const std::string stack(
      "\x81\x00\x91\x83\x00\xab"
      "ClientError\x03\xa9"
      "Duplicate\x05\x03",
      30);
  Buffer buffer;
  Encoder encoder(buffer);
  encoder.extension(ExtensionType::error, stack);
  const Error error = error_of(Answer(Nil(), Packed::copy(buffer.view())));
  EXPECT_EQ(error.code, 3U);
  EXPECT_EQ(error.message, "Duplicate");
  ASSERT_EQ(error.stack.size(), 1U);
  EXPECT_EQ(error.stack[0].type, "ClientError");
}

TEST(CrudReply, HasCodesWhereMessagesAreKnown) {
  const auto code = [](const std::string& message) {
    return error_of(Answer(Nil(), Fields{{"err", message}})).code;
  };
  EXPECT_EQ(code("Failed to insert: Duplicate key exists in unique index 'id' in space 's'"), 3U);
  EXPECT_EQ(code("Can't modify data because this instance is in read-only mode."), 7U);
  EXPECT_EQ(code("Procedure 'a.b' is not defined"), 33U);
  EXPECT_EQ(code("Space \"s\" doesn't exist"), 36U);
  EXPECT_EQ(code("Index \"s\" of space \"t\" doesn't exist"), 0U);
  EXPECT_EQ(code("Write access to space 's' is denied for user 'u'"), 42U);
  EXPECT_EQ(code("Failed for x: Connection refused"), 77U);
  EXPECT_EQ(code("Failed for x: Peer closed"), 77U);
  EXPECT_EQ(code("Timeout exceeded"), 78U);
  EXPECT_EQ(code("whatever"), 0U);
}

TEST(CrudReply, OfABatchHasRowsAndErrors) {
  const std::map<std::string, Value> error = {
      {"err", Value(std::string("no"))},
      {"operation_data", Value(Value::Array{Value(std::int64_t{7})})}};
  const std::vector<std::map<std::string, Value>> errors = {error, error};
  for (const Answer& answer : {Answer(result(rows), errors), Answer(result(rows, true), errors),
                               Answer(Nil(), errors), Answer(result(Nil()), errors)}) {
    const auto batch = crud::batch<Pair>(answer.reply());
    ASSERT_TRUE(batch);
    ASSERT_EQ(batch->errors.size(), 2U);
    EXPECT_EQ(batch->errors[1].error.message, "no");
    EXPECT_EQ(batch->errors[1].tuple, Packed(args(7)));
  }
  EXPECT_EQ(crud::batch<Pair>(Answer(result(rows), errors).reply())->rows, pairs);
  EXPECT_EQ(crud::batch<Pair>(Answer(Nil(), error).reply()).error().message, "no");
}

TEST(CrudReply, ThatIsNoneOfThemDoesNotFit) {
  for (const Answer& answer :
       {Answer(17), Answer("text"), Answer(args(1)), Answer(std::map<int, int>{{1, 2}}),
        Answer(result(5)), Answer(result(args(1))), Answer(result(rows, false, {"a"})),
        Answer(std::map<std::string, int>{{"metadata", 1}, {"rows", 2}})}) {
    const auto read = crud::rows<Pair>(answer.reply());
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().cause, Cause::type);
  }
  EXPECT_EQ(crud::number(Answer().reply()).error().cause, Cause::type);
  EXPECT_EQ(crud::number(Answer("text").reply()).error().cause, Cause::type);
}

TEST(CrudReply, ThatDidNotComeIsItsError) {
  const Error lost{Cause::network, 0, "lost", {}, ""};
  EXPECT_EQ(crud::rows<Pair>(Reply(lost)).error(), lost);
  EXPECT_EQ(crud::batch<Pair>(Reply(lost)).error(), lost);
  EXPECT_EQ(crud::page<Pair>(Reply(lost)).error(), lost);
  EXPECT_EQ(crud::number(Reply(lost)).error(), lost);
  EXPECT_EQ(crud::done(Reply(lost)).error(), lost);
}

TEST(RowReader, KnowsTheColumnsOfManyAnswers) {
  crud::RowReader<Pair> reader;
  Pair pair;
  for (int round = 0; round < 2; ++round) {
    for (int more = 0; more < 20; ++more) {
      std::vector<std::string> names = {"b", "a"};
      for (int i = 0; i < more; ++i) names.insert(names.begin() + i % 2, "c" + std::to_string(i));
      Buffer buffer;
      Encoder encoder(buffer);
      encoder.array(1);
      encoder.array(names.size());
      for (const std::string& name : names) {
        if (name == "a") encoder.integer(more);
        if (name == "b") encoder.string("text");
        if (name[0] == 'c') encoder.nil();
      }
      const Answer answer(result(Packed::copy(buffer.view()), more % 3 == 0, names), Nil());
      const auto is_there = crud::first_into(answer.reply(), pair, reader);
      ASSERT_TRUE(is_there && *is_there);
      EXPECT_EQ(pair, (Pair{static_cast<std::uint64_t>(more), "text"}));
      EXPECT_FALSE(reader.likely().empty());
    }
  }
}

TEST(RowReader, ReadsIntoWhatIsThere) {
  crud::RowReader<Pair> reader;
  Pair pair{5, std::string(100, 'z')};
  const char* memory = pair.b.data();
  const Rows long_rows = {{std::string(80, 'y'), 1}};
  const Answer answer(result(long_rows), Nil());
  ASSERT_TRUE(*crud::first_into(answer.reply(), pair, reader));
  EXPECT_EQ(pair, (Pair{1, std::string(80, 'y')}));
  EXPECT_EQ(pair.b.data(), memory);
  EXPECT_FALSE(*crud::first_into(Answer(result(Rows()), Nil()).reply(), pair, reader));
  EXPECT_EQ(pair.a, 1U);
}

}  // namespace
}  // namespace tarantool
