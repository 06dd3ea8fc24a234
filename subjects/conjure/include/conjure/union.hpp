// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include "conjure/any.hpp"
#include "conjure/codec.hpp"
#include "conjure/identity.hpp"

namespace conjure {

/// A variant that a union's definition does not list, kept as it came. Its value may be null, which
/// is how a variant whose type is optional may be written.
struct UnknownVariant {
  std::string type;
  Any value;
  bool operator==(const UnknownVariant&) const = default;
};

template <>
struct Identity<UnknownVariant> {
  static std::uint64_t hash(const UnknownVariant& v) {
    return combine(hash_bytes(v.type), conjure::hash(v.value));
  }
  static bool equal(const UnknownVariant& a, const UnknownVariant& b) { return a == b; }
  static std::strong_ordering order(const UnknownVariant& a, const UnknownVariant& b) {
    const auto difference = a.type <=> b.type;
    return difference != 0 ? difference : conjure::order(a.value, b.value);
  }
};

/// What read_union() asks of a union type.
class UnionVariants {
 public:
  /// Makes the union the variant `name` and reads its value.
  virtual bool read(Reader& reader, std::string_view name) = 0;
  /// Makes the union the variant `name` with an empty value. False if it is not a known variant
  /// that may be absent.
  virtual bool set_absent(std::string_view name) = 0;

 protected:
  ~UnionVariants() = default;
};

/// Reads `{"type":"x","x":value}`, in either order.
bool read_union(Reader& reader, UnionVariants& variants);

/// Reads and writes a union. A union type is a struct whose one member `value` is a std::variant of
/// its variants' types in the definition's order, types given twice too, and then UnknownVariant:
///
///     struct Shape {
///       std::variant<Circle, Square, conjure::UnknownVariant> value;
///     };
///     template <>
///     struct conjure::Codec<Shape> : conjure::UnionCodec<Shape> {
///       static constexpr std::array<std::string_view, 2> variants{"circle", "square"};
///     };
///
/// which gives it an Identity, too. A variant that holds its own union goes into a Box.
template <class U>
class UnionCodec : public CodecDefaults {
 public:
  static bool read(Reader& reader, U& out) {
    Variants variants(out);
    return read_union(reader, variants);
  }

  static bool write(Writer& writer, const U& value) {
    return writer.begin_object() && write_variant<0>(writer, value) && writer.end_object();
  }

 private:
  template <std::size_t I>
  using Type = std::variant_alternative_t<I, decltype(U::value)>;
  static constexpr std::size_t count() { return Codec<U>::variants.size(); }

  class Variants final : public UnionVariants {
   public:
    explicit Variants(U& out) : out_(out) {}

    bool read(Reader& reader, std::string_view name) override {
      bool good = false;
      const auto read_as = [&]<std::size_t I>(std::integral_constant<std::size_t, I>) {
        good = Codec<Type<I>>::read(reader, out_.value.template emplace<I>());
      };
      if (with_variant(name, read_as)) return good;
      auto& unknown = out_.value.template emplace<count()>();
      unknown.type = name;
      return Codec<Any>::read_nullable(reader, unknown.value);
    }

    bool set_absent(std::string_view name) override {
      bool good = false;
      with_variant(name, [&]<std::size_t I>(std::integral_constant<std::size_t, I>) {
        good = Codec<Type<I>>::may_be_absent;
        out_.value.template emplace<I>();
      });
      return good;
    }

   private:
    U& out_;
  };

  // Calls `use` with the number of the variant `name`; false if it is not a known one.
  template <class Use, std::size_t I = 0>
  static bool with_variant(std::string_view name, Use use) {
    if constexpr (I == count()) {
      return false;
    } else {
      if (Codec<U>::variants[I] != name) return with_variant<Use, I + 1>(name, use);
      use(std::integral_constant<std::size_t, I>{});
      return true;
    }
  }

  template <std::size_t I>
  static bool write_variant(Writer& writer, const U& value) {
    if constexpr (I == count()) {
      const UnknownVariant& unknown = std::get<I>(value.value);
      return writer.write_key("type") && writer.write_text(unknown.type) &&
             writer.write_key(unknown.type) &&
             (Codec<Any>::write_nullable(writer, unknown.value) || writer.in_field(unknown.type));
    } else {
      if (value.value.index() != I) return write_variant<I + 1>(writer, value);
      const std::string_view name = Codec<U>::variants[I];
      return writer.write_field_name("type") && writer.write_quoted(name) &&
             writer.write_field_name(name) &&
             (Codec<Type<I>>::write(writer, std::get<I>(value.value)) || writer.in_field(name));
    }
  }
};

/// Any type whose Codec lists variants is a union.
template <class T>
concept Union = requires {
  Codec<T>::variants;
};

template <Union T>
struct Identity<T> {
  static std::uint64_t hash(const T& value) {
    const auto content = [](const auto& v) { return conjure::hash(v); };
    return combine(value.value.index(), std::visit(content, value.value));
  }
  static bool equal(const T& a, const T& b) {
    return a.value.index() == b.value.index() && equal_from<0>(a, b);
  }
  static std::strong_ordering order(const T& a, const T& b) {
    const auto difference = a.value.index() <=> b.value.index();
    return difference != 0 ? difference : order_from<0>(a, b);
  }

 private:
  static constexpr std::size_t last = std::variant_size_v<decltype(T::value)> - 1;

  template <std::size_t I>
  static bool equal_from(const T& a, const T& b) {
    if constexpr (I < last) {
      if (a.value.index() != I) return equal_from<I + 1>(a, b);
    }
    return conjure::equal(std::get<I>(a.value), std::get<I>(b.value));
  }
  template <std::size_t I>
  static std::strong_ordering order_from(const T& a, const T& b) {
    if constexpr (I < last) {
      if (a.value.index() != I) return order_from<I + 1>(a, b);
    }
    return conjure::order(std::get<I>(a.value), std::get<I>(b.value));
  }
};

}  // namespace conjure
