// SPDX-License-Identifier: Apache-2.0
#include "tarantool/msgpack.hpp"

#include <msgpuck.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <limits>

namespace tarantool {
namespace {

constexpr std::size_t most_head_bytes = 9;  // Of a number with 64 bits.

/// What the first byte of a value tells of its size.
struct Step {
  std::uint8_t bytes = 1;   ///< Of the value, without those that are counted.
  std::uint8_t values = 0;  ///< That come next and are parts of it.
  std::uint8_t width = 0;   ///< Of a count behind the first byte: of more bytes, or values.
  std::uint8_t each = 0;    ///< Values for each that is counted; 0: bytes are counted.
};
constexpr Step no_value{0, 0, 1, 0};

constexpr Step step_of(unsigned first) {
  const auto byte = [](unsigned number) { return static_cast<std::uint8_t>(number); };
  // The last bits of these are the logarithm of a width.
  const auto counted = [&](unsigned log_width, unsigned more, unsigned each) {
    const unsigned width = 1U << log_width;
    return Step{byte(1 + width + more), 0, byte(width), byte(each)};
  };
  if (first <= 0x7f || first >= 0xe0) return {};
  if (first <= 0x8f) return {1, byte(2 * (first & 0xfU))};  // map
  if (first <= 0x9f) return {1, byte(first & 0xfU)};        // array
  if (first <= 0xbf) return {byte(1 + (first & 0x1fU))};    // str
  if (first == 0xc1) return no_value;
  if (first <= 0xc3) return {};                                  // nil, boolean
  if (first <= 0xc6) return counted(first - 0xc4, 0, 0);         // bin
  if (first <= 0xc9) return counted(first - 0xc7, 1, 0);         // ext, with its type
  if (first <= 0xcb) return {byte(first == 0xca ? 5 : 9)};       // float, double
  if (first <= 0xd3) return {byte(1 + (1U << (first & 3U)))};    // integers
  if (first <= 0xd8) return {byte(2 + (1U << (first - 0xd4)))};  // ext of 1, 2, 4, 8, 16 bytes
  if (first <= 0xdb) return counted(first - 0xd9, 0, 0);         // str
  return counted(1 + (first & 1U), 0, first <= 0xdd ? 1 : 2);    // array, map
}

constexpr auto steps = [] {
  std::array<Step, 256> table{};
  for (unsigned first = 0; first < table.size(); ++first) table[first] = step_of(first);
  return table;
}();

std::uint64_t load(const char*& at, int width) {
  if (width == 1) return mp_load_u8(&at);
  if (width == 2) return mp_load_u16(&at);
  return mp_load_u32(&at);
}

/// Puts to `out` what encode(at), which returns its end, and `n` bytes.
inline void put(Buffer& out, auto encode, const void* bytes = nullptr, std::size_t n = 0) {
  char* const at = out.room(most_head_bytes + n);
  char* const head_end = encode(at);
  if (n != 0) std::memcpy(head_end, bytes, n);
  out.advance(static_cast<std::size_t>(head_end - at) + n);
}

/// msgpuck does not know extensions.
char* encode_extension_length(char* at, std::uint32_t n) {
  switch (n) {
    case 1:
    case 2:
    case 4:
    case 8:
    case 16:
      return mp_store_u8(at, static_cast<std::uint8_t>(0xd4 + std::countr_zero(n)));
    default:
      break;
  }
  if (n <= std::numeric_limits<std::uint8_t>::max()) {
    return mp_store_u8(mp_store_u8(at, 0xc7), static_cast<std::uint8_t>(n));
  }
  if (n <= std::numeric_limits<std::uint16_t>::max()) {
    return mp_store_u16(mp_store_u8(at, 0xc8), static_cast<std::uint16_t>(n));
  }
  return mp_store_u32(mp_store_u8(at, 0xc9), n);
}

/// The bytes of the extension at `at`, which goes behind them.
std::string_view load_extension(const char*& at, std::int8_t& type) {
  const std::uint8_t first = mp_load_u8(&at);
  const bool is_fixed = first >= 0xd4;
  const std::size_t n = is_fixed ? std::size_t{1} << (first - 0xd4) : load(at, steps[first].width);
  type = static_cast<std::int8_t>(mp_load_u8(&at));
  const std::string_view bytes(at, n);
  at += n;
  return bytes;
}

/// The number at `at`, which goes behind it. False: it is not written as one without a sign.
inline bool load_unsigned(const char*& at, std::uint64_t& number) {
  const char* behind = at;
  const std::uint8_t first = mp_load_u8(&behind);
  switch (first) {
    case 0xcc:
      number = mp_load_u8(&behind);
      break;
    case 0xcd:
      number = mp_load_u16(&behind);
      break;
    case 0xce:
      number = mp_load_u32(&behind);
      break;
    case 0xcf:
      number = mp_load_u64(&behind);
      break;
    default:
      if (first > 0x7f) return false;
      number = first;
  }
  at = behind;
  return true;
}

/// An integer of any size and sign.
struct Integer {
  std::uint64_t bits = 0;  ///< In two's complement if it is negative.
  bool is_negative = false;
};

/// The same, of all integers. False: it is none.
inline bool load_integer(const char*& at, Integer& integer) {
  integer.is_negative = false;
  if (load_unsigned(at, integer.bits)) return true;
  if (mp_typeof(*at) != MP_INT) return false;
  const std::int64_t number = mp_decode_int(&at);
  integer = {static_cast<std::uint64_t>(number), number < 0};
  return true;
}

/// Whether a double holds it exactly, which `value` becomes then.
bool holds_exactly(double& value, const Integer& number) {
  constexpr double beyond = 18446744073709551616.0;  // 2^64
  const std::uint64_t size = number.is_negative ? 0 - number.bits : number.bits;
  const auto near = static_cast<double>(size);
  if (near >= beyond || static_cast<std::uint64_t>(near) != size) return false;
  value = number.is_negative ? -near : near;
  return true;
}

std::string text_of(auto number) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

/// Describes the value at the front of a reader's bytes.
std::string describe(Decoder decoder) {
  if (decoder.at_end()) return "nothing";
  switch (const Kind kind = decoder.kind()) {
    case Kind::unsigned_integer: {
      std::uint64_t number = 0;
      decoder.unsigned_integer(number, std::numeric_limits<std::uint64_t>::max());
      return text_of(number);
    }
    case Kind::negative_integer: {
      std::int64_t number = 0;
      decoder.integer(number, std::numeric_limits<std::int64_t>::min(), -1);
      return text_of(number);
    }
    case Kind::float32:
    case Kind::float64: {
      double number = 0;
      decoder.number(number);
      return text_of(number);
    }
    case Kind::extension:
      return to_string(kind) + (" of type " + text_of(int{decoder.extension_type()}));
    default:
      return to_string(kind);
  }
}

}  // namespace

void Buffer::move_to(std::size_t capacity) {
  auto bytes = std::make_unique_for_overwrite<char[]>(capacity);
  if (size_ != 0) std::memcpy(bytes.get(), bytes_.get(), size_);
  bytes_ = std::move(bytes);
  capacity_ = capacity;
}

void Buffer::grow(std::size_t n) {
  constexpr std::size_t least = 256;  // Most requests fit.
  move_to(std::max({least, 2 * capacity_, size_ + n}));
}

void Buffer::shrink(std::size_t capacity) {
  const std::size_t wanted = std::max(capacity, size_);
  if (wanted < capacity_) move_to(wanted);
}

void Encoder::nil() { put(out_, mp_encode_nil); }

void Encoder::boolean(bool value) {
  put(out_, [=](char* at) { return mp_encode_bool(at, value); });
}

void Encoder::long_unsigned_integer(std::uint64_t value) {
  put(out_, [=](char* at) { return mp_encode_uint(at, value); });
}

void Encoder::integer(std::int64_t value) {
  if (value >= 0) return unsigned_integer(static_cast<std::uint64_t>(value));
  put(out_, [=](char* at) { return mp_encode_int(at, value); });
}

void Encoder::number(float value) {
  put(out_, [=](char* at) { return mp_encode_float(at, value); });
}

void Encoder::number(double value) {
  put(out_, [=](char* at) { return mp_encode_double(at, value); });
}

bool Encoder::fits(std::size_t n, const char* what) {
  if (n <= std::numeric_limits<std::uint32_t>::max()) return true;
  fail(std::string(what) + " of " + text_of(n) + " is too long");
  return false;
}

void Encoder::string(std::string_view value) {
  if (!fits(value.size(), "a string")) return;
  const auto n = static_cast<std::uint32_t>(value.size());
  put(
      out_, [=](char* at) { return mp_encode_strl(at, n); }, value.data(), n);
}

void Encoder::binary(std::span<const std::byte> value) {
  if (!fits(value.size(), "binary")) return;
  const auto n = static_cast<std::uint32_t>(value.size());
  put(
      out_, [=](char* at) { return mp_encode_binl(at, n); }, value.data(), n);
}

void Encoder::long_array(std::size_t n) {
  if (!fits(n, "an array")) return;
  put(out_, [=](char* at) { return mp_encode_array(at, static_cast<std::uint32_t>(n)); });
}

void Encoder::long_map(std::size_t n) {
  if (!fits(n, "a map")) return;
  put(out_, [=](char* at) { return mp_encode_map(at, static_cast<std::uint32_t>(n)); });
}

void Encoder::extension(ExtensionType type, std::string_view bytes) {
  if (!fits(bytes.size(), "an extension")) return;
  const auto n = static_cast<std::uint32_t>(bytes.size());
  const auto encode_head = [=](char* at) {
    at = encode_extension_length(at, n);
    return mp_store_u8(at, static_cast<std::uint8_t>(type));
  };
  put(out_, encode_head, bytes.data(), n);
}

void Encoder::fail(std::string reason) {
  if (!reason_) reason_ = std::move(reason);
}

const char* to_string(Kind kind) {
  switch (kind) {
    case Kind::nil:
      return "nil";
    case Kind::boolean:
      return "a boolean";
    case Kind::unsigned_integer:
    case Kind::negative_integer:
      return "an integer";
    case Kind::float32:
      return "a float";
    case Kind::float64:
      return "a double";
    case Kind::string:
      return "a string";
    case Kind::binary:
      return "binary";
    case Kind::array:
      return "an array";
    case Kind::map:
      return "a map";
    case Kind::extension:
      return "an extension";
  }
  return "";
}

// mp_check() of msgpuck does the same, but is not safe: it counts the values to come in 32 bits,
// which an array of 2^32-1 elements wraps, and takes 0xc1, which is no value.
const char* end_of_value(const char* begin, const char* end) {
  const std::int64_t size = end - begin;
  std::int64_t at = 0;
  std::int64_t to_come = 1;
  do {
    // Each takes a byte at least, so that no count wraps, or keeps the loop going.
    if (size - at < to_come) return nullptr;
    --to_come;
    const char* const value = begin + at;
    const auto first = static_cast<std::uint8_t>(*value);
    switch (first) {  // Branches are foretold; the table has to be waited for.
      case 0xcc:
        at += 2;
        continue;
      case 0xcd:
        at += 3;
        continue;
      case 0xce:
        at += 5;
        continue;
      case 0xcf:
        at += 9;
        continue;
      default:
        break;
    }
    const Step step = steps[first];
    at += step.bytes;
    to_come += step.values;
    if (step.width != 0) {
      if (step.bytes == 0 || at > size) return nullptr;
      const char* counter = value + 1;
      const auto n = static_cast<std::int64_t>(load(counter, step.width));
      if (step.each == 0) {
        at += n;
      } else {
        to_come += n * step.each;
      }
    }
  } while (to_come != 0);
  return at > size ? nullptr : begin + at;
}

Kind Decoder::kind() const {
  switch (mp_typeof(*at_)) {
    case MP_NIL:
      return Kind::nil;
    case MP_UINT:
      return Kind::unsigned_integer;
    case MP_INT: {
      const char* at = at_;  // Others than Tarantool write 5 as d0 05.
      return mp_decode_int(&at) < 0 ? Kind::negative_integer : Kind::unsigned_integer;
    }
    case MP_STR:
      return Kind::string;
    case MP_BIN:
      return Kind::binary;
    case MP_ARRAY:
      return Kind::array;
    case MP_MAP:
      return Kind::map;
    case MP_BOOL:
      return Kind::boolean;
    case MP_FLOAT:
      return Kind::float32;
    case MP_DOUBLE:
      return Kind::float64;
    case MP_EXT:
      break;
  }
  return Kind::extension;
}

std::int8_t Decoder::extension_type() const {
  const char* at = at_;
  std::int8_t type = 0;
  load_extension(at, type);
  return type;
}

bool Decoder::nil() {
  if (!at_nil()) return expected("nil");
  ++at_;
  return true;
}

bool Decoder::boolean(bool& value) {
  if (at_end() || mp_typeof(*at_) != MP_BOOL) return expected("a boolean");
  value = mp_decode_bool(&at_);
  return true;
}

bool Decoder::integer(std::int64_t& value, std::int64_t least, std::int64_t most) {
  const char* at = at_;
  Integer number;
  const bool is_integer = !at_end() && load_integer(at, number);
  const auto wide = static_cast<std::int64_t>(number.bits);
  const bool wraps = number.is_negative != (wide < 0);
  if (!is_integer || wraps || wide < least || wide > most) {
    return expected_integer(least, static_cast<std::uint64_t>(most));
  }
  value = wide;
  at_ = at;
  return true;
}

bool Decoder::long_unsigned_integer(std::uint64_t& value, std::uint64_t most) {
  const char* at = at_;
  Integer number;
  const bool is_integer = !at_end() && load_integer(at, number);
  if (!is_integer || number.is_negative || number.bits > most) return expected_integer(0, most);
  value = number.bits;
  at_ = at;
  return true;
}

bool Decoder::number(double& value) {
  if (at_end()) return expected("a number");
  const char* at = at_;
  switch (mp_typeof(*at)) {
    case MP_FLOAT:
      value = mp_decode_float(&at);
      break;
    case MP_DOUBLE:
      value = mp_decode_double(&at);
      break;
    case MP_UINT:
    case MP_INT: {
      Integer number;
      load_integer(at, number);
      if (!holds_exactly(value, number)) return expected("a number that a double holds exactly");
      break;
    }
    default:
      return expected("a number");
  }
  at_ = at;
  return true;
}

bool Decoder::string(std::string_view& value) {
  if (at_end() || mp_typeof(*at_) != MP_STR) return expected("a string");
  std::uint32_t n = 0;
  const char* bytes = mp_decode_str(&at_, &n);
  value = {bytes, n};
  return true;
}

bool Decoder::binary(std::string_view& value) {
  if (at_end() || mp_typeof(*at_) != MP_BIN) return expected("binary");
  std::uint32_t n = 0;
  const char* bytes = mp_decode_bin(&at_, &n);
  value = {bytes, n};
  return true;
}

bool Decoder::long_array(std::uint32_t& n) {
  if (at_end() || mp_typeof(*at_) != MP_ARRAY) return expected("an array");
  n = mp_decode_array(&at_);
  return true;
}

bool Decoder::long_map(std::uint32_t& n) {
  if (at_end() || mp_typeof(*at_) != MP_MAP) return expected("a map");
  n = mp_decode_map(&at_);
  return true;
}

bool Decoder::extension(std::int8_t& type, std::string_view& bytes) {
  if (at_end() || mp_typeof(*at_) != MP_EXT) return expected("an extension");
  bytes = load_extension(at_, type);
  return true;
}

std::string_view Decoder::skip() {
  const char* const begin = at_;
  const char* const end = end_of_value(at_, end_);
  at_ = end == nullptr ? end_ : end;
  return {begin, static_cast<std::size_t>(at_ - begin)};
}

bool Decoder::expected(const char* what) {
  failed_at_ = at_;
  expected_ = what;
  if (words_) words_->path.clear();
  return false;
}

bool Decoder::expected_integer(std::int64_t least, std::uint64_t most) {
  least_ = least;
  most_ = most;
  return expected(nullptr);
}

bool Decoder::fail(std::string reason) {
  failed_at_ = nullptr;
  words_ = Words{std::move(reason), ""};
  return false;
}

bool Decoder::too_deep() { return fail("more than " + text_of(most_levels) + " levels"); }

bool Decoder::in(std::size_t index) { return below("[" + text_of(index) + "]"); }

bool Decoder::in(std::string_view member) { return below("." + std::string(member)); }

bool Decoder::below(const std::string& step) {
  if (!words_) words_.emplace();
  words_->path.insert(0, step);
  return false;
}

std::string Decoder::failure() const {
  const Words words = words_.value_or(Words());
  std::string text = words.reason;
  if (failed_at_ != nullptr) {
    text = "expected ";
    if (expected_ != nullptr) {
      text += expected_;
    } else {
      const bool is_signed = least_ < 0;
      text += "an integer from " + text_of(least_) + " to ";
      text += is_signed ? text_of(static_cast<std::int64_t>(most_)) : text_of(most_);
    }
    const auto left = static_cast<std::size_t>(end_ - failed_at_);
    text += ", found " + describe(Decoder({failed_at_, left}));
  }
  if (!words.path.empty()) text += " at " + words.path.substr(words.path.front() == '.' ? 1 : 0);
  return text;
}

}  // namespace tarantool
