// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conjure/plain.hpp"
#include "conjure/primitives.hpp"
#include "conjure/reader.hpp"
#include "conjure/writer.hpp"

namespace conjure {

/// How a type stands on the wire. Generated and hand-written types specialise it:
///
///     static bool read(Reader&, T& out);            // false once an error is recorded
///     static bool write(Writer&, const T& value);   // likewise
///
/// and inherit CodecDefaults, or say themselves:
///
///     static constexpr bool may_be_absent;   // as a field, absent or null reads as T{}
///     static bool is_absent(const T&);       // as a field, not written
///
/// `out` holds T{} when read() is called; after an error its value means nothing.
template <class T>
struct Codec;

struct CodecDefaults {
  static constexpr bool may_be_absent = false;
  template <class T>
  static bool is_absent(const T&) {
    return false;
  }
};

/// For types that stand on the wire as their PLAIN text in quotes.
template <class T>
struct QuotedPlainCodec : CodecDefaults {
  static bool read(Reader& reader, T& out) {
    const std::size_t offset = reader.offset();
    std::string_view text;
    if (!reader.read_text(text)) return false;
    const ErrorCode code = Plain<T>::parse(text, out, reader.options());
    return code == ErrorCode::none || reader.fail_at(code, offset);
  }
  static bool write(Writer& writer, const T& value) {
    return writer.write_quoted_by([&](std::string& out) { return Plain<T>::append(out, value); });
  }
};
template <>
struct Codec<BearerToken> : QuotedPlainCodec<BearerToken> {};
template <>
struct Codec<Binary> : QuotedPlainCodec<Binary> {};
template <>
struct Codec<DateTime> : QuotedPlainCodec<DateTime> {};
template <>
struct Codec<Rid> : QuotedPlainCodec<Rid> {};
template <>
struct Codec<Uuid> : QuotedPlainCodec<Uuid> {};

template <>
struct Codec<std::string> : CodecDefaults {
  static bool read(Reader& reader, std::string& out) {
    std::string_view text;
    if (!reader.read_text(text)) return false;
    out.assign(text);
    return true;
  }
  static bool write(Writer& writer, std::string_view value) { return writer.write_text(value); }
};

template <>
struct Codec<bool> : CodecDefaults {
  static bool read(Reader& reader, bool& out) { return reader.read_boolean(out); }
  static bool write(Writer& writer, bool value) { return writer.write_boolean(value); }
};

template <>
struct Codec<std::int32_t> : CodecDefaults {
  static bool read(Reader& reader, std::int32_t& out);
  static bool write(Writer& writer, std::int32_t value) { return writer.write_integer(value); }
};
template <>
struct Codec<SafeLong> : CodecDefaults {
  static bool read(Reader& reader, SafeLong& out);
  static bool write(Writer& writer, SafeLong value) { return writer.write_integer(value.value()); }
};
template <>
struct Codec<double> : CodecDefaults {
  static bool read(Reader& reader, double& out);
  static bool write(Writer& writer, double value) { return writer.write_double(value); }
};

/// `optional<T>`.
template <class T>
struct Codec<std::optional<T>> {
  static constexpr bool may_be_absent = true;
  static bool is_absent(const std::optional<T>& value) { return !value; }

  static bool read(Reader& reader, std::optional<T>& out) {
    if (reader.accept_null()) return true;
    return Codec<T>::read(reader, out.emplace());
  }
  static bool write(Writer& writer, const std::optional<T>& value) {
    return value ? Codec<T>::write(writer, *value) : writer.write_null();
  }
};

/// What list, set and map have in common.
struct CollectionCodec : CodecDefaults {
  static constexpr bool may_be_absent = true;

  /// Whether what comes next is a `null` that the options let stand for an empty collection.
  static bool accept_empty(Reader& reader) {
    return reader.options().null_is_empty_collection && reader.accept_null();
  }
};

/// `list<T>`.
template <class T>
struct Codec<std::vector<T>> : CollectionCodec {
  static bool read(Reader& reader, std::vector<T>& out) {
    if (accept_empty(reader)) return true;
    if (!reader.begin_array()) return false;
    while (reader.next_element()) {
      T element{};
      if (!Codec<T>::read(reader, element)) return reader.in_index(out.size());
      out.push_back(std::move(element));
    }
    return reader.ok();
  }
  static bool write(Writer& writer, const std::vector<T>& list) {
    if (!writer.begin_array()) return false;
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!writer.next_element() || !Codec<T>::write(writer, list[i])) return writer.in_index(i);
    }
    return writer.end_array();
  }
};

/// Reads one value from all of `document`. The value borrows nothing from it.
template <class T>
Result<T> read(std::string_view document, const ReadOptions& options = {}) {
  Result<T> result;
  Reader reader(document, options);
  if (!Codec<T>::read(reader, *result) || !reader.finish()) result.fail(reader.take_error());
  return result;
}

/// Appends `value` as JSON to `out`; after an error, part of it. The error, or null.
template <class T>
std::unique_ptr<Error> append(std::string& out, const T& value, const WriteOptions& options = {}) {
  Writer writer(out, options);
  if (Codec<T>::write(writer, value) && writer.finish()) return nullptr;
  return writer.take_error();
}

/// Writes `value` as JSON. Fails for strings that are not UTF-8, values that no text stands for
/// (see write_plain) and passed limits.
template <class T>
Result<std::string> write(const T& value, const WriteOptions& options = {}) {
  Result<std::string> result;
  if (auto error = append(*result, value, options)) result.fail(std::move(error));
  return result;
}

}  // namespace conjure
