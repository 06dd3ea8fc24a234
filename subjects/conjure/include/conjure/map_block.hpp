// SPDX-License-Identifier: Apache-2.0
#pragma once

// The one block of memory in which a Map keeps everything. Included by map.hpp.

#include "conjure/map.hpp"

namespace conjure {

template <class K, class V>
Map<K, V>::Layout::Layout(std::size_t entries, std::size_t text_bytes) {
  std::size_t at = sizeof(Block);
  const auto place = [&at](std::size_t size, std::size_t alignment, std::size_t count) {
    at = (at + alignment - 1) / alignment * alignment;
    return std::exchange(at, at + size * count);
  };
  keys = values = at;
  if constexpr (Kept<K>::as_object) keys = place(sizeof(K), alignof(K), entries);
  if constexpr (Kept<V>::as_object) values = place(sizeof(V), alignof(V), entries);
  marks = place(sizeof(std::uint32_t), alignof(std::uint32_t),
                texts_per_entry == 0 ? 0 : entries * texts_per_entry + 1);
  slots = place(sizeof(std::uint32_t), alignof(std::uint32_t), KeyIndex::slots_for(entries));
  text = place(1, 1, text_bytes);
  total = at;
}

template <class K, class V>
template <class FillKeys, class FillValues>
Map<K, V> Map<K, V>::make(KeyIndex index, std::size_t text_bytes, FillKeys fill_keys,
                          FillValues fill_values) {
  struct Free {
    void operator()(Block* block) const { ::operator delete(static_cast<void*>(block)); }
  };
  const std::size_t entries = index.entries();
  const Layout at(entries, text_bytes);
  void* const memory = ::operator new(at.total);
  std::unique_ptr<Block, Free> block(::new (memory)
                                         Block{index, static_cast<std::uint32_t>(text_bytes)});
  if constexpr (Kept<K>::as_object) {
    static_assert(alignof(K) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
    fill_keys(part<K>(block.get(), at.keys));
  }
  if constexpr (Kept<V>::as_object) {
    static_assert(alignof(V) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
    try {
      fill_values(part<V>(block.get(), at.values));
    } catch (...) {
      if constexpr (Kept<K>::as_object) std::destroy_n(part<K>(block.get(), at.keys), entries);
      throw;
    }
  }
  Map map;
  map.block_ = block.release();
  return map;
}

template <class K, class V>
void Map<K, V>::destroy() noexcept {
  if (!block_) return;
  const std::size_t entries = size();
  if constexpr (Kept<K>::as_object) std::destroy_n(part<K>(layout().keys), entries);
  if constexpr (Kept<V>::as_object) std::destroy_n(part<V>(layout().values), entries);
  ::operator delete(static_cast<void*>(std::exchange(block_, nullptr)));
}

template <class K, class V>
std::string_view Map<K, V>::text(std::size_t number) const {
  const Layout at = layout();
  const auto* const mark = part<const std::uint32_t>(at.marks) + number;
  return {part<const char>(at.text) + mark[0], std::size_t{mark[1]} - mark[0]};
}

template <class K, class V>
typename Map<K, V>::KeyView Map<K, V>::key(std::size_t entry) const {
  if constexpr (Kept<K>::as_text) {
    return text(entry * texts_per_entry);
  } else {
    return part<const K>(layout().keys)[entry];
  }
}

template <class K, class V>
typename Map<K, V>::ValueView Map<K, V>::value(std::size_t entry) const {
  if constexpr (Kept<V>::as_text) {
    return text(entry * texts_per_entry + Kept<K>::as_text);
  } else if constexpr (Kept<V>::as_object) {
    return part<const V>(layout().values)[entry];
  } else {
    return {};
  }
}

template <class K, class V>
std::size_t Map<K, V>::find_entry(KeyView wanted) const {
  if (!block_) return 0;
  return block_->index.find(
      part<const std::uint32_t>(layout().slots), [&] { return Identity<K>::hash(wanted); },
      [&](std::uint32_t entry) { return Identity<K>::equal(key(entry), wanted); },
      [&](std::uint32_t entry) { return Identity<K>::order(key(entry), wanted); });
}

template <class K, class V>
typename Map<K, V>::ValueView Map<K, V>::at(KeyView wanted) const {
  const std::size_t entry = find_entry(wanted);
  if (entry == size()) throw std::out_of_range("conjure::Map::at");
  return value(entry);
}

template <class K, class V>
std::optional<RepeatedKey> Map<K, V>::build_index() {
  return block_->index.build(
      part<std::uint32_t>(layout().slots),
      [&](std::uint32_t entry) { return Identity<K>::hash(key(entry)); },
      [&](std::uint32_t a, std::uint32_t b) { return Identity<K>::equal(key(a), key(b)); },
      [&](std::uint32_t a, std::uint32_t b) { return order_keys(a, b); });
}

template <class K, class V>
Map<K, V>::Map(std::initializer_list<std::pair<K, V>> entries) {
  Builder builder;
  for (const auto& [key, value] : entries) builder.add(key, value);
  *this = builder.build();
}

template <class K, class V>
Map<K, V>::Map(const Map& other) {
  if (!other.block_) return;
  const Layout at = other.layout();
  const std::size_t entries = other.size();
  *this = make(
      other.block_->index, other.block_->text_bytes,
      [&](K* keys) { std::uninitialized_copy_n(other.part<K>(at.keys), entries, keys); },
      [&](V* values) { std::uninitialized_copy_n(other.part<V>(at.values), entries, values); });
  // Marks, slots and text are plain and hold for the copy as they are.
  std::memcpy(part<std::byte>(at.marks), other.part<std::byte>(at.marks), at.total - at.marks);
}

template <class K, class V>
std::optional<RepeatedKey> Map<K, V>::Builder::build_into(Map& out, OnRepeat on_repeat) {
  if (entries_ == 0) {
    out = Map();
    return std::nullopt;
  }
  Map map = make(
      KeyIndex(static_cast<std::uint32_t>(entries_)), text_.size(),
      [&](K* to) { move_objects<K>(keys_, to); }, [&](V* to) { move_objects<V>(values_, to); });
  const Layout at = map.layout();
  if constexpr (texts_per_entry != 0) {
    auto* const marks = map.template part<std::uint32_t>(at.marks);
    marks[0] = 0;
    std::memcpy(marks + 1, marks_.data(), marks_.size() * sizeof *marks);
    std::memcpy(map.template part<char>(at.text), text_.data(), text_.size());
  }
  if (const auto repeated = map.build_index()) {
    if (on_repeat == OnRepeat::reject) return repeated;
    map = map.without_repeats(on_repeat);
  }
  out = std::move(map);
  return std::nullopt;
}

template <class K, class V>
Map<K, V> Map<K, V>::without_repeats(OnRepeat on_repeat) const {
  std::vector<std::uint32_t> sorted(size());
  KeyIndex::sort_entries(sorted.data(), sorted.data() + sorted.size(),
                         [&](std::uint32_t a, std::uint32_t b) { return order_keys(a, b); });
  // For each first entry of a key, the entry whose value it gets; entries that repeat get none.
  constexpr auto none = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> value_of(size(), none);
  std::uint32_t first = sorted[0];
  for (const std::uint32_t entry : sorted) {
    if (order_keys(first, entry) != 0) first = entry;
    if (on_repeat == OnRepeat::keep_last || first == entry) value_of[first] = entry;
  }
  Builder builder;
  for (std::size_t entry = 0; entry < size(); ++entry) {
    if (value_of[entry] == none) continue;
    builder.add_key(key(entry));
    builder.add_value(value(value_of[entry]));
  }
  return builder.build();
}

}  // namespace conjure
