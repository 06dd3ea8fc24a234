// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <utility>

#include "conjure/map.hpp"

namespace conjure {

/// An immutable set that keeps the order in which it was built. It is the keys of a Map: one block
/// of memory, deep copies, equality blind to order, any type with an Identity.
template <class T>
class Set {
 public:
  using View = typename Kept<T>::View;
  class Iterator;

  /// Collects elements for a set.
  class Builder {
   public:
    std::size_t size() const { return keys_.size(); }
    /// Copies or moves what it is given; strings may also be given as views.
    template <class Element>
    void add(Element&& element) {
      keys_.add_key(std::forward<Element>(element));
      keys_.add_value(Nothing{});
    }
    /// The set, once. Throws std::invalid_argument for a repeated element unless told what to do.
    Set build(OnRepeat on_repeat = OnRepeat::reject) { return Set(keys_.build(on_repeat)); }
    /// The same without a throw, as Map::Builder::build_into().
    std::optional<RepeatedKey> build_into(Set& out, OnRepeat on_repeat) {
      return keys_.build_into(out.keys_, on_repeat);
    }

   private:
    typename Map<T, Nothing>::Builder keys_;
  };

  Set() = default;
  /// Throws std::invalid_argument for a repeated element.
  Set(std::initializer_list<T> elements) {
    Builder builder;
    for (const T& element : elements) builder.add(element);
    *this = builder.build();
  }

  std::size_t size() const { return keys_.size(); }
  bool empty() const { return keys_.empty(); }
  /// Elements by number, in the set's order. No check.
  View operator[](std::size_t element) const { return keys_.key(element); }
  bool contains(View element) const { return keys_.contains(element); }
  Iterator begin() const { return Iterator(&keys_, 0); }
  Iterator end() const { return Iterator(&keys_, size()); }

  friend bool operator==(const Set& a, const Set& b) { return a.keys_ == b.keys_; }

 private:
  friend struct Identity<Set>;
  explicit Set(Map<T, Nothing> keys) : keys_(std::move(keys)) {}

  Map<T, Nothing> keys_;
};

template <class T>
class Set<T>::Iterator {
 public:
  using value_type = T;
  using reference = View;
  using pointer = void;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::input_iterator_tag;  // a reference may be no true reference

  Iterator() = default;
  Iterator(const Map<T, Nothing>* keys, std::size_t element) : keys_(keys), element_(element) {}
  View operator*() const { return keys_->key(element_); }
  Iterator& operator++() {
    ++element_;
    return *this;
  }
  Iterator operator++(int) {
    Iterator before = *this;
    ++element_;
    return before;
  }
  bool operator==(const Iterator& other) const { return element_ == other.element_; }

 private:
  const Map<T, Nothing>* keys_ = nullptr;
  std::size_t element_ = 0;
};

template <class T>
struct Identity<Set<T>> {
  using Keys = Identity<Map<T, Nothing>>;
  static std::uint64_t hash(const Set<T>& set) { return Keys::hash(set.keys_); }
  static bool equal(const Set<T>& a, const Set<T>& b) { return a == b; }
  static std::strong_ordering order(const Set<T>& a, const Set<T>& b) {
    return Keys::order(a.keys_, b.keys_);
  }
};

}  // namespace conjure
