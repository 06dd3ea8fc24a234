// SPDX-License-Identifier: Apache-2.0
// What the types of types.hpp are as bytes:
// https://www.tarantool.io/en/doc/latest/reference/internals/msgpack_extensions/
#include "tarantool/codec.hpp"

#include <msgpuck.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "tarantool/msgpack.hpp"

namespace tarantool {
namespace {

std::string_view chars_of(const auto& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Bytes bytes_of(std::string_view chars) {
  const auto* bytes = reinterpret_cast<const std::byte*>(chars.data());
  return {bytes, bytes + chars.size()};
}

constexpr std::size_t most_number_bytes = 9;

char* put_integer(char* at, std::int64_t number) {
  return number < 0 ? mp_encode_int(at, number)
                    : mp_encode_uint(at, static_cast<std::uint64_t>(number));
}

// ---- Decimal: the scale as an integer, then digits of four bits, and the sign in the last four.

constexpr unsigned plus = 0xc;
constexpr unsigned minus = 0xd;

unsigned nibble(std::string_view bytes, std::size_t i) {
  const auto byte = static_cast<unsigned char>(bytes[i / 2]);
  return i % 2 == 0 ? byte >> 4U : byte & 0xfU;
}

// The other signs of packed decimals are read as well: a, e and f are a plus, b is a minus.
bool read_sign(unsigned sign, bool& is_negative) {
  is_negative = sign == minus || sign == 0xb;
  return sign >= 0xa;
}

bool read_digits(std::string_view bcd, Int128& unscaled) {
  if (bcd.empty()) return false;
  const std::size_t sign_at = 2 * bcd.size() - 1;
  Int128 number = 0;
  int digits = 0;
  for (std::size_t i = 0; i < sign_at; ++i) {
    const unsigned digit = nibble(bcd, i);
    if (number != 0 || digit != 0) ++digits;
    if (digit > 9 || digits > Decimal::most_digits) return false;
    number = number * 10 + digit;
  }
  bool is_negative = false;
  if (!read_sign(nibble(bcd, sign_at), is_negative)) return false;
  unscaled = is_negative ? -number : number;
  return true;
}

bool read_decimal(std::string_view bytes, Decimal& value) {
  if (end_of_value(bytes.data(), bytes.data() + bytes.size()) == nullptr) return false;
  Decoder decoder(bytes);
  return read(decoder, value.scale) && read_digits(decoder.rest(), value.unscaled);
}

// ---- Datetime: seconds; nanoseconds, offset and zone only if one of them is not 0. Little-endian.

constexpr std::size_t short_datetime = 8;
constexpr std::size_t whole_datetime = 16;
constexpr std::int32_t nanoseconds_in_second = 1'000'000'000;

template <class T>
char* put_little(char* at, T value) {
  auto bits = static_cast<std::make_unsigned_t<T>>(value);
  for (std::size_t i = 0; i < sizeof value; ++i) *at++ = static_cast<char>(bits >> (8 * i));
  return at;
}

template <class T>
const char* get_little(const char* at, T& value) {
  std::make_unsigned_t<T> bits = 0;
  for (std::size_t i = sizeof value; i-- > 0;) {
    bits =
        static_cast<decltype(bits)>(std::uint64_t{bits} << 8U | static_cast<unsigned char>(at[i]));
  }
  value = static_cast<T>(bits);
  return at + sizeof value;
}

bool is_sound(const Datetime& value) {
  return value.nanoseconds >= 0 && value.nanoseconds < nanoseconds_in_second;
}

bool read_datetime(std::string_view bytes, Datetime& value) {
  if (bytes.size() != short_datetime && bytes.size() != whole_datetime) return false;
  value = {};
  const char* at = get_little(bytes.data(), value.seconds);
  if (bytes.size() == short_datetime) return true;
  at = get_little(at, value.nanoseconds);
  at = get_little(at, value.offset_minutes);
  get_little(at, value.zone);
  return is_sound(value);
}

// ---- Interval: a byte that counts, then so many pairs of a field's number and its value. A field
// that is not there is 0, and the adjustment too.

constexpr std::array interval_fields = {
    &Interval::years, &Interval::months,  &Interval::weeks,   &Interval::days,
    &Interval::hours, &Interval::minutes, &Interval::seconds, &Interval::nanoseconds};
constexpr std::uint64_t adjust_field = interval_fields.size();

bool read_interval_field(Decoder& decoder, Interval& value) {
  const char* const begin = decoder.position();
  const char* const end = begin + decoder.rest().size();
  const char* const key_end = end_of_value(begin, end);
  if (key_end == nullptr || end_of_value(key_end, end) == nullptr) return false;
  std::uint64_t field = 0;
  if (!decoder.unsigned_integer(field, adjust_field)) return false;
  if (field != adjust_field) return read(decoder, value.*interval_fields[field]);
  std::uint64_t adjust = 0;
  if (!decoder.unsigned_integer(adjust, static_cast<std::uint64_t>(Interval::Adjust::last))) {
    return false;
  }
  value.adjust = static_cast<Interval::Adjust>(adjust);
  return true;
}

bool read_interval(std::string_view bytes, Interval& value) {
  if (bytes.empty()) return false;
  value = {};
  value.adjust = Interval::Adjust{};
  Decoder decoder(bytes.substr(1));
  for (int left = static_cast<unsigned char>(bytes[0]); left > 0; --left) {
    if (!read_interval_field(decoder, value)) return false;
  }
  return decoder.at_end();
}

// ---- Value

template <class T>
bool read_into(Decoder& decoder, Value& value) {
  return read(decoder, value.content.emplace<T>());
}

bool read_map(Decoder& decoder, Value::Map& map) {
  std::uint32_t n = 0;
  if (!decoder.map(n)) return false;
  for (std::uint32_t i = 0; i < n; ++i) {
    auto& [key, value] = map.emplace_back();
    if (!read(decoder, key) || !read(decoder, value)) return decoder.in(i);
  }
  return true;
}

bool read_unsigned(Decoder& decoder, Value& value) {
  std::uint64_t number = 0;
  if (!read(decoder, number)) return false;
  if (std::in_range<std::int64_t>(number)) {
    value.content = static_cast<std::int64_t>(number);
  } else {
    value.content = number;
  }
  return true;
}

bool read_extension(Decoder& decoder, Value& value) {
  switch (static_cast<ExtensionType>(decoder.extension_type())) {
    case ExtensionType::decimal:
      return read_into<Decimal>(decoder, value);
    case ExtensionType::uuid:
      return read_into<Uuid>(decoder, value);
    case ExtensionType::datetime:
      return read_into<Datetime>(decoder, value);
    case ExtensionType::interval:
      return read_into<Interval>(decoder, value);
    case ExtensionType::error:
      break;
  }
  return read_into<Extension>(decoder, value);
}

bool read_nested(Decoder& decoder, Value& value, bool is_map) {
  if (!decoder.enter()) return false;
  const bool is_read = is_map ? read_map(decoder, value.content.emplace<Value::Map>())
                              : read_into<Value::Array>(decoder, value);
  decoder.leave();
  return is_read;
}

void write_value(Encoder& encoder, const Value& value, int level);

struct ValueWriter {
  Encoder& encoder;
  int level;

  bool enter() const {
    if (level < Decoder::most_levels) return true;
    encoder.fail("more than " + std::to_string(Decoder::most_levels) + " levels");
    return false;
  }
  void operator()(const Value::Array& values) const {
    if (!enter()) return;
    encoder.array(values.size());
    for (const Value& each : values) write_value(encoder, each, level + 1);
  }
  void operator()(const Value::Map& entries) const {
    if (!enter()) return;
    encoder.map(entries.size());
    for (const auto& [key, value] : entries) {
      write_value(encoder, key, level + 1);
      write_value(encoder, value, level + 1);
    }
  }
  void operator()(const auto& value) const { write(encoder, value); }
};

void write_value(Encoder& encoder, const Value& value, int level) {
  std::visit(ValueWriter{encoder, level}, value.content);
}

}  // namespace

bool detail::missing(Decoder& decoder) { return decoder.fail("a value is missing"); }

bool detail::twice(Decoder& decoder) { return decoder.fail("the same key twice"); }

bool Codec<float>::read(Decoder& decoder, float& value) {
  Decoder attempt = decoder.attempt();
  double wide = 0;
  if (!attempt.number(wide)) return decoder.number(wide);  // which says why
  if (std::isfinite(wide) && std::abs(wide) > std::numeric_limits<float>::max()) {
    return decoder.expected("a number in the range of a float");
  }
  value = static_cast<float>(wide);
  const Kind kind = decoder.kind();
  const bool is_float = kind == Kind::float32 || kind == Kind::float64;
  if (!is_float && value != wide) return decoder.expected("a number that a float holds exactly");
  decoder.follow(attempt);
  return true;
}

void Codec<std::vector<bool>>::write(Encoder& encoder, const std::vector<bool>& values) {
  encoder.array(values.size());
  for (const bool value : values) encoder.boolean(value);
}

bool Codec<std::vector<bool>>::read(Decoder& decoder, std::vector<bool>& values) {
  std::uint32_t n = 0;
  if (!decoder.array(n)) return false;
  values.clear();
  for (std::uint32_t i = 0; i < n; ++i) {
    bool value = false;
    if (!detail::read_element(decoder, value, i)) return false;
    values.push_back(value);
  }
  return true;
}

bool Codec<Bytes>::read(Decoder& decoder, Bytes& value) {
  std::string_view chars;
  if (!decoder.binary(chars)) return false;
  value = bytes_of(chars);
  return true;
}

void Codec<Decimal>::write(Encoder& encoder, const Decimal& value) {
  std::array<std::uint8_t, Decimal::most_digits / 2 + 1> bcd{};  // Filled from the back.
  std::size_t nibbles = 0;
  const auto put = [&](unsigned nibble) {
    bcd[bcd.size() - 1 - nibbles / 2] |= static_cast<std::uint8_t>(nibble << nibbles % 2 * 4);
    ++nibbles;
  };
  put(value.unscaled < 0 ? minus : plus);
  Int128 left = value.unscaled;
  do {
    if (nibbles > Decimal::most_digits) return encoder.fail("a decimal of more than 38 digits");
    put(static_cast<unsigned>(std::abs(static_cast<int>(left % 10))));
    left /= 10;
  } while (left != 0);

  char bytes[most_number_bytes + bcd.size()];
  char* const digits = put_integer(bytes, value.scale);
  const std::size_t n = (nibbles + 1) / 2;
  std::memcpy(digits, bcd.data() + bcd.size() - n, n);
  encoder.extension(ExtensionType::decimal, {bytes, digits + n});
}

bool Codec<Decimal>::read(Decoder& decoder, Decimal& value) {
  return detail::read_extension(decoder, ExtensionType::decimal, "a decimal",
                                [&](std::string_view bytes) { return read_decimal(bytes, value); });
}

void Codec<Uuid>::write(Encoder& encoder, const Uuid& value) {
  encoder.extension(ExtensionType::uuid, chars_of(value.bytes));
}

bool Codec<Uuid>::read(Decoder& decoder, Uuid& value) {
  return detail::read_extension(decoder, ExtensionType::uuid, "a UUID",
                                [&](std::string_view bytes) {
                                  if (bytes.size() != value.bytes.size()) return false;
                                  std::memcpy(value.bytes.data(), bytes.data(), bytes.size());
                                  return true;
                                });
}

void Codec<Datetime>::write(Encoder& encoder, const Datetime& value) {
  if (!is_sound(value)) return encoder.fail("a datetime's nanoseconds are not within a second");
  char bytes[whole_datetime];
  char* at = put_little(bytes, value.seconds);
  if (value.nanoseconds != 0 || value.offset_minutes != 0 || value.zone != 0) {
    at = put_little(at, value.nanoseconds);
    at = put_little(at, value.offset_minutes);
    at = put_little(at, value.zone);
  }
  encoder.extension(ExtensionType::datetime, {bytes, at});
}

bool Codec<Datetime>::read(Decoder& decoder, Datetime& value) {
  return detail::read_extension(
      decoder, ExtensionType::datetime, "a datetime",
      [&](std::string_view bytes) { return read_datetime(bytes, value); });
}

void Codec<Interval>::write(Encoder& encoder, const Interval& value) {
  char bytes[1 + (interval_fields.size() + 1) * (1 + most_number_bytes)];
  char* at = bytes + 1;
  char count = 0;
  const auto put = [&](std::size_t field, std::int64_t number) {
    if (number == 0) return;
    at = put_integer(put_integer(at, static_cast<std::int64_t>(field)), number);
    ++count;
  };
  for (std::size_t field = 0; field < interval_fields.size(); ++field) {
    put(field, value.*interval_fields[field]);
  }
  put(adjust_field, static_cast<std::int64_t>(value.adjust));
  bytes[0] = count;
  encoder.extension(ExtensionType::interval, {bytes, at});
}

bool Codec<Interval>::read(Decoder& decoder, Interval& value) {
  return detail::read_extension(
      decoder, ExtensionType::interval, "an interval",
      [&](std::string_view bytes) { return read_interval(bytes, value); });
}

void Codec<Extension>::write(Encoder& encoder, const Extension& value) {
  encoder.extension(ExtensionType{value.type}, chars_of(value.bytes));
}

bool Codec<Extension>::read(Decoder& decoder, Extension& value) {
  std::string_view bytes;
  if (!decoder.extension(value.type, bytes)) return false;
  value.bytes = bytes_of(bytes);
  return true;
}

void Codec<Value>::write(Encoder& encoder, const Value& value) { write_value(encoder, value, 0); }

bool Codec<Value>::read(Decoder& decoder, Value& value) {
  if (decoder.at_end()) return decoder.expected("a value");
  switch (decoder.kind()) {
    case Kind::nil:
      return read_into<Nil>(decoder, value);
    case Kind::boolean:
      return read_into<bool>(decoder, value);
    case Kind::unsigned_integer:
      return read_unsigned(decoder, value);
    case Kind::negative_integer:
      return read_into<std::int64_t>(decoder, value);
    case Kind::float32:
    case Kind::float64:
      return read_into<double>(decoder, value);
    case Kind::string:
      return read_into<std::string>(decoder, value);
    case Kind::binary:
      return read_into<Bytes>(decoder, value);
    case Kind::array:
      return read_nested(decoder, value, false);
    case Kind::map:
      return read_nested(decoder, value, true);
    case Kind::extension:
      break;
  }
  return read_extension(decoder, value);
}

}  // namespace tarantool
