// SPDX-License-Identifier: Apache-2.0
// Values of Tarantool that C++ has no type for.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tarantool {

__extension__ using Int128 = __int128;  // NOLINT: 38 decimal digits need 127 bits

/// An exact decimal number: unscaled × 10^-scale, of at most 38 digits, as Tarantool's `decimal`.
struct Decimal {
  Int128 unscaled = 0;
  std::int32_t scale = 0;

  static constexpr int most_digits = 38;  ///< DECIMAL_MAX_DIGITS of Tarantool.

  /// "-12.34", "1e5"; nothing if it is no such number or has too many digits.
  static std::optional<Decimal> parse(std::string_view text);
  std::string to_string() const;
  /// 1.0 and 1.00 differ: the scale is part of what is stored.
  bool operator==(const Decimal&) const = default;
};

struct Uuid {
  std::array<std::uint8_t, 16> bytes{};  ///< In the order of the text.

  /// "64d22e4d-ac92-4a23-899a-e59f34af5479"; nothing if it is none.
  static std::optional<Uuid> parse(std::string_view text);
  std::string to_string() const;
  auto operator<=>(const Uuid&) const = default;
};

/// A point in time, and the zone it was told in.
struct Datetime {
  std::int64_t seconds = 0;         ///< Since 1970-01-01T00:00:00Z.
  std::int32_t nanoseconds = 0;     ///< 0 to 999,999,999.
  std::int16_t offset_minutes = 0;  ///< Of the zone, east of Greenwich.
  std::int16_t zone = 0;            ///< Tarantool's number of a named zone; 0: none.

  auto operator<=>(const Datetime&) const = default;
};

/// A span of time in the calendar's units, each with a sign of its own.
struct Interval {
  /// What becomes of 31 January + 1 month. The numbers are those of the bytes.
  enum class Adjust : std::uint8_t {
    excess = 0,  ///< 3 March: what is over goes on.
    none = 1,    ///< 28 February: the month's end is the limit.
    last = 2,    ///< As none; and the last day of a month stays the last.
  };

  std::int64_t years = 0;
  std::int64_t months = 0;
  std::int64_t weeks = 0;
  std::int64_t days = 0;
  std::int64_t hours = 0;
  std::int64_t minutes = 0;
  std::int64_t seconds = 0;
  std::int64_t nanoseconds = 0;
  Adjust adjust = Adjust::none;

  bool operator==(const Interval&) const = default;
};

/// A MessagePack extension that none of the types above stands for, as its bytes.
struct Extension {
  std::int8_t type = 0;
  std::vector<std::byte> bytes;
  bool operator==(const Extension&) const = default;
};

/// Bytes that are no text: MessagePack's `bin`.
using Bytes = std::vector<std::byte>;

struct Nil {
  auto operator<=>(const Nil&) const = default;
};

/// Anything that a server can send. Integers are int64_t where they fit, else uint64_t.
struct Value {
  using Array = std::vector<Value>;
  /// In the order of the bytes; keys may be anything, and come twice.
  using Map = std::vector<std::pair<Value, Value>>;
  using Content = std::variant<Nil, bool, std::int64_t, std::uint64_t, double, std::string, Bytes,
                               Array, Map, Decimal, Uuid, Datetime, Interval, Extension>;

  Content content;

  Value() = default;
  Value(Content value) : content(std::move(value)) {}
  bool operator==(const Value&) const;

  /// The content, if it is a T.
  template <class T>
  const T* as() const {
    return std::get_if<T>(&content);
  }
  /// For people, in the manner of JSON; at most `most` characters and an ellipsis.
  std::string to_string(std::size_t most = 1000) const;
};

}  // namespace tarantool
