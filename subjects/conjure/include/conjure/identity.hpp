// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace conjure {

/// When two values of a type are the same, as sets and the keys of maps need to know: Conjure's
/// canonical equality. It differs from == for double: NaN equals NaN, and 0.0 and -0.0 differ.
///
/// Each specialisation has
///
///     static std::uint64_t hash(const T&);
///     static bool equal(const T&, const T&);
///     static std::strong_ordering order(const T&, const T&);   // total; any order will do
///
/// The hash may collide at will: order() bounds what that can cost.
template <class T>
struct Identity;

template <class T>
std::uint64_t hash(const T& value) {
  return Identity<T>::hash(value);
}
template <class T>
bool equal(const T& a, const T& b) {
  return Identity<T>::equal(a, b);
}
template <class T>
std::strong_ordering order(const T& a, const T& b) {
  return Identity<T>::order(a, b);
}

/// Every bit of the result depends on every bit of `x`.
inline std::uint64_t mix(std::uint64_t x) {
  // The golden ratio's 64 bits, odd: multiplying carries low bits up, the shift brings them down.
  x *= 0x9E3779B97F4A7C15;
  return x ^ (x >> 32);
}

/// The hash of `first` followed by `second`.
inline std::uint64_t combine(std::uint64_t first, std::uint64_t second) {
  return mix(std::rotl(first, 5) ^ second);
}

/// Hash of bytes. Without a seed: colliding keys can be found, and cost little where they are used.
inline std::uint64_t hash_bytes(std::string_view bytes) {
  const auto load = [](const char* p, auto word) {
    std::memcpy(&word, p, sizeof word);
    return word;
  };
  const char* p = bytes.data();
  const std::size_t size = bytes.size();
  std::uint64_t state = size;
  if (size >= 8) {
    // Whole words, the last of which may overlap the one before.
    const char* const last = p + size - 8;
    for (; p < last; p += 8) state = combine(state, load(p, std::uint64_t{}));
    return mix(combine(state, load(last, std::uint64_t{})));
  }
  if (size >= 4) {
    const std::uint64_t low = load(p, std::uint32_t{});
    const std::uint64_t high = load(p + size - 4, std::uint32_t{});
    return mix(combine(state, low | high << 32));
  }
  for (std::size_t i = 0; i < size; ++i) state = state << 8 | static_cast<unsigned char>(p[i]);
  return mix(mix(state));
}

/// For types that are numbers, whose == is identity.
template <class T>
struct NumberIdentity {
  static std::uint64_t hash(T value) { return mix(mix(static_cast<std::uint64_t>(value))); }
  static bool equal(T a, T b) { return a == b; }
  static std::strong_ordering order(T a, T b) { return a <=> b; }
};
template <>
struct Identity<bool> : NumberIdentity<bool> {};
template <>
struct Identity<std::int32_t> : NumberIdentity<std::int32_t> {};
template <>
struct Identity<std::int64_t> : NumberIdentity<std::int64_t> {};

template <>
struct Identity<double> {
  static std::uint64_t bits(double value) {
    return std::bit_cast<std::uint64_t>(value == value ? value
                                                       : std::numeric_limits<double>::quiet_NaN());
  }
  static std::uint64_t hash(double value) { return mix(mix(bits(value))); }
  static bool equal(double a, double b) { return bits(a) == bits(b); }
  static std::strong_ordering order(double a, double b) { return bits(a) <=> bits(b); }
};

template <>
struct Identity<std::string_view> {
  static std::uint64_t hash(std::string_view value) { return hash_bytes(value); }
  static bool equal(std::string_view a, std::string_view b) { return a == b; }
  static std::strong_ordering order(std::string_view a, std::string_view b) { return a <=> b; }
};
template <>
struct Identity<std::string> : Identity<std::string_view> {};

template <class T>
struct Identity<std::optional<T>> {
  static std::uint64_t hash(const std::optional<T>& value) {
    return value ? mix(conjure::hash(*value)) : 0;
  }
  static bool equal(const std::optional<T>& a, const std::optional<T>& b) {
    return a && b ? conjure::equal(*a, *b) : a.has_value() == b.has_value();
  }
  static std::strong_ordering order(const std::optional<T>& a, const std::optional<T>& b) {
    return a && b ? conjure::order(*a, *b) : a.has_value() <=> b.has_value();
  }
};

template <class T>
struct Identity<std::vector<T>> {
  static std::uint64_t hash(const std::vector<T>& list) {
    std::uint64_t state = list.size();
    for (const T& element : list) state = combine(state, conjure::hash(element));
    return state;
  }
  static bool equal(const std::vector<T>& a, const std::vector<T>& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!conjure::equal<T>(a[i], b[i])) return false;
    }
    return true;
  }
  static std::strong_ordering order(const std::vector<T>& a, const std::vector<T>& b) {
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
      const auto difference = conjure::order<T>(a[i], b[i]);
      if (difference != 0) return difference;
    }
    return a.size() <=> b.size();
  }
};

}  // namespace conjure
