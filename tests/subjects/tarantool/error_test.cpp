// SPDX-License-Identifier: Apache-2.0
// The error stacks are what Tarantool 2.6 sends.
#include "tarantool/error.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "tarantool/error_stack.hpp"
#include "wire_bytes.hpp"

namespace tarantool {
namespace {

using testing::bytes_of;

struct Stack {
  std::vector<ErrorFrame> frames;
  std::string failure;
  std::string rest;
};

Stack stack_of(std::string_view hex) {
  const std::string bytes = bytes_of(hex);
  Stack stack;
  Decoder decoder(bytes);
  const bool is_read = read_error_stack(decoder, stack.frames);
  stack.failure = decoder.failure();
  EXPECT_EQ(is_read, stack.failure.empty());
  stack.rest = testing::hex_of(decoder.rest());
  return stack;
}

constexpr std::string_view access_denied =
    "8100918700b141636365737344656e6965644572726f72025b01b12e2f7372632f626f782f73706163652e6303d933"
    "526561642061636365737320746f207370616365202778272069732064656e69656420666f72207573657220276775"
    "657374270400052a0683ab6f626a6563745f74797065a57370616365ab6f626a6563745f6e616d65a178ab61636365"
    "73735f74797065a452656164";
constexpr std::string_view two_errors =
    "8100928600ab436c69656e744572726f72020701a5652e6c756103a3746f70040005cd07d08600ab436c69656e7445"
    "72726f72020701a5652e6c756103a56361757365040005cd03e8";

TEST(ErrorStack, TellsAllOfAnError) {
  const Stack stack = stack_of(access_denied);
  const ErrorFrame expected{
      "AccessDeniedError",
      "./src/box/space.c",
      91,
      "Read access to space 'x' is denied for user 'guest'",
      0,
      server_code::access_denied,
      {{"object_type", "space"}, {"object_name", "x"}, {"access_type", "Read"}}};
  EXPECT_EQ(stack.frames, std::vector<ErrorFrame>{expected});
  EXPECT_EQ(stack.failure, "");
}

TEST(ErrorStack, BeginsWithTheErrorAndGoesOnWithItsCause) {
  const Stack stack = stack_of(std::string(two_errors) + "05");
  const std::vector<ErrorFrame> expected = {{"ClientError", "e.lua", 7, "top", 0, 2000, {}},
                                            {"ClientError", "e.lua", 7, "cause", 0, 1000, {}}};
  EXPECT_EQ(stack.frames, expected);
  EXPECT_EQ(stack.rest, "05");
  EXPECT_EQ(stack_of("c74903" + std::string(two_errors)).frames, expected) << "an error as a value";
}

TEST(ErrorStack, SkipsWhatItDoesNotKnow) {
  EXPECT_EQ(stack_of("80").frames.size(), 0u);
  EXPECT_EQ(stack_of("8207920102 0090").frames.size(), 0u);
  const Stack stack = stack_of("82a178c0 00918407920102 03a161 c0a178 ff80");
  ASSERT_EQ(stack.frames.size(), 1u) << stack.failure;
  EXPECT_EQ(stack.frames[0].message, "a");
  const Stack fields = stack_of("8100918106 82a16105a1629101");
  EXPECT_EQ(fields.frames.at(0).fields,
            (std::map<std::string, std::string>{{"a", "5"}, {"b", "[1]"}}));
}

TEST(ErrorStack, SaysWhatItCannotRead) {
  EXPECT_EQ(stack_of("90").failure, "expected a map, found an array");
  EXPECT_EQ(stack_of("8100c0").failure, "expected an array, found nil at [0]");
  EXPECT_EQ(stack_of("8100918103c0").failure, "expected a string, found nil at [0][0][3]");
  const std::string not_an_error = "expected an error, found an extension of type ";
  EXPECT_EQ(stack_of("d40280").failure, not_an_error + "2");
  EXPECT_EQ(stack_of("c70003").failure, not_an_error + "3") << "nothing in it";
  EXPECT_EQ(stack_of("d40381").failure, not_an_error + "3") << "half a map";
  EXPECT_EQ(stack_of("d503dd00").failure, not_an_error + "3");
}

TEST(Error, IsOneLineForPeople) {
  EXPECT_EQ(to_string(Error{Cause::server, 3, "Duplicate key exists", {}, ""}),
            "server error 3: Duplicate key exists");
  EXPECT_EQ(to_string(Error{Cause::router, 0, "no such space", {}, "InsertError"}),
            "router error InsertError: no such space");
  EXPECT_EQ(to_string(Error{Cause::timeout, 0, "no answer within 1 s", {}, ""}),
            "timeout error: no answer within 1 s");
}

TEST(Error, NamesItsCauseAsTheEnumeratorIs) {
  EXPECT_STREQ(to_string(Cause::server), "server");
  EXPECT_STREQ(to_string(Cause::network), "network");
  EXPECT_STREQ(to_string(Cause::cancelled), "cancelled");
  EXPECT_STREQ(to_string(Cause::overloaded), "overloaded");
  EXPECT_STREQ(to_string(Cause::closed), "closed");
  EXPECT_STREQ(to_string(Cause::protocol), "protocol");
  EXPECT_STREQ(to_string(Cause::type), "type");
}

TEST(Result, HoldsAValueOrAnError) {
  Result<std::string> good(std::string("a"));
  ASSERT_TRUE(good);
  EXPECT_EQ(*good, "a");
  EXPECT_EQ(good->size(), 1u);
  const Result<std::string> bad(Error{Cause::closed, 0, "gone", {}, ""});
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().message, "gone");

  Result<std::unique_ptr<int>> owner(std::make_unique<int>(5));
  EXPECT_EQ(*(*std::move(owner)), 5);
}

}  // namespace
}  // namespace tarantool
