// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conjure/identity.hpp"

// Conjure's primitive types that C++ has no type for. `boolean`, `integer`, `double` and `string`
// are bool, std::int32_t, double and std::string. What parse() accepts is what the wire may hold.

namespace conjure {

/// `bearertoken`: `[A-Za-z0-9-._~+/]+=*`. Default-constructed it is empty, which cannot be written.
class BearerToken {
 public:
  BearerToken() = default;
  /// Nothing if `text` is no bearertoken.
  static std::optional<BearerToken> parse(std::string_view text);
  const std::string& text() const { return text_; }
  bool operator==(const BearerToken&) const = default;

 private:
  explicit BearerToken(std::string_view text) : text_(text) {}
  std::string text_;
};

/// `rid`: `ri.<service>.<instance>.<type>.<locator>`. Default-constructed it is empty, which cannot
/// be written.
class Rid {
 public:
  Rid() = default;
  /// Nothing if `text` is no rid.
  static std::optional<Rid> parse(std::string_view text);
  const std::string& text() const { return text_; }
  bool operator==(const Rid&) const = default;

 private:
  explicit Rid(std::string_view text) : text_(text) {}
  std::string text_;
};

/// `binary`: bytes, on the wire as base64 with padding.
struct Binary {
  std::vector<std::uint8_t> bytes;

  /// Nothing if `text` is not the padded base64 of any bytes. Bits beyond the last byte must be 0.
  static std::optional<Binary> parse(std::string_view text);
  /// Appends the base64.
  void append_to(std::string& out) const;
  bool operator==(const Binary&) const = default;
};

/// `safelong`: an integer that a double holds exactly, from -(2^53 - 1) to 2^53 - 1.
class SafeLong {
 public:
  static constexpr std::int64_t max = (std::int64_t{1} << 53) - 1;
  static constexpr std::int64_t min = -max;

  constexpr SafeLong() = default;
  /// Nothing if `value` is out of range.
  static constexpr std::optional<SafeLong> from(std::int64_t value) {
    if (value < min || value > max) return std::nullopt;
    return SafeLong(value);
  }
  constexpr std::int64_t value() const { return value_; }
  bool operator==(const SafeLong&) const = default;

 private:
  constexpr explicit SafeLong(std::int64_t value) : value_(value) {}
  std::int64_t value_ = 0;
};

/// `uuid`: 16 bytes, on the wire in the form of RFC 4122. Written in lower case.
struct Uuid {
  std::array<std::uint8_t, 16> bytes{};

  static std::optional<Uuid> parse(std::string_view text);
  void append_to(std::string& out) const;
  bool operator==(const Uuid&) const = default;
};

/// `datetime`: a date and time of day with an offset from UTC. Equal if the local times and the
/// offsets are: the same instant told with another offset is another value. The number of fraction
/// digits is kept for writing, and is no part of the value.
class DateTime {
 public:
  DateTime() = default;
  /// `2017-01-02T03:04:05.678+01:00`, or its basic form `20170102T030405.678+0100`; offsets also as
  /// `Z` and `+01`; up to 9 fraction digits. No leap seconds.
  static std::optional<DateTime> parse(std::string_view text);
  /// The instant `epoch_seconds` and `nanoseconds` after 1970-01-01T00:00:00Z, told with an offset.
  /// Nothing outside the years 0000 to 9999 in local time, 0 to 999,999,999 ns and 18 hours. It
  /// is written with 0, 3, 6 or 9 fraction digits.
  static std::optional<DateTime> from(std::int64_t epoch_seconds, std::int32_t nanoseconds = 0,
                                      std::int32_t offset_minutes = 0);
  /// Appends the extended form, with `Z` for an offset of 0.
  void append_to(std::string& out) const;

  /// Seconds since 1970-01-01T00:00:00Z of the instant, without the fraction.
  std::int64_t epoch_seconds() const { return local_seconds_ - std::int64_t{60} * offset_minutes_; }
  std::int32_t nanoseconds() const { return nanoseconds_; }
  /// Local time minus UTC.
  std::int32_t offset_minutes() const { return offset_minutes_; }

  bool operator==(const DateTime& other) const { return (*this <=> other) == 0; }
  /// By local time, then offset.
  std::strong_ordering operator<=>(const DateTime& other) const {
    if (const auto c = local_seconds_ <=> other.local_seconds_; c != 0) return c;
    if (const auto c = nanoseconds_ <=> other.nanoseconds_; c != 0) return c;
    return offset_minutes_ <=> other.offset_minutes_;
  }

 private:
  std::int64_t local_seconds_ = 0;
  std::int32_t nanoseconds_ = 0;
  std::int16_t offset_minutes_ = 0;
  std::uint8_t fraction_digits_ = 0;
};

template <>
struct Identity<BearerToken> {
  static std::uint64_t hash(const BearerToken& v) { return hash_bytes(v.text()); }
  static bool equal(const BearerToken& a, const BearerToken& b) { return a == b; }
  static std::strong_ordering order(const BearerToken& a, const BearerToken& b) {
    return a.text() <=> b.text();
  }
};
template <>
struct Identity<Rid> {
  static std::uint64_t hash(const Rid& v) { return hash_bytes(v.text()); }
  static bool equal(const Rid& a, const Rid& b) { return a == b; }
  static std::strong_ordering order(const Rid& a, const Rid& b) { return a.text() <=> b.text(); }
};
template <>
struct Identity<Binary> {
  static std::uint64_t hash(const Binary& v) {
    return hash_bytes({reinterpret_cast<const char*>(v.bytes.data()), v.bytes.size()});
  }
  static bool equal(const Binary& a, const Binary& b) { return a == b; }
  static std::strong_ordering order(const Binary& a, const Binary& b) {
    return a.bytes <=> b.bytes;
  }
};
template <>
struct Identity<SafeLong> {
  static std::uint64_t hash(SafeLong v) { return conjure::hash(v.value()); }
  static bool equal(SafeLong a, SafeLong b) { return a == b; }
  static std::strong_ordering order(SafeLong a, SafeLong b) { return a.value() <=> b.value(); }
};
template <>
struct Identity<Uuid> {
  static std::uint64_t hash(const Uuid& v) {
    return hash_bytes({reinterpret_cast<const char*>(v.bytes.data()), v.bytes.size()});
  }
  static bool equal(const Uuid& a, const Uuid& b) { return a == b; }
  static std::strong_ordering order(const Uuid& a, const Uuid& b) { return a.bytes <=> b.bytes; }
};
template <>
struct Identity<DateTime> {
  static std::uint64_t hash(const DateTime& v) {
    return combine(combine(conjure::hash(v.epoch_seconds()), conjure::hash(v.nanoseconds())),
                   conjure::hash(v.offset_minutes()));
  }
  static bool equal(const DateTime& a, const DateTime& b) { return a == b; }
  static std::strong_ordering order(const DateTime& a, const DateTime& b) { return a <=> b; }
};

}  // namespace conjure
