// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <string>
#include <string_view>

#include "conjure/codec.hpp"
#include "conjure/identity.hpp"

namespace conjure {

/// A type of its own that stands on the wire as T does. `Tag` is any type, declared or not, that
/// makes it one:
///
///     using Name = conjure::Alias<std::string, struct NameTag>;
template <class T, class Tag>
struct Alias {
  T value{};

  friend bool operator==(const Alias& a, const Alias& b) {
    return conjure::equal(a.value, b.value);
  }
};

template <class T, class Tag>
struct Codec<Alias<T, Tag>> {
  static constexpr bool may_be_absent = Codec<T>::may_be_absent;
  static bool is_absent(const Alias<T, Tag>& alias) { return Codec<T>::is_absent(alias.value); }
  static bool read(Reader& reader, Alias<T, Tag>& out) { return Codec<T>::read(reader, out.value); }
  static bool write(Writer& writer, const Alias<T, Tag>& alias) {
    return Codec<T>::write(writer, alias.value);
  }
};

template <class T, class Tag>
struct Plain<Alias<T, Tag>> {
  static ErrorCode parse(std::string_view text, Alias<T, Tag>& out, const ReadOptions& options) {
    return Plain<T>::parse(text, out.value, options);
  }
  static ErrorCode append(std::string& out, const Alias<T, Tag>& alias) {
    return Plain<T>::append(out, alias.value);
  }
};

template <class T, class Tag>
struct Identity<Alias<T, Tag>> {
  static std::uint64_t hash(const Alias<T, Tag>& a) { return conjure::hash(a.value); }
  static bool equal(const Alias<T, Tag>& a, const Alias<T, Tag>& b) { return a == b; }
  static std::strong_ordering order(const Alias<T, Tag>& a, const Alias<T, Tag>& b) {
    return conjure::order(a.value, b.value);
  }
};

}  // namespace conjure
