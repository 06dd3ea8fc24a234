// SPDX-License-Identifier: Apache-2.0
// Each limit, at the limit and one past it.
#include <gtest/gtest.h>

#include <string>

#include "example_types.hpp"
#include "read_error.hpp"

namespace {

using conjure::Any;
using conjure::Map;
using conjure::ReadOptions;
using conjure::WriteOptions;
using examples::Nothing;
using examples::Tree;

std::string repeat(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

std::string nested(std::size_t depth) { return repeat("[", depth) + repeat("]", depth); }

TEST(Limits, Depth) {
  const std::size_t limit = conjure::Limits().max_depth;
  EXPECT_EQ(read_error<Any>(nested(limit)), "ok");
  EXPECT_EQ(read_error<Any>(nested(limit + 1)),
            "nested too deeply at $" + repeat("[0]", limit) + ", byte " + std::to_string(limit));
  EXPECT_EQ(read_error<Nothing>("{\"x\":" + nested(limit - 1) + "}"), "ok");
  EXPECT_EQ(read_error<Nothing>("{\"x\":" + nested(limit) + "}"),
            "nested too deeply at $.x" + repeat("[0]", limit - 1) + ", byte " +
                std::to_string(limit + 4));

  const std::string open = R"({"type":"inner","inner":)";
  const std::string leaf = R"({"type":"leaf","leaf":1})";
  EXPECT_EQ(read_error<Tree>(repeat(open, limit - 1) + leaf + repeat("}", limit - 1)), "ok");
  EXPECT_EQ(conjure::read<Tree>(repeat(open, limit) + leaf + repeat("}", limit)).error().code,
            conjure::ErrorCode::too_deep);
}

TEST(Limits, DepthIsGivenBack) {
  ReadOptions options;
  options.limits.max_depth = 2;
  EXPECT_EQ(read_error<Any>("[[],[],{},[1]]", options), "ok");
  EXPECT_EQ(read_error<Nothing>(R"({"a":[],"b":{},"c":[1,2]})", options), "ok");
  EXPECT_EQ(read_error<Nothing>(R"({"a":[],"b":{},"c":[1,[]]})", options),
            "nested too deeply at $.c[1], byte 22");
}

TEST(Limits, PassingOverDoesNotRecurse) {
  ReadOptions options;
  options.limits.max_depth = 10'000'000;
  const std::size_t depth = 1'000'000;  // no usual stack could hold a frame for each
  EXPECT_EQ(read_error<Nothing>("{\"x\":" + nested(depth) + "}", options), "ok");
  EXPECT_EQ(conjure::read<Nothing>("{\"x\":" + repeat("[", depth), options).error().code,
            conjure::ErrorCode::unexpected_end);
}

TEST(Limits, DocumentBytes) {
  ReadOptions options;
  options.limits.max_document_bytes = 5;
  EXPECT_EQ(read_error<Any>("[1,2]", options), "ok");
  EXPECT_EQ(read_error<Any>("[1,23]", options), "document is too large at $, byte 0");
  EXPECT_EQ(read_error<Any>("[1,2] ", options), "document is too large at $, byte 0");
}

TEST(Limits, StringBytes) {
  ReadOptions options;
  options.limits.max_string_bytes = 4;
  for (const std::string_view good : {R"("abcd")", R"("\u20acd")", R"("éé")", R"("abc\n")"}) {
    EXPECT_EQ(read_error<std::string>(good, options), "ok") << good;
  }
  for (const std::string_view bad : {R"("abcde")", R"("\u20acde")", R"("ééx")", R"("abcd\n")"}) {
    EXPECT_EQ(conjure::read<std::string>(bad, options).error().code,
              conjure::ErrorCode::string_too_long)
        << bad;
  }
  using Strings = Map<std::string, std::string>;
  EXPECT_EQ(read_error<Strings>(R"({"abcd":"efgh"})", options), "ok");
  EXPECT_EQ(conjure::read<Strings>(R"({"abcde":""})", options).error().code,
            conjure::ErrorCode::string_too_long);
  EXPECT_EQ(conjure::read<Nothing>(R"({"abcde":""})", options).error().code,
            conjure::ErrorCode::string_too_long);
}

TEST(Limits, Elements) {
  ReadOptions options;
  options.limits.max_elements = 4;
  EXPECT_EQ(read_error<Any>("[1,[2,3]]", options), "ok");
  EXPECT_EQ(read_error<Any>("[1,[2,3],4]", options), "too many elements at $, byte 9");
  EXPECT_EQ(read_error<Nothing>(R"({"a":[1,2],"b":{}})", options), "ok");
  EXPECT_EQ(read_error<Nothing>(R"({"a":[1,2],"b":{"c":1}})", options),
            "too many elements at $.b, byte 16");
}

TEST(Limits, Writing) {
  WriteOptions options;
  options.limits.max_document_bytes = 5;
  EXPECT_EQ(conjure::write(std::vector<std::int32_t>{1, 2}, options).value(), "[1,2]");
  EXPECT_EQ(conjure::write(std::vector<std::int32_t>{1, 23}, options).error().code,
            conjure::ErrorCode::document_too_large);
  EXPECT_EQ(conjure::write(std::vector<std::int32_t>(1000, 1), options).error().code,
            conjure::ErrorCode::document_too_large);
  options = {};
  options.limits.max_depth = 2;
  EXPECT_EQ(conjure::write(conjure::read<Any>("[[],[]]").value(), options).value(), "[[],[]]");
  EXPECT_EQ(to_string(conjure::write(conjure::read<Any>("[[],[[]]]").value(), options).error()),
            "nested too deeply at $[1][0], byte 5");
}

}  // namespace
