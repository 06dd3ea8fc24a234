// SPDX-License-Identifier: Apache-2.0
// Messages become bytes and messages again; bytes that are none are refused.
#include "fork/wire.hpp"

#include <gmock/gmock.h>

#include "messages.hpp"

namespace tare::fork {
namespace {

using testing::StartsWith;
using testing::ThrowsMessage;

std::optional<Message> decoded(const std::string& bytes) {
  Decoder decoder;
  decoder.feed(bytes);
  return decoder.next();
}

std::string length_of(std::uint64_t length) {
  std::string bytes;
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(length >> (8 * i));
  return bytes;
}

/// A frame with this kind and payload, whatever they are.
std::string frame(int kind, const std::string& payload) {
  return length_of(payload.size() + 1) + static_cast<char>(kind) + payload;
}

std::string payload_of(const Message& message) { return encode(message).substr(5); }

constexpr int hello = 0;
constexpr int iteration_started = 2;
constexpr int iteration_result = 3;
constexpr int findings = 4;
constexpr int ending = 5;

TEST(wire, every_message_comes_back) {
  const std::vector<Message> all = every_message();
  ASSERT_EQ(all.size(), std::variant_size_v<Message>);
  for (std::size_t kind = 0; kind < all.size(); ++kind) {
    ASSERT_EQ(all[kind].index(), kind);
    const std::optional<Message> again = decoded(encode(all[kind]));
    ASSERT_TRUE(again.has_value());
    EXPECT_EQ(again->index(), kind);
    EXPECT_EQ(encode(*again), encode(all[kind]));
  }
}

TEST(wire, fields_come_back_as_they_were) {
  EXPECT_EQ(std::get<Hello>(*decoded(encode(Hello{9, "x"}))), (Hello{9, "x"}));
  EXPECT_EQ(std::get<Job>(*decoded(encode(full_job()))), full_job());
  EXPECT_EQ(std::get<running::IterationResult>(*decoded(encode(full_iteration()))),
            full_iteration());
  const auto found =
      std::get<extend::Findings>(*decoded(encode(extend::Findings{{full_metric()}, {}, {}, {}})))
          .metrics.at(0);
  EXPECT_EQ(found.label, full_metric().label);
  EXPECT_EQ(found.unit, full_metric().unit);
  EXPECT_EQ(found.better, Better::higher);
  EXPECT_EQ(found.sample, full_metric().sample);
  EXPECT_TRUE(found.error_within_forks);
  EXPECT_EQ(found.median, 6);
  EXPECT_NE(found.max, found.max);
  EXPECT_EQ(found.percentiles, full_metric().percentiles);
  const auto ended =
      std::get<running::Ending>(*decoded(encode(running::Ending{Outcome::failed, "why"})));
  EXPECT_EQ(ended.outcome, Outcome::failed);
  EXPECT_EQ(ended.reason, "why");
}

/// Other versions read these: a change needs another wire_version.
TEST(wire, bytes_of_this_version_do_not_change) {
  EXPECT_EQ(wire_version, 4U);
  EXPECT_EQ(encode(Hello{1, "0.1"}), std::string("\6\0\0\0\0\1\3"
                                                 "0.1",
                                                 10));
  EXPECT_EQ(encode(IterationStarted{}), std::string("\1\0\0\0\2", 5));
  EXPECT_EQ(encode(Done{}), std::string("\1\0\0\0\6", 5));
  EXPECT_EQ(encode(StageStarted{running::Stage::iteration_tear_down}),
            std::string("\2\0\0\0\7\2", 6));
  EXPECT_EQ(payload_of(running::Ending{Outcome::skipped, std::string(200, 'x')}),
            "\4\xc8\1" + std::string(200, 'x'));
  running::IterationResult result;
  result.nanoseconds = 1;
  EXPECT_EQ(payload_of(result).substr(3, 8), std::string("\0\0\0\0\0\0\xf0\x3f", 8));
}

TEST(wire, bytes_may_come_one_by_one) {
  std::string stream;
  for (const Message& message : every_message()) stream += encode(message);
  Decoder decoder;
  std::string again;
  for (const char byte : stream) {
    decoder.feed({&byte, 1});
    while (const auto message = decoder.next()) again += encode(*message);
  }
  EXPECT_EQ(again, stream);
}

TEST(wire, bytes_may_come_all_at_once) {
  std::string stream;
  for (const Message& message : every_message()) stream += encode(message);
  Decoder decoder;
  decoder.feed(stream);
  std::size_t messages = 0;
  while (decoder.next()) ++messages;
  EXPECT_EQ(messages, every_message().size());
}

TEST(wire, a_message_is_not_there_before_its_last_byte) {
  for (const Message& message : every_message()) {
    const std::string bytes = encode(message);
    for (std::size_t size = 0; size < bytes.size(); ++size)
      EXPECT_FALSE(decoded(bytes.substr(0, size)).has_value()) << message.index() << " " << size;
  }
}

TEST(wire, a_payload_that_ends_too_early_is_refused_wherever_it_ends) {
  for (const Message& message : every_message()) {
    const std::string payload = payload_of(message);
    for (std::size_t size = 0; size < payload.size(); ++size) {
      SCOPED_TRACE(testing::Message() << "kind " << message.index() << ", " << size << " bytes");
      EXPECT_THROW(decoded(frame(static_cast<int>(message.index()), payload.substr(0, size))),
                   WireError);
    }
  }
}

TEST(wire, a_payload_that_is_too_long_is_refused) {
  for (const Message& message : every_message()) {
    const auto kind = static_cast<int>(message.index());
    EXPECT_THAT([&] { decoded(frame(kind, payload_of(message) + '\0')); },
                ThrowsMessage<WireError>("a message is longer than its fields"));
  }
}

TEST(wire, unknown_kinds_are_refused) {
  for (int kind = static_cast<int>(every_message().size()); kind < 256; ++kind)
    EXPECT_THAT([&] { decoded(frame(kind, "")); },
                ThrowsMessage<WireError>("a message of an unknown kind"));
}

TEST(wire, an_empty_frame_is_refused) {
  EXPECT_THAT([] { decoded(length_of(0)); },
              ThrowsMessage<WireError>("a frame of an impossible length"));
}

TEST(wire, longest_frame_is_waited_for_and_one_byte_more_is_refused) {
  EXPECT_FALSE(decoded(length_of(most_frame_bytes)).has_value());
  for (const std::uint64_t length :
       {std::uint64_t{most_frame_bytes} + 1, std::uint64_t{UINT32_MAX}})
    EXPECT_THAT([&] { decoded(length_of(length)); },
                ThrowsMessage<WireError>("a frame of an impossible length"));
}

TEST(wire, longest_frame_is_sent_and_one_byte_more_is_not) {
  // Kind, outcome, and a length of four bytes stand before the text.
  running::Ending longest{Outcome::failed, std::string(most_frame_bytes - 6, 'x')};
  const std::string bytes = encode(longest);
  EXPECT_EQ(bytes.size(), most_frame_bytes + 4U);
  EXPECT_EQ(std::get<running::Ending>(*decoded(bytes)).reason, longest.reason);
  longest.reason += 'x';
  EXPECT_THAT([&] { encode(longest); }, ThrowsMessage<WireError>("a message is too long to send"));
}

TEST(wire, longest_list_is_read_and_one_element_more_is_refused) {
  extend::Findings list;
  list.metrics.resize(1);
  list.metrics[0].sample.values = {std::vector<double>(most_elements)};
  EXPECT_EQ(std::get<extend::Findings>(*decoded(encode(list))).metrics[0].sample.values[0].size(),
            most_elements);
  list.metrics[0].sample.values[0].push_back(0);
  EXPECT_THAT([&] { decoded(encode(list)); }, ThrowsMessage<WireError>("a list is too long"));
}

TEST(wire, a_list_that_claims_more_than_there_is_takes_no_memory) {
  EXPECT_THAT([] { decoded(frame(findings, "\xff\xff\xff\x01")); },
              ThrowsMessage<WireError>("a list is too long"));
}

TEST(wire, a_text_that_claims_more_than_there_is_is_refused) {
  EXPECT_THAT([] { decoded(frame(hello, "\1\xff\xff\xff\xff\xff\xff\xff\xff\xff\1")); },
              ThrowsMessage<WireError>("a message ends in the middle of a text"));
}

TEST(wire, numbers_beyond_their_type_are_refused) {
  const auto hello_of = [](const std::string& version) {
    return [=] { decoded(frame(hello, version + '\0')); };
  };
  EXPECT_THAT(hello_of("\xff\xff\xff\xff\x10"), ThrowsMessage<WireError>("a number is too large"));
  EXPECT_THAT(hello_of(std::string(9, '\xff') + "\2"),
              ThrowsMessage<WireError>("a number does not fit 64 bits"));
  EXPECT_THAT(hello_of(std::string(11, '\x80')),
              ThrowsMessage<WireError>("a number does not fit 64 bits"));
  EXPECT_EQ(
      std::get<Hello>(*decoded(frame(hello, std::string("\xff\xff\xff\xff\x0f\0", 6)))).version,
      0xffffffffu);
  EXPECT_THAT(
      [] { decoded(frame(iteration_result, "\2" + payload_of(full_iteration()).substr(1))); },
      ThrowsMessage<WireError>("a number is too large"));  // A bool.
}

TEST(wire, constants_beyond_the_last_are_refused) {
  EXPECT_THAT([] { decoded(frame(ending, std::string("\5\0", 2))); },
              ThrowsMessage<WireError>("an unknown constant"));
  EXPECT_EQ(std::get<running::Ending>(*decoded(frame(ending, std::string("\4\0", 2)))).outcome,
            Outcome::skipped);
}

TEST(wire, what_has_no_fields_takes_none) {
  EXPECT_TRUE(decoded(frame(iteration_started, "")).has_value());
}

}  // namespace
}  // namespace tare::fork
