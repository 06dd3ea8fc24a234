// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "conjure/buffer.hpp"
#include "conjure/identity.hpp"
#include "conjure/key_index.hpp"

namespace conjure {

/// Stands for no value: Map<K, Nothing> is what a Set<K> is made of.
struct Nothing {
  bool operator==(const Nothing&) const = default;
};
template <>
struct Identity<Nothing> {
  static std::uint64_t hash(Nothing) { return 0; }
  static bool equal(Nothing, Nothing) { return true; }
  static std::strong_ordering order(Nothing, Nothing) { return std::strong_ordering::equal; }
};

/// How a map keeps the keys or the values it owns: strings as bytes, `Nothing` not at all, all else
/// as objects. `View` is what it hands out.
template <class T>
struct Kept {
  static constexpr bool as_text = false;
  static constexpr bool as_object = true;
  using View = const T&;
};
template <>
struct Kept<std::string> {
  static constexpr bool as_text = true;
  static constexpr bool as_object = false;
  using View = std::string_view;
};
template <>
struct Kept<Nothing> {
  static constexpr bool as_text = false;
  static constexpr bool as_object = false;
  using View = Nothing;
};

/// What to do with an entry whose key an earlier one has.
enum class OnRepeat : std::uint8_t {
  reject,
  keep_first,
  keep_last,  ///< the first one's place, the last one's value
};

/// An immutable map that keeps the order in which it was built.
///
/// All of it lies in one block of memory: objects, string bytes, and the index that finds keys; an
/// empty map has none. Copies are deep. Two maps are equal if they hold the same entries, in
/// whatever order. Keys need an Identity; values need one where maps are compared. Up to 2^31 - 1
/// entries and 4 GiB of strings.
template <class K, class V>
class Map {
 public:
  using KeyView = typename Kept<K>::View;
  using ValueView = typename Kept<V>::View;
  struct Entry {
    KeyView key;
    ValueView value;
  };
  class Builder;
  class Iterator;

  Map() = default;
  /// Throws std::invalid_argument for a repeated key.
  Map(std::initializer_list<std::pair<K, V>> entries);
  Map(const Map& other);
  Map(Map&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
  Map& operator=(Map other) noexcept {
    std::swap(block_, other.block_);
    return *this;
  }
  ~Map() { destroy(); }

  std::size_t size() const { return block_ ? block_->index.entries() : 0; }
  bool empty() const { return block_ == nullptr; }

  /// Entries by number, in the map's order. No check.
  KeyView key(std::size_t entry) const;
  ValueView value(std::size_t entry) const;
  Entry operator[](std::size_t entry) const { return {key(entry), value(entry)}; }
  Iterator begin() const { return Iterator(this, 0); }
  Iterator end() const { return Iterator(this, size()); }

  /// The entry that has `key`, or end().
  Iterator find(KeyView key) const { return Iterator(this, find_entry(key)); }
  bool contains(KeyView key) const { return find_entry(key) != size(); }
  /// The value of `key`. Throws std::out_of_range if there is none.
  ValueView at(KeyView key) const;

  /// Bytes of heap this map itself keeps, without what its objects keep.
  std::size_t heap_bytes() const { return block_ ? layout().total : 0; }
  /// Whether the index had to fall back to sorted keys: for tests.
  bool index_is_sorted() const { return block_ && block_->index.sorted(); }

  friend bool operator==(const Map& a, const Map& b) {
    if (a.size() != b.size()) return false;
    for (const Entry& entry : a) {
      const std::size_t other = b.find_entry(entry.key);
      if (other == b.size()) return false;
      if (!Identity<V>::equal(entry.value, b.value(other))) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t texts_per_entry = Kept<K>::as_text + Kept<V>::as_text;

  struct Block {
    KeyIndex index;
    std::uint32_t text_bytes;
  };
  // Offsets in the block: header, keys and values that are objects, marks, slots, text. Text number
  // t, counting entry by entry, key before value, is text[marks[t], marks[t + 1]).
  struct Layout {
    std::size_t keys, values, marks, slots, text, total;
    Layout(std::size_t entries, std::size_t text_bytes);
  };

  Layout layout() const { return Layout(block_->index.entries(), block_->text_bytes); }
  template <class T>
  static T* part(Block* block, std::size_t offset) {
    return reinterpret_cast<T*>(reinterpret_cast<std::byte*>(block) + offset);
  }
  template <class T>
  T* part(std::size_t offset) const {
    return part<T>(block_, offset);
  }
  std::string_view text(std::size_t number) const;
  std::size_t find_entry(KeyView key) const;
  std::strong_ordering order_keys(std::uint32_t a, std::uint32_t b) const {
    return Identity<K>::order(key(a), key(b));
  }
  // A map whose objects are put in place by what is given; marks, slots and text are yet to fill.
  template <class FillKeys, class FillValues>
  static Map make(KeyIndex index, std::size_t text_bytes, FillKeys fill_keys,
                  FillValues fill_values);
  void destroy() noexcept;
  std::optional<RepeatedKey> build_index();
  Map without_repeats(OnRepeat on_repeat) const;

  Block* block_ = nullptr;
};

/// Walks over a map's entries, which it makes up on the spot: `for (auto [key, value] : map)`.
template <class K, class V>
class Map<K, V>::Iterator {
 public:
  using value_type = Entry;
  using reference = Entry;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::input_iterator_tag;  // a reference is no true reference
  using iterator_concept = std::forward_iterator_tag;
  struct pointer {
    Entry entry;
    const Entry* operator->() const { return &entry; }
  };

  Iterator() = default;
  Iterator(const Map* map, std::size_t entry) : map_(map), entry_(entry) {}
  Entry operator*() const { return (*map_)[entry_]; }
  pointer operator->() const { return {**this}; }
  Iterator& operator++() {
    ++entry_;
    return *this;
  }
  Iterator operator++(int) {
    Iterator before = *this;
    ++entry_;
    return before;
  }
  bool operator==(const Iterator& other) const { return entry_ == other.entry_; }

 private:
  const Map* map_ = nullptr;
  std::size_t entry_ = 0;
};

/// Collects entries for a map. Adding one costs O(1), building O(n log n) at worst.
template <class K, class V>
class Map<K, V>::Builder {
 public:
  std::size_t size() const { return entries_; }

  /// Copies or moves what it is given. Throws std::length_error beyond what a map can hold.
  void add(K key, V value) {
    add_key(std::move(key));
    add_value(std::move(value));
  }
  /// The two halves of add(), in this order; strings may also be given as views.
  template <class Key>
  void add_key(Key&& key) {
    if (entries_ == max_entries) throw std::length_error("conjure::Map");
    put<K>(keys_, std::forward<Key>(key));
  }
  template <class Value>
  void add_value(Value&& value) {
    put<V>(values_, std::forward<Value>(value));
    ++entries_;
  }
  /// The key added last, while its value is yet to come.
  KeyView last_key() const {
    if constexpr (Kept<K>::as_text) {
      const std::size_t mark = entries_ * texts_per_entry;
      const std::uint32_t begin = mark == 0 ? 0 : marks_[mark - 1];
      return {text_.data() + begin, marks_[mark] - begin};
    } else {
      return keys_.data()[keys_.size() - 1];
    }
  }

  /// The map, once. Throws std::invalid_argument for a repeated key unless told what to do with it.
  Map build(OnRepeat on_repeat = OnRepeat::reject) {
    Map map;
    if (build_into(map, on_repeat)) throw std::invalid_argument("conjure::Map: repeated key");
    return map;
  }
  /// The same without a throw: with OnRepeat::reject, returns the first repeated key in the order
  /// of adding, and then `out` is unchanged.
  std::optional<RepeatedKey> build_into(Map& out, OnRepeat on_repeat);

 private:
  static constexpr std::size_t max_entries = std::numeric_limits<std::int32_t>::max();
  struct Absent {};
  // Plain values need no vector, and bool must not be in one: its vector holds no bools.
  template <class T>
  static auto choose_store() {
    if constexpr (!Kept<T>::as_object) {
      return std::type_identity<Absent>{};
    } else if constexpr (std::is_trivially_copyable_v<T>) {
      return std::type_identity<Buffer<T, 8>>{};
    } else {
      return std::type_identity<std::vector<T>>{};
    }
  }
  template <class T>
  using Store = typename decltype(choose_store<T>())::type;

  template <class T, class Given>
  void put(Store<T>& store, Given&& given) {
    if constexpr (Kept<T>::as_text) {
      const std::string_view bytes = given;
      if (bytes.size() > std::numeric_limits<std::uint32_t>::max() - text_.size()) {
        throw std::length_error("conjure::Map");
      }
      text_.append(bytes.data(), bytes.size());
      marks_.push_back(static_cast<std::uint32_t>(text_.size()));
    } else if constexpr (Kept<T>::as_object) {
      store.push_back(std::forward<Given>(given));
    }
  }

  template <class T>
  static void move_objects(Store<T>& store, T* to) {
    if constexpr (Kept<T>::as_object) std::uninitialized_move_n(store.data(), store.size(), to);
  }

  std::size_t entries_ = 0;
  Buffer<char, 256> text_;
  Buffer<std::uint32_t, 32> marks_;
  [[no_unique_address]] Store<K> keys_;
  [[no_unique_address]] Store<V> values_;
};

template <class K, class V>
struct Identity<Map<K, V>> {
  using M = Map<K, V>;
  static std::uint64_t hash(const M& map) {
    std::uint64_t sum = map.size();  // a sum: blind to order
    for (const auto& entry : map) {
      sum += combine(Identity<K>::hash(entry.key), Identity<V>::hash(entry.value));
    }
    return mix(sum);
  }
  static bool equal(const M& a, const M& b) { return a == b; }
  static std::strong_ordering order(const M& a, const M& b) {
    if (a.size() != b.size()) return a.size() <=> b.size();
    const std::vector<std::uint32_t> in_a = sorted(a), in_b = sorted(b);
    for (std::size_t i = 0; i < in_a.size(); ++i) {
      auto difference = Identity<K>::order(a.key(in_a[i]), b.key(in_b[i]));
      if (difference == 0) difference = Identity<V>::order(a.value(in_a[i]), b.value(in_b[i]));
      if (difference != 0) return difference;
    }
    return std::strong_ordering::equal;
  }

 private:
  static std::vector<std::uint32_t> sorted(const M& map) {
    std::vector<std::uint32_t> entries(map.size());
    KeyIndex::sort_entries(entries.data(), entries.data() + entries.size(),
                           [&](std::uint32_t a, std::uint32_t b) {
                             return Identity<K>::order(map.key(a), map.key(b));
                           });
    return entries;
  }
};

}  // namespace conjure

#include "conjure/map_block.hpp"
