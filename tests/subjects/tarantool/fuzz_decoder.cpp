// SPDX-License-Identifier: Apache-2.0
// libFuzzer: no bytes crash what reads them, whatever they are read as, a value or a reply; and
// what was read is written and read again as the same.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "frame.hpp"
#include "tarantool/error_stack.hpp"
#include "tarantool/reply.hpp"
#include "tarantool/struct.hpp"

namespace fuzzed {

struct Part {
  std::int8_t small = 0;
  std::optional<std::string> text;
  std::vector<Part> parts;
  bool operator==(const Part&) const = default;
};

// Each member by itself is what most bytes do not fit: all may be absent.
struct Everything {
  std::optional<bool> boolean;
  std::optional<std::uint16_t> number;
  std::optional<std::int64_t> integer;
  std::optional<float> single;
  std::optional<double> real;
  std::optional<std::string> text;
  std::optional<tarantool::Bytes> bytes;
  std::optional<tarantool::Decimal> decimal;
  std::optional<tarantool::Uuid> uuid;
  std::optional<tarantool::Datetime> datetime;
  std::optional<tarantool::Interval> interval;
  std::optional<tarantool::Extension> extension;
  std::optional<std::map<std::string, std::vector<bool>>> map;
  std::optional<std::tuple<int, std::pair<int, int>, std::array<int, 2>>> tuple;
  std::optional<std::variant<std::uint8_t, std::string, std::vector<Part>>> variant;
  std::optional<Part> part;
  std::optional<tarantool::Value> value;
  bool operator==(const Everything&) const = default;
};

}  // namespace fuzzed

TARANTOOL_STRUCT(fuzzed::Part, small, text, parts);
TARANTOOL_STRUCT(fuzzed::Everything, boolean, number, integer, single, real, text, bytes, decimal,
                 uuid, datetime, interval, extension, map, tuple, variant, part, value);

namespace {

using namespace tarantool;

void require(bool condition, const char* what) {
  if (condition) return;
  std::fputs(what, stderr);
  std::abort();
}

// Both ways at once: a NaN is not equal to itself, but written as the same.
template <class T>
bool are_same(const T& one, const T& other, std::string_view bytes, std::string_view other_bytes) {
  return one == other || bytes == other_bytes;
}

template <class T>
std::optional<T> read_whole(std::string_view bytes) {
  T value{};
  Decoder decoder(bytes);
  const bool is_read = read(decoder, value);
  require(is_read == decoder.failure().empty(), "it fails without a reason, or not with one\n");
  require(!is_read || decoder.at_end(), "something is left\n");
  if (!is_read) return std::nullopt;
  return value;
}

template <class T>
void round_trip(std::string_view bytes) {
  const auto value = read_whole<T>(bytes);
  if (!value) return;
  Buffer buffer;
  Encoder encoder(buffer);
  write(encoder, *value);
  require(!encoder.failed(), "what was read cannot be written\n");
  const char* const end = buffer.data() + buffer.size();
  require(end_of_value(buffer.data(), end) == end, "what is written is unsound\n");
  const auto again = read_whole<T>(buffer.view());
  require(again.has_value(), "what is written cannot be read\n");
  Buffer second;
  Encoder second_encoder(second);
  write(second_encoder, *again);
  require(are_same(*value, *again, buffer.view(), second.view()), "it is read as something else\n");
}

// Element for element down to the leaves, without recursion: comes to the same end.
void walk(std::string_view bytes) {
  Decoder decoder(bytes);
  std::uint32_t n = 0;
  std::string_view inner;
  std::int8_t type = 0;
  while (!decoder.at_end()) {
    switch (decoder.kind()) {
      case Kind::array:
        require(decoder.array(n), "an array is none\n");
        break;
      case Kind::map:
        require(decoder.map(n), "a map is none\n");
        break;
      case Kind::extension: {
        const std::int8_t foretold = decoder.extension_type();
        require(decoder.extension(type, inner) && type == foretold, "an extension is none\n");
        break;
      }
      default: {
        const char* const before = decoder.position();
        decoder.skip();
        require(decoder.position() != before, "it does not move\n");
      }
    }
  }
}

void read_columns(std::string_view bytes) {
  static const std::string_view names[] = {"text", "none", "number", "value"};
  static const Columns<fuzzed::Everything> columns(names);
  fuzzed::Everything row;
  Decoder decoder(bytes);
  if (!columns.read(decoder, row)) require(!decoder.failure().empty(), "no reason is given\n");
}

void read_value(const std::vector<char>& input) {
  const char* const begin = input.data();
  const char* const end = end_of_value(begin, begin + input.size());
  if (end == nullptr) return;
  const std::string_view bytes(begin, static_cast<std::size_t>(end - begin));
  require(end_of_value(begin, end - 1) == nullptr, "half a value is a whole one\n");
  require(Decoder(bytes).skip() == bytes, "it is skipped to somewhere else\n");
  walk(bytes);
  round_trip<Value>(bytes);
  round_trip<fuzzed::Everything>(bytes);
  round_trip<std::vector<fuzzed::Everything>>(bytes);
  round_trip<std::variant<std::int64_t, std::uint64_t, fuzzed::Part, std::string>>(bytes);
  if (const auto value = read_whole<Value>(bytes)) (void)value->to_string(100);
  read_columns(bytes);
  std::vector<ErrorFrame> stack;
  Decoder decoder(bytes);
  if (!read_error_stack(decoder, stack))
    require(!decoder.failure().empty(), "no reason is given\n");
}

void read_reply(const Reply& reply) {
  if (!reply.ok()) (void)to_string(reply.error());
  (void)reply.read<Value>();
  (void)reply.read<std::vector<fuzzed::Everything>>();
  (void)reply.first<fuzzed::Part>();
  fuzzed::Part part;
  (void)reply.first_into(part);
  (void)read_sql<fuzzed::Part>(reply);
  (void)read_ballot(reply);
}

// As replies one after another. What has come of one in part asks for more, or is as unsound as the
// whole.
void read_frames(std::string_view bytes) {
  using Outcome = FrameParser::Outcome;
  constexpr std::size_t most = 1 << 20;
  FrameParser parser(most);
  while (parser.parse(bytes) == Outcome::frame) {
    const std::size_t size = parser.size();
    require(size != 0 && size <= bytes.size(), "a frame is longer than what has come\n");
    FrameParser parts(most);
    for (std::size_t n = 0; n < size; n += 1 + n / 4) {
      require(parts.parse(bytes.substr(0, n)) == Outcome::more, "half a frame is none\n");
      require(parts.size() > n && parts.size() <= size, "it asks for too much, or too little\n");
    }
    read_reply(Reply(parser.frame().header, parser.frame().body));
    bytes.remove_prefix(size);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // A copy as long as the bytes: what reads past them is seen.
  const std::vector<char> input(data, data + size);
  read_value(input);
  read_frames({input.data(), input.size()});
  return 0;
}
