// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "conjure/codec.hpp"
#include "conjure/map.hpp"

namespace conjure {

/// `any`: a JSON value. Numbers without fraction and exponent that fit are std::int64_t, all others
/// the nearest double; the two are never equal. Nulls may stand inside an `any`; one that itself is
/// null, as it is when default-constructed, can be neither read nor written as `any`.
class Any {
 public:
  using List = std::vector<Any>;
  using Object = Map<std::string, Any>;
  using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string, List, Object>;

  Any() = default;
  explicit Any(bool value);
  explicit Any(std::int32_t value);
  explicit Any(std::int64_t value);
  explicit Any(double value);
  explicit Any(const char* value);  // or else a pointer would turn into a bool
  explicit Any(std::string value);
  explicit Any(List value);
  explicit Any(Object value);
  Any(const Any&);
  Any(Any&&) noexcept;
  Any& operator=(const Any&);
  Any& operator=(Any&&) noexcept;
  ~Any();

  /// Which of the alternatives, std::monostate for null, and what it holds.
  const Value& value() const { return value_; }
  bool is_null() const { return value_.index() == 0; }
  /// The value as a T, one of the alternatives; null if it is another.
  template <class T>
  const T* get() const {
    return std::get_if<T>(&value_);
  }

  friend bool operator==(const Any& a, const Any& b);

 private:
  Value value_;
};

template <>
struct Codec<Any> : CodecDefaults {
  static bool read(Reader& reader, Any& out);
  static bool write(Writer& writer, const Any& value);
  /// The same with null allowed.
  static bool read_nullable(Reader& reader, Any& out);
  static bool write_nullable(Writer& writer, const Any& value);
};

template <>
struct Identity<Any> {
  static std::uint64_t hash(const Any& value);
  static bool equal(const Any& a, const Any& b);
  static std::strong_ordering order(const Any& a, const Any& b);
};

}  // namespace conjure
