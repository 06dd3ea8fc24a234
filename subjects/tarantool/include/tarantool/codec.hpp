// SPDX-License-Identifier: Apache-2.0
// Which C++ types are written as, and read from, which MessagePack values:
//
//   bool, integers, enums, float, double     exactly: what does not fit is an error
//   std::string, std::string_view            str; a view is valid as long as the answer is
//   Bytes (std::vector<std::byte>)           bin
//   std::optional<T>                         nil or T; also an absent last element
//   std::vector, std::array, std::pair, std::tuple    arrays
//   std::map, std::unordered_map             maps
//   std::variant<T...>                       the first T that can be read
//   Decimal Uuid Datetime Interval Extension Value    types.hpp
//   structs                                  TARANTOOL_STRUCT (struct.hpp)
//
// A type of your own: specialise Codec for it.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "tarantool/msgpack.hpp"
#include "tarantool/types.hpp"

namespace tarantool {

/// How a T is written and read:
///   static void write(Encoder&, const T&);
///   static bool read(Decoder&, T&);    false after Decoder::fail(); the T is then anything
template <class T>
struct Codec;

template <class T>
concept Readable = requires(Decoder& decoder, T& value) {
  { Codec<T>::read(decoder, value) } -> std::same_as<bool>;
};

template <class T>
concept Writable = requires(Encoder& encoder, const T& value) {
  Codec<T>::write(encoder, value);
};

template <Writable T>
void write(Encoder& encoder, const T& value) {
  Codec<T>::write(encoder, value);
}

template <Readable T>
bool read(Decoder& decoder, T& value) {
  return Codec<T>::read(decoder, value);
}

namespace detail {

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

/// Reads an element, and says which one it is if that fails.
template <class T>
bool read_element(Decoder& decoder, T& value, std::size_t index) {
  return Codec<T>::read(decoder, value) || decoder.in(index);
}

/// Fails because of an element that is not there, or one that is there twice.
bool missing(Decoder& decoder);
bool twice(Decoder& decoder);

/// What a missing last element of an array makes of a value.
template <class T>
bool take_absent(Decoder& decoder, T& value) {
  if constexpr (is_optional<T>) {
    value.reset();
    return true;
  } else {
    return missing(decoder);
  }
}

/// Arrays of values of one type. Elements that are there already are read anew: they keep the
/// memory that they have.
template <class T>
bool read_elements(Decoder& decoder, std::vector<T>& values) {
  std::uint32_t n = 0;
  if (!decoder.array(n)) return false;
  // Memory follows what has come: each element has a byte at least, but a T can be large.
  constexpr std::size_t most_per_byte = 64;
  values.reserve(std::min<std::size_t>(n, most_per_byte * decoder.rest().size() / sizeof(T) + 1));
  if (n < values.size()) values.resize(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    T& value = i < values.size() ? values[i] : values.emplace_back();
    if (!read_element(decoder, value, i)) return false;
  }
  return true;
}

template <class Map>
bool read_entries(Decoder& decoder, Map& map) {
  std::uint32_t n = 0;
  map.clear();
  // Lua has one kind of empty table, which is sent as an array.
  if (Decoder empty = decoder.attempt(); empty.array(n) && n == 0) {
    decoder.follow(empty);
    return true;
  }
  if (!decoder.map(n)) return false;
  for (std::uint32_t i = 0; i < n; ++i) {
    typename Map::key_type key{};
    if (!read_element(decoder, key, i)) return false;
    auto [place, is_new] = map.try_emplace(std::move(key));
    if (!is_new) return twice(decoder) || decoder.in(i);
    if (!read_element(decoder, place->second, i)) return false;
  }
  return true;
}

template <class Map>
void write_entries(Encoder& encoder, const Map& map) {
  encoder.map(map.size());
  for (const auto& [key, value] : map) {
    write(encoder, key);
    write(encoder, value);
  }
}

/// An array whose elements are of types of their own. Those beyond the last are skipped: formats
/// grow. begin(), then next() for each, then end().
class Elements {
 public:
  explicit Elements(Decoder& decoder) : decoder_(decoder) {}

  bool begin() { return decoder_.array(n_); }
  template <class T>
  bool next(T& value) {
    return read_++ < n_ ? Codec<T>::read(decoder_, value) : take_absent(decoder_, value);
  }
  bool end() {
    for (; read_ < n_; ++read_) decoder_.skip();
    return true;
  }
  /// Says that the last that was read is where the failure lies.
  bool in_last() { return decoder_.in(read_ - 1); }

 private:
  Decoder& decoder_;
  std::uint32_t n_ = 0;
  std::uint32_t read_ = 0;
};

template <class... T>
bool read_positions(Decoder& decoder, T&... values) {
  Elements elements(decoder);
  return elements.begin() && ((elements.next(values) || elements.in_last()) && ...) &&
         elements.end();
}

/// Reads an extension of that type, if take(bytes) says that they are sound.
template <class Take>
bool read_extension(Decoder& decoder, ExtensionType type, const char* what, Take take) {
  Decoder attempt = decoder.attempt();
  std::int8_t found = 0;
  std::string_view bytes;
  if (!attempt.extension(found, bytes) || found != static_cast<std::int8_t>(type) || !take(bytes)) {
    return decoder.expected(what);
  }
  decoder.follow(attempt);
  return true;
}

}  // namespace detail

template <>
struct Codec<bool> {
  static void write(Encoder& encoder, bool value) { encoder.boolean(value); }
  static bool read(Decoder& decoder, bool& value) { return decoder.boolean(value); }
};

template <std::signed_integral T>
struct Codec<T> {
  static void write(Encoder& encoder, T value) { encoder.integer(value); }
  static bool read(Decoder& decoder, T& value) {
    using Range = std::numeric_limits<T>;
    std::int64_t wide = 0;
    if (!decoder.integer(wide, Range::min(), Range::max())) return false;
    value = static_cast<T>(wide);
    return true;
  }
};

template <std::unsigned_integral T>
struct Codec<T> {
  static void write(Encoder& encoder, T value) { encoder.unsigned_integer(value); }
  static bool read(Decoder& decoder, T& value) {
    std::uint64_t wide = 0;
    if (!decoder.unsigned_integer(wide, std::numeric_limits<T>::max())) return false;
    value = static_cast<T>(wide);
    return true;
  }
};

template <class T>
requires std::is_enum_v<T>
struct Codec<T> {
  using Number = std::underlying_type_t<T>;
  static void write(Encoder& encoder, T value) {
    Codec<Number>::write(encoder, static_cast<Number>(value));
  }
  static bool read(Decoder& decoder, T& value) {
    Number number{};
    if (!Codec<Number>::read(decoder, number)) return false;
    value = static_cast<T>(number);
    return true;
  }
};

template <>
struct Codec<double> {
  static void write(Encoder& encoder, double value) { encoder.number(value); }
  static bool read(Decoder& decoder, double& value) { return decoder.number(value); }
};

template <>
struct Codec<float> {
  static void write(Encoder& encoder, float value) { encoder.number(value); }
  static bool read(Decoder& decoder, float& value);
};

template <>
struct Codec<std::string_view> {
  static void write(Encoder& encoder, std::string_view value) { encoder.string(value); }
  static bool read(Decoder& decoder, std::string_view& value) { return decoder.string(value); }
};

template <>
struct Codec<std::string> {
  static void write(Encoder& encoder, const std::string& value) { encoder.string(value); }
  static bool read(Decoder& decoder, std::string& value) {
    std::string_view text;
    if (!decoder.string(text)) return false;
    value.assign(text);
    return true;
  }
};

template <>
struct Codec<const char*> {
  static void write(Encoder& encoder, const char* value) { encoder.string(value); }
};

template <std::size_t n>
struct Codec<char[n]> {
  static void write(Encoder& encoder, const char* value) { encoder.string(value); }
};

template <>
struct Codec<Bytes> {
  static void write(Encoder& encoder, const Bytes& value) { encoder.binary(value); }
  static bool read(Decoder& decoder, Bytes& value);
};

template <>
struct Codec<Nil> {
  static void write(Encoder& encoder, Nil) { encoder.nil(); }
  static bool read(Decoder& decoder, Nil&) { return decoder.nil(); }
};

template <class T>
struct Codec<std::optional<T>> {
  static void write(Encoder& encoder, const std::optional<T>& value) {
    if (value) {
      Codec<T>::write(encoder, *value);
    } else {
      encoder.nil();
    }
  }
  static bool read(Decoder& decoder, std::optional<T>& value) {
    if (decoder.at_nil()) {
      value.reset();
      return decoder.nil();
    }
    return Codec<T>::read(decoder, value ? *value : value.emplace());
  }
};

template <class T>
struct Codec<std::vector<T>> {
  static void write(Encoder& encoder, const std::vector<T>& values) {
    encoder.array(values.size());
    for (const auto& value : values) Codec<T>::write(encoder, value);
  }
  static bool read(Decoder& decoder, std::vector<T>& values) {
    return detail::read_elements(decoder, values);
  }
};

template <>
struct Codec<std::vector<bool>> {
  static void write(Encoder& encoder, const std::vector<bool>& values);
  static bool read(Decoder& decoder, std::vector<bool>& values);
};

template <class T, std::size_t n>
struct Codec<std::array<T, n>> {
  static void write(Encoder& encoder, const std::array<T, n>& values) {
    encoder.array(n);
    for (const T& value : values) Codec<T>::write(encoder, value);
  }
  static bool read(Decoder& decoder, std::array<T, n>& values) {
    detail::Elements elements(decoder);
    const auto next = [&](T& value) { return elements.next(value) || elements.in_last(); };
    return elements.begin() && std::all_of(values.begin(), values.end(), next) && elements.end();
  }
};

template <class... T>
struct Codec<std::tuple<T...>> {
  static void write(Encoder& encoder, const std::tuple<T...>& values) {
    encoder.array(sizeof...(T));
    const auto each = [&](const auto&... value) {
      (Codec<std::remove_cvref_t<decltype(value)>>::write(encoder, value), ...);
    };
    std::apply(each, values);
  }
  static bool read(Decoder& decoder, std::tuple<T...>& values) {
    return std::apply([&](T&... each) { return detail::read_positions(decoder, each...); }, values);
  }
};

template <class A, class B>
struct Codec<std::pair<A, B>> {
  static void write(Encoder& encoder, const std::pair<A, B>& values) {
    encoder.array(2);
    Codec<A>::write(encoder, values.first);
    Codec<B>::write(encoder, values.second);
  }
  static bool read(Decoder& decoder, std::pair<A, B>& values) {
    return detail::read_positions(decoder, values.first, values.second);
  }
};

template <class K, class V, class... Rest>
struct Codec<std::map<K, V, Rest...>> {
  using Map = std::map<K, V, Rest...>;
  static void write(Encoder& encoder, const Map& map) { detail::write_entries(encoder, map); }
  static bool read(Decoder& decoder, Map& map) { return detail::read_entries(decoder, map); }
};

template <class K, class V, class... Rest>
struct Codec<std::unordered_map<K, V, Rest...>> {
  using Map = std::unordered_map<K, V, Rest...>;
  static void write(Encoder& encoder, const Map& map) { detail::write_entries(encoder, map); }
  static bool read(Decoder& decoder, Map& map) { return detail::read_entries(decoder, map); }
};

template <class... T>
struct Codec<std::variant<T...>> {
  static void write(Encoder& encoder, const std::variant<T...>& value) {
    std::visit([&](const auto& held) { tarantool::write(encoder, held); }, value);
  }
  static bool read(Decoder& decoder, std::variant<T...>& value) {
    if ((read_as<T>(decoder, value) || ...)) return true;
    return decoder.expected("one of a variant's types");
  }

 private:
  template <class One>
  static bool read_as(Decoder& decoder, std::variant<T...>& value) {
    Decoder attempt = decoder.attempt();
    One one{};
    if (!Codec<One>::read(attempt, one)) return false;
    value = std::move(one);
    decoder.follow(attempt);
    return true;
  }
};

// The types of types.hpp. What they are as bytes is in codec.cpp.

template <>
struct Codec<Decimal> {
  static void write(Encoder& encoder, const Decimal& value);
  static bool read(Decoder& decoder, Decimal& value);
};

template <>
struct Codec<Uuid> {
  static void write(Encoder& encoder, const Uuid& value);
  static bool read(Decoder& decoder, Uuid& value);
};

template <>
struct Codec<Datetime> {
  static void write(Encoder& encoder, const Datetime& value);
  static bool read(Decoder& decoder, Datetime& value);
};

template <>
struct Codec<Interval> {
  static void write(Encoder& encoder, const Interval& value);
  static bool read(Decoder& decoder, Interval& value);
};

template <>
struct Codec<Extension> {
  static void write(Encoder& encoder, const Extension& value);
  static bool read(Decoder& decoder, Extension& value);
};

template <>
struct Codec<Value> {
  static void write(Encoder& encoder, const Value& value);
  static bool read(Decoder& decoder, Value& value);
};

}  // namespace tarantool
