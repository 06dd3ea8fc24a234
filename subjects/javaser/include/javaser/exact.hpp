// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <new>
#include <optional>
#include <tuple>

#include "javaser/descriptor.hpp"
#include "javaser/types.hpp"
#include "javaser/walker.hpp"

/// Reading the usual object without a table: its class is known and has the very fields of the type
/// that is read, which are primitives, strings of ASCII and further such objects. Code is made for
/// each type, in the stream's own order of fields. Where anything is otherwise, nothing has
/// happened and the general way is taken.
namespace javaser {

class Plans;

/// Where such reading stands. A part of a Reader.
struct ExactReader {
  const std::byte* at;
  const std::byte* begin;  // of the stream
  const std::byte* end;
  Tables& tables;
  Plans& plans;
  /// For each descriptor, by its number: the type that its objects are exactly like; null if none,
  /// or not known yet.
  const StructBinding* const* exact_types;
  /// The shared cache is asked for every object.
  bool asks_per_record;

  /// To the thing at the reader's place; there is room: see read_elements_exactly().
  void give_handle(HandleKind kind, std::uint32_t descriptor) {
    tables.push(HandleEntry::of(kind, static_cast<std::uint64_t>(at - begin), descriptor));
  }
  bool has(std::size_t bytes) const { return static_cast<std::size_t>(end - at) >= bytes; }
};

namespace exact {

/// Asks the process-wide cache whether objects of this class are exactly like the type.
bool is_exact_by_cache(ExactReader& reader, std::uint32_t descriptor, const StructBinding& type);

inline std::uint32_t load_handle(const std::byte* at) { return types::load<std::uint32_t>(at); }

/// TC_OBJECT and a reference to a class whose objects are exactly like T; takes them, gives the
/// object its handle.
inline bool begin(ExactReader& reader, const StructBinding& type) {
  constexpr std::size_t head = 6;
  if (!reader.has(head) || reader.at[0] != std::byte{0x73} || reader.at[1] != std::byte{0x71})
    return false;
  const HandleEntry* entry = reader.tables.find(load_handle(reader.at + 2));
  if (entry == nullptr || entry->kind() != HandleKind::descriptor) return false;
  const std::uint32_t number = entry->number();
  if (reader.asks_per_record) {
    if (!is_exact_by_cache(reader, number, type)) return false;
  } else if (reader.exact_types[number] != &type) {
    return false;
  }
  reader.give_handle(HandleKind::object, number);
  reader.at += head;
  return true;
}

inline bool read_text(ExactReader& reader, std::string& text) {
  if (!reader.has(3) || reader.at[0] != std::byte{0x74}) return false;
  const auto length = types::load<std::uint16_t>(reader.at + 1);
  if (!reader.has(std::size_t{3} + length)) return false;
  const auto* bytes = reinterpret_cast<const char*>(reader.at + 3);
  // A signature has to be kept for later references to it, which only the general way does.
  if (length > 0 && (bytes[0] == 'L' || bytes[0] == '[')) return false;
  for (std::size_t index = 0; index < length; ++index)
    if (static_cast<signed char>(bytes[index]) < 0) return false;
  text.assign(bytes, length);
  reader.give_handle(HandleKind::string, 0);
  reader.at += 3 + length;
  return true;
}

/// A bound struct that has code of its own: one without a base.
template <class M>
concept HasExactForm = requires(ExactReader& reader, Cell<M>& cell) {
  Bound<M>::read_fields(reader, cell);
};

/// One field, at the reader's place; a nested object by its own type's code.
template <class M>
bool read_field(ExactReader& reader, Cell<M>& cell) {
  if constexpr (types::Primitive<M>) {
    cell = types::load<M>(reader.at);
    reader.at += sizeof(M);
    return true;
  } else if constexpr (std::is_same_v<M, std::string>) {
    return read_text(reader, cell);
  } else if constexpr (HasExactForm<M>) {
    return begin(reader, Bound<M>::get()) && Bound<M>::read_fields(reader, cell);
  } else {
    return false;
  }
}

/// How many handles a value of M gives at most.
template <class M>
constexpr std::uint32_t handles_of() {
  if constexpr (std::is_same_v<M, std::string>) return 1;
  if constexpr (HasExactForm<M>) return Bound<M>::handles();
  return 0;
}

/// The order of fields in a stream: primitives first, then by name.
template <std::size_t count>
constexpr std::array<std::size_t, count> stream_order(
    const std::array<std::string_view, count>& names, const std::array<bool, count>& primitive) {
  std::array<std::size_t, count> order{};
  for (std::size_t index = 0; index < count; ++index) order[index] = index;
  std::sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
    if (primitive[left] != primitive[right]) return primitive[left];
    return names[left] < names[right];
  });
  return order;
}

template <auto Member, class T>
using MemberType = std::remove_cvref_t<std::invoke_result_t<decltype(Member), const T&>>;

/// The fields of T, whose names in Java are Self::names, as code.
template <class Self, class T, auto... Members>
struct Fields {
  static constexpr std::size_t count = sizeof...(Members);
  using Values = std::tuple<Cell<MemberType<Members, T>>...>;
  template <std::size_t index>
  using Value = std::tuple_element_t<index, std::tuple<MemberType<Members, T>...>>;

  static constexpr std::size_t primitive_bytes =
      (std::size_t{0} + ... +
       (types::Primitive<MemberType<Members, T>>
            ? size_of_type(types::code_of<MemberType<Members, T>>())
            : 0U));
  static constexpr auto order() {
    return stream_order<count>(Self::names, {types::Primitive<MemberType<Members, T>>...});
  }

  /// Of the object itself and all in its fields.
  static constexpr std::uint32_t handles() {
    return (1U + ... + handles_of<MemberType<Members, T>>());
  }

  /// Reads all fields; `cell_of` gives field `index` (a std::integral_constant) its cell.
  template <class CellOf>
  static bool read(ExactReader& reader, CellOf cell_of) {
    if (!reader.has(primitive_bytes)) return false;
    return [&]<std::size_t... at>(std::index_sequence<at...>) {
      [[maybe_unused]] static constexpr auto in_order = order();
      return (read_field<Value<in_order[at]>>(
                  reader, cell_of(std::integral_constant<std::size_t, in_order[at]>{})) &&
              ...);
    }
    (std::make_index_sequence<count>{});
  }
};

}  // namespace exact

/// Reads elements of an array as long as they are exactly like E; returns how many there were. One
/// whose constructor throws is left to the general way, which knows where it is.
template <class E, class Vector>
std::size_t types::read_elements_exactly(ExactReader& reader, Vector& vector, std::size_t count) {
  const auto read = [&](Cell<E>& cell) {
    try {
      return exact::read_field<E>(reader, cell);
    } catch (const std::bad_alloc&) {
      throw;
    } catch (...) {
      return false;
    }
  };
  for (std::size_t done = 0; done < count; ++done) {
    reader.tables.make_room(exact::handles_of<E>());
    const std::byte* const at = reader.at;
    const std::uint32_t handles = reader.tables.size();
    if constexpr (std::is_default_constructible_v<E>) {
      if (read(vector.emplace_back())) continue;
      vector.pop_back();
    } else {
      std::optional<E> element;
      if (read(element)) {
        vector.push_back(std::move(*element));
        continue;
      }
    }
    reader.at = at;
    reader.tables.shrink(handles);
    return done;
  }
  return count;
}

}  // namespace javaser
