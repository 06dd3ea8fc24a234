// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <memory>
#include <utility>

#include "conjure/codec.hpp"
#include "conjure/identity.hpp"

namespace conjure {

/// A value kept elsewhere, so that a type can hold itself. It copies and compares as the value does
/// and stands on the wire as the value does. Until it is written to it takes no heap and reads as
/// T{}.
template <class T>
class Box {
 public:
  Box() = default;
  Box(T value) : value_(std::make_unique<T>(std::move(value))) {}
  Box(const Box& other) : value_(other.value_ ? std::make_unique<T>(*other.value_) : nullptr) {}
  Box(Box&&) noexcept = default;
  Box& operator=(Box other) noexcept {
    value_ = std::move(other.value_);
    return *this;
  }

  const T& operator*() const { return value_ ? *value_ : default_value(); }
  const T* operator->() const { return &**this; }
  T& operator*() {
    if (!value_) value_ = std::make_unique<T>();
    return *value_;
  }
  T* operator->() { return &**this; }

  friend bool operator==(const Box& a, const Box& b) { return conjure::equal(*a, *b); }

 private:
  static const T& default_value() {
    static const T value{};
    return value;
  }
  std::unique_ptr<T> value_;
};

template <class T>
struct Codec<Box<T>> : CodecDefaults {
  static bool read(Reader& reader, Box<T>& out) { return Codec<T>::read(reader, *out); }
  static bool write(Writer& writer, const Box<T>& box) { return Codec<T>::write(writer, *box); }
};

template <class T>
struct Identity<Box<T>> {
  static std::uint64_t hash(const Box<T>& box) { return conjure::hash(*box); }
  static bool equal(const Box<T>& a, const Box<T>& b) { return conjure::equal(*a, *b); }
  static std::strong_ordering order(const Box<T>& a, const Box<T>& b) {
    return conjure::order(*a, *b);
  }
};

}  // namespace conjure
