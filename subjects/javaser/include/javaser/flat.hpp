// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <tuple>

#include "javaser/exact.hpp"

/// Writing sequences of structs that hold nothing but primitives and further such structs: once
/// their classes have been written, each element takes the same number of bytes and handles, so
/// that code made for the type can put them all at once.
namespace javaser::flat {

/// Where such elements are put.
struct Cursor {
  const std::uint32_t* class_handles;  ///< of FlatLayout::classes
  std::byte* out;
};

template <class M>
constexpr bool is_flat() {
  if constexpr (exact::HasExactForm<M>)
    return Bound<M>::Flat::is_flat();
  else
    return types::Primitive<M>;
}

/// Bytes that a value takes: an object with its head.
template <class M>
constexpr std::uint32_t size() {
  if constexpr (exact::HasExactForm<M>)
    return Bound<M>::Flat::size();
  else
    return size_of_type(types::code_of<M>());
}

/// How many objects a value is.
template <class M>
constexpr std::uint32_t objects() {
  if constexpr (exact::HasExactForm<M>)
    return Bound<M>::Flat::objects();
  else
    return 0;
}

template <class M>
void put(const M& value, Cursor& to) {
  if constexpr (exact::HasExactForm<M>) {
    Bound<M>::Flat::put(value, to);
  } else {
    types::store(value, to.out);
    to.out += size<M>();
  }
}

/// The fields of T, as exact::Fields has them.
template <class Self, class T, auto... Members>
struct Fields {
  template <auto Member>
  using Value = exact::MemberType<Member, T>;
  static constexpr std::uint32_t head = 6;  // TC_OBJECT, and TC_REFERENCE with the class's handle

  static constexpr bool is_flat() { return (flat::is_flat<Value<Members>>() && ...); }
  static constexpr std::uint32_t size() { return (head + ... + flat::size<Value<Members>>()); }
  static constexpr std::uint32_t objects() { return (1U + ... + flat::objects<Value<Members>>()); }

  static void put(const T& object, Cursor& to) {
    to.out[0] = std::byte{0x73};
    to.out[1] = std::byte{0x71};
    types::store(static_cast<std::int32_t>(*to.class_handles++), to.out + 2);
    to.out += head;
    each_in_order([&]<auto Member>() {
      flat::put<Value<Member>>(std::invoke(Member, object), to);
    });
  }

  static constexpr void add_classes(StructFunction*& at) {
    *at++ = &Bound<T>::get;
    each_in_order([&]<auto Member>() {
      if constexpr (exact::HasExactForm<Value<Member>>) Bound<Value<Member>>::Flat::add_classes(at);
    });
  }

 private:
  template <class Function>
  static constexpr void each_in_order(Function function) {
    [&]<std::size_t... at>(std::index_sequence<at...>) {
      [[maybe_unused]] constexpr auto order = exact::Fields<Self, T, Members...>::order();
      [[maybe_unused]] constexpr std::tuple members{Members...};
      (function.template operator()<std::get<order[at]>(members)>(), ...);
    }
    (std::index_sequence_for<decltype(Members)...>{});
  }
};

template <class E>
inline constexpr auto classes = [] {
  std::array<StructFunction, objects<E>()> all{};
  StructFunction* at = all.data();
  Bound<E>::Flat::add_classes(at);
  return all;
}();

template <class E, class Vector>
inline constexpr FlatLayout layout{
    size<E>(),
    classes<E>,
    [](const void* sequence) -> const void* { return &types::as<Vector>(sequence).front(); },
    [](const void* sequence, const std::uint32_t* class_handles, std::byte* out) {
      const auto& elements = types::as<Vector>(sequence);
      for (auto element = elements.begin() + 1; element != elements.end(); ++element) {
        Cursor to{class_handles, out};
        put(*element, to);
        out = to.out;
      }
    },
};

}  // namespace javaser::flat

namespace javaser {

template <class E, class Vector>
constexpr const FlatLayout* types::flat_layout_of() {
  if constexpr (flat::is_flat<E>())
    return &flat::layout<E, Vector>;
  else
    return nullptr;
}

}  // namespace javaser
