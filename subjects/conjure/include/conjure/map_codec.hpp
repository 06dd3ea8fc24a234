// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "conjure/buffer.hpp"
#include "conjure/codec.hpp"
#include "conjure/map.hpp"
#include "conjure/set.hpp"

namespace conjure {

/// A map's key as the writer puts it in the document.
template <class K, class View>
bool write_map_key(Writer& writer, const View& key) {
  if constexpr (std::is_same_v<K, std::string>) {
    return writer.write_key(key);
  } else {
    return writer.next_element() &&
           writer.write_quoted_by([&](std::string& out) { return Plain<K>::append(out, key); }) &&
           writer.write_raw(":");
  }
}

/// Puts a map's key before the path of the recorded error, of a reader or a writer.
template <class K, class ReaderOrWriter, class View>
bool in_map_key(ReaderOrWriter& where, const View& key) {
  if constexpr (std::is_same_v<K, std::string>) {
    return where.in_key(key);
  } else {
    std::string text;
    Plain<K>::append(text, key);
    return where.in_key(text);
  }
}

/// Writes the entries of any map as an object: `map` yields pairs of key and value, and
/// `write_value(Writer&, value)` writes a value.
template <class K, class AnyMap, class WriteValue>
bool write_entries(Writer& writer, const AnyMap& map, WriteValue write_value) {
  if (!writer.begin_object()) return false;
  for (const auto& [key, value] : map) {
    if (!write_map_key<K>(writer, key) || !write_value(writer, value)) {
      return in_map_key<K>(writer, key);
    }
  }
  return writer.end_object();
}

/// Reads the entries of an object into any map. `insert(K&&, V&&)` takes each; it returns false if
/// the key was there, and then has replaced its value.
template <class K, class V, class Insert>
bool read_entries(Reader& reader, Insert insert) {
  if (CollectionCodec::accept_empty(reader)) return true;
  if (!reader.begin_object()) return false;
  std::string_view text;
  while (reader.next_key(text)) {
    const std::size_t offset = reader.key_offset();
    K key{};
    if constexpr (std::is_same_v<K, std::string>) {
      key.assign(text);
    } else {
      const ErrorCode code = Plain<K>::parse(text, key, reader.options());
      if (code != ErrorCode::none) return reader.fail_at(code, offset, text);
    }
    V value{};
    if (!Codec<V>::read(reader, value)) return in_map_key<K>(reader, key);
    if (!insert(std::move(key), std::move(value)) && !reader.options().keep_last_key) {
      return reader.fail_at(ErrorCode::repeated_key, offset);
    }
  }
  return reader.ok();
}

/// Reads an object into a Map. `read_value(Reader&, V&)` reads a value that is not a string.
template <class K, class V, class ReadValue>
bool read_map(Reader& reader, Map<K, V>& out, ReadValue read_value) {
  if (!reader.begin_object()) return false;
  typename Map<K, V>::Builder builder;
  Buffer<std::uint32_t, 32> offsets;  // of the keys, for the error
  std::string_view text;
  while (reader.next_key(text)) {
    offsets.push_back(static_cast<std::uint32_t>(reader.key_offset()));
    if constexpr (Kept<K>::as_text) {
      builder.add_key(text);
    } else {
      K key{};
      const ErrorCode code = Plain<K>::parse(text, key, reader.options());
      if (code != ErrorCode::none) return reader.fail_at(code, reader.key_offset(), text);
      builder.add_key(std::move(key));
    }
    if constexpr (Kept<V>::as_text) {
      if (!reader.read_text(text)) return in_map_key<K>(reader, builder.last_key());
      builder.add_value(text);
    } else {
      V value{};
      if (!read_value(reader, value)) return in_map_key<K>(reader, builder.last_key());
      builder.add_value(std::move(value));
    }
  }
  if (!reader.ok()) return false;
  const auto on_repeat = reader.options().keep_last_key ? OnRepeat::keep_last : OnRepeat::reject;
  const auto repeated = builder.build_into(out, on_repeat);
  return !repeated || reader.fail_at(ErrorCode::repeated_key, offsets[repeated->again]);
}

/// `map<K, V>`.
template <class K, class V>
struct Codec<Map<K, V>> : CollectionCodec {
  static bool read(Reader& reader, Map<K, V>& out) {
    return accept_empty(reader) || read_map(reader, out, Codec<V>::read);
  }
  static bool write(Writer& writer, const Map<K, V>& map) {
    return write_entries<K>(writer, map, Codec<V>::write);
  }
};

/// A hash table of the standard library as a `map<K, V>`. Its order is not kept, and keys chosen to
/// collide cost what they cost there.
template <class K, class V, class Hash, class Equal, class Allocator>
struct Codec<std::unordered_map<K, V, Hash, Equal, Allocator>> : CollectionCodec {
  using M = std::unordered_map<K, V, Hash, Equal, Allocator>;

  static bool read(Reader& reader, M& out) {
    return read_entries<K, V>(reader, [&](K&& key, V&& value) {
      return out.insert_or_assign(std::move(key), std::move(value)).second;
    });
  }
  static bool write(Writer& writer, const M& map) {
    return write_entries<K>(writer, map, Codec<V>::write);
  }
};

/// `set<T>`.
template <class T>
struct Codec<Set<T>> : CollectionCodec {
  static bool read(Reader& reader, Set<T>& out) {
    if (accept_empty(reader)) return true;
    if (!reader.begin_array()) return false;
    typename Set<T>::Builder builder;
    Buffer<std::uint32_t, 32> offsets;  // of the elements, for the error
    while (reader.next_element()) {
      offsets.push_back(static_cast<std::uint32_t>(reader.offset()));
      T element{};
      if (!Codec<T>::read(reader, element)) return reader.in_index(builder.size());
      builder.add(std::move(element));
    }
    if (!reader.ok()) return false;
    const auto on_repeat =
        reader.options().keep_first_element ? OnRepeat::keep_first : OnRepeat::reject;
    const auto repeated = builder.build_into(out, on_repeat);
    if (!repeated) return true;
    reader.fail_at(ErrorCode::repeated_element, offsets[repeated->again]);
    return reader.in_index(repeated->again);
  }

  static bool write(Writer& writer, const Set<T>& set) {
    if (!writer.begin_array()) return false;
    for (std::size_t i = 0; i < set.size(); ++i) {
      if (!writer.next_element() || !Codec<T>::write(writer, set[i])) return writer.in_index(i);
    }
    return writer.end_array();
  }
};

}  // namespace conjure
