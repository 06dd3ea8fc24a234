// SPDX-License-Identifier: Apache-2.0
#include "frame.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "fake_server.hpp"

namespace tarantool {
namespace {

using namespace std::string_literals;
using testing::frame_of;
using testing::header_of;
using testing::packed;
using testing::packed_map;
using Outcome = FrameParser::Outcome;

constexpr std::size_t plenty = 1 << 20;

std::string written(const RequestRef& request, std::uint64_t sync, const SendOptions& options) {
  Buffer out;
  EXPECT_FALSE(write_frame(out, request, sync, options));
  return std::string(out.view());
}

TEST(WriteFrame, PutsLengthHeaderAndBody) {
  EXPECT_EQ(written(ping(), 1, {}),
            "\xce\x00\x00\x00\x0e\x82\x00\x40\x01\xcf\x00\x00\x00\x00\x00\x00\x00\x01\x80"s);
  EXPECT_EQ(written(erase(512, 7), 128, {}),
            "\xce\x00\x00\x00\x17\x82\x00\x05\x01\xcf\x00\x00\x00\x00\x00\x00\x00\x80"
            "\x83\x10\xcd\x02\x00\x11\x00\x20\x91\x07"s);
}

TEST(WriteFrame, PutsSchemaVersionAndStream) {
  const SendOptions options{.schema_version = 80, .stream = 5};
  EXPECT_EQ(written(ping(), 2, options),
            "\xce\x00\x00\x00\x12\x84\x00\x40\x01\xcf\x00\x00\x00\x00\x00\x00\x00\x02"
            "\x05\x50\x0a\x05\x80"s);
}

TEST(WriteFrame, PutsAnySync) {
  EXPECT_EQ(written(ping(), std::numeric_limits<std::uint64_t>::max(), {}),
            "\xce\x00\x00\x00\x0e\x82\x00\x40\x01\xcf\xff\xff\xff\xff\xff\xff\xff\xff\x80"s);
}

TEST(WriteFrame, AppendsOneAfterAnother) {
  Buffer out;
  write_frame(out, ping(), 1, {});
  write_frame(out, ping(), 2, {});
  EXPECT_EQ(out.view(), written(ping(), 1, {}) + written(ping(), 2, {}));
}

/// A value that cannot be written.
struct Unwritable {};

}  // namespace

template <>
struct Codec<Unwritable> {
  static void write(Encoder& encoder, Unwritable) {
    encoder.string("some bytes");
    encoder.fail("it is unwritable");
  }
};

namespace {

TEST(WriteFrame, AppendsNothingOfWhatCannotBeWritten) {
  Buffer out;
  write_frame(out, ping(), 1, {});
  EXPECT_EQ(write_frame(out, call("f", Unwritable{}), 2, {}), "it is unwritable");
  EXPECT_EQ(out.view(), written(ping(), 1, {}));
}

std::string greeting_of(const std::string& line, const std::string& salt) {
  std::string bytes = line;
  bytes.resize(63, ' ');
  bytes += '\n' + salt;
  bytes.resize(127, ' ');
  return bytes + '\n';
}

const std::string salt_text = "QK2HoFZGXTXBq2vFj7soCsHqTo6PGTF575ssUBAJLAI=";

TEST(Greeting, IsParsed) {
  const auto greeting = Greeting::parse(
      greeting_of("Tarantool 2.6.0 (Binary) 7170b4af-c72c-4f07-8729-08fc678543a1", salt_text));
  ASSERT_TRUE(greeting);
  EXPECT_EQ(greeting->version, "2.6.0");
  EXPECT_EQ(greeting->uuid, "7170b4af-c72c-4f07-8729-08fc678543a1");
  EXPECT_EQ(greeting->salt,
            "\x40\xad\x87\xa0\x56\x46\x5d\x35\xc1\xab\x6b\xc5\x8f\xbb\x28\x0a\xc1\xea\x4e\x8e");
}

TEST(Greeting, OfAnotherIsNone) {
  const std::string line = "Tarantool 2.6.0 (Binary) 7170b4af-c72c-4f07-8729-08fc678543a1";
  EXPECT_FALSE(Greeting::parse(""));
  EXPECT_FALSE(Greeting::parse(std::string(128, '\0')));
  EXPECT_FALSE(Greeting::parse(greeting_of(line, salt_text).substr(1)));
  EXPECT_FALSE(Greeting::parse(greeting_of(line, "")));
  EXPECT_FALSE(Greeting::parse(greeting_of(line, std::string(44, '*'))));
  EXPECT_FALSE(Greeting::parse(greeting_of("Tarantool 2.6.0 (Lua console)", salt_text)));
  EXPECT_FALSE(Greeting::parse(greeting_of("HTTP/1.1 400 Bad Request", salt_text)));
}

TEST(Greeting, KnowsWhichVersionIsNewer) {
  Greeting greeting;
  const auto is_at_least = [&](const char* version, unsigned major, unsigned minor) {
    greeting.version = version;
    return greeting.is_at_least(major, minor);
  };
  EXPECT_TRUE(is_at_least("2.10.0", 2, 10));
  EXPECT_TRUE(is_at_least("2.11.0-entrypoint-113-g803baaffe", 2, 10));
  EXPECT_TRUE(is_at_least("3.0.1", 2, 10));
  EXPECT_TRUE(is_at_least("10.0", 2, 10));
  EXPECT_FALSE(is_at_least("2.9.1", 2, 10));
  EXPECT_FALSE(is_at_least("1.10.15", 2, 10));
  EXPECT_FALSE(is_at_least("", 0, 1));
  EXPECT_FALSE(is_at_least("two.ten", 2, 10));
}

TEST(Scramble, ProvesThePassword) {
  // By Python's hashlib, as the documentation of Tarantool's protocol defines it.
  EXPECT_EQ(scramble("secret", "01234567890123456789"),
            "\x7a\xbe\x1a\x87\x76\xb5\x9e\x93\x10\x59\x45\x1f\x81\xe5\x96\xa6\x0d\xbb\xf7\xa8");
}

TEST(FrameParser, FindsAFrame) {
  const std::string body = packed_map({{0x30, packed(std::vector<int>{1, 2})}});
  const std::string bytes = frame_of(header_of(7), body);
  FrameParser parser(plenty);
  const std::string with_next = bytes + bytes.substr(0, 3);
  ASSERT_EQ(parser.parse(with_next), Outcome::frame);
  EXPECT_EQ(parser.size(), bytes.size());
  EXPECT_EQ(parser.frame().header.sync, 7U);
  EXPECT_EQ(parser.frame().header.code, 0U);
  EXPECT_EQ(parser.frame().header.schema_version, 80U);
  EXPECT_EQ(parser.frame().body, body);
}

TEST(FrameParser, AsksForWhatIsMissing) {
  const std::string bytes = frame_of(header_of(7), packed_map({{0x30, packed("text")}}));
  FrameParser parser(plenty);
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    ASSERT_EQ(parser.parse(std::string_view(bytes).substr(0, n)), Outcome::more) << n;
    EXPECT_EQ(parser.size(), n == 0 ? 1U : n < 5 ? 5U : bytes.size()) << n;
  }
  EXPECT_EQ(parser.parse(bytes), Outcome::frame);
}

TEST(FrameParser, TakesALengthOfAnyWidth) {
  const std::string content = header_of(7) + packed_map({});
  const auto n = static_cast<char>(content.size());
  for (const std::string& length :
       {std::string{n}, "\xcc"s + n, "\xcd\x00"s + n, "\xce\x00\x00\x00"s + n,
        "\xcf\x00\x00\x00\x00\x00\x00\x00"s + n}) {
    FrameParser parser(plenty);
    EXPECT_EQ(parser.parse(length + content), Outcome::frame);
    EXPECT_EQ(parser.size(), length.size() + content.size());
    EXPECT_EQ(parser.frame().header.sync, 7U);
  }
}

TEST(FrameParser, TakesAReplyWithoutABody) {
  const std::string bytes = frame_of(header_of(7), "");
  FrameParser parser(plenty);
  ASSERT_EQ(parser.parse(bytes), Outcome::frame);
  EXPECT_EQ(parser.frame().body, "\x80");
}

TEST(FrameParser, SkipsUnknownKeysOfTheHeader) {
  const std::string header = packed_map({{2, packed("server")},
                                         {1, packed(std::numeric_limits<std::uint64_t>::max())},
                                         {0x1ff, packed(std::vector<int>{1})},
                                         {0, packed(0x8003)}});
  FrameParser parser(plenty);
  ASSERT_EQ(parser.parse(frame_of(header, packed_map({}))), Outcome::frame);
  EXPECT_EQ(parser.frame().header.sync, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(parser.frame().header.code, 0x8003U);
}

TEST(FrameParser, RefusesWhatIsLongerThanTheLimit) {
  const std::string bytes = frame_of(header_of(7), packed_map({}));
  const std::size_t n = bytes.size() - 5;
  EXPECT_EQ(FrameParser(n).parse(bytes), Outcome::frame);
  FrameParser parser(n - 1);
  // At once, before the rest comes.
  EXPECT_EQ(parser.parse(std::string_view(bytes).substr(0, 5)), Outcome::unsound);
  EXPECT_EQ(parser.reason(), "a reply of " + std::to_string(n) + " bytes, more than the limit of " +
                                 std::to_string(n - 1));
  EXPECT_EQ(parser.parse("\xcf\xff\xff\xff\xff\xff\xff\xff\xff"), Outcome::unsound);
}

TEST(FrameParser, RefusesWhatIsNoReply) {
  const std::string body = packed_map({{0x30, packed(1)}});
  const std::string header = header_of(7);
  for (const std::string& bytes : {
           "\xc0"s,
           "\xd0\x01"s,
           "\x00"s,
           "\x01\xc0"s,
           frame_of("", ""),
           frame_of(packed(1), body),
           frame_of(packed("text"), body),
           frame_of(header, packed(1)),
           frame_of(header, "\xc1"),
           frame_of(header, body + body),
           frame_of(header, body.substr(0, body.size() - 1)),
           frame_of("\xdf\xff\xff\xff\xff", ""),
           frame_of(header, "\xdd\xff\xff\xff\xff"),
           frame_of(packed_map({{0, packed(-1)}}), body),
           frame_of(packed_map({{1, packed("sync")}}), body),
           frame_of(packed_map({{0, packed(std::uint64_t{1} << 32)}}), body),
           frame_of(packed(std::map<std::string, int>{{"code", 0}}), body),
       }) {
    FrameParser parser(plenty);
    EXPECT_EQ(parser.parse(bytes), Outcome::unsound) << ::testing::PrintToString(bytes);
    EXPECT_NE(parser.reason(), "");
  }
}

}  // namespace
}  // namespace tarantool
