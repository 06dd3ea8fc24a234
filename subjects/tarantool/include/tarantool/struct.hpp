// SPDX-License-Identifier: Apache-2.0
// Structs as tuples:
//
//   struct Profile { std::uint64_t id; std::optional<std::uint64_t> bucket_id; std::string fio; };
//   TARANTOOL_STRUCT(Profile, id, bucket_id, fio);     // at namespace scope
//
// Written as an array, in that order. Read from an array by position, from a map by name, and from
// rows whose columns are named (of a router, of SQL) by name as well.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "tarantool/codec.hpp"

namespace tarantool {

template <class T, class M>
struct Member {
  std::string_view name;  ///< Of the field.
  M T::*pointer;
};

/// `static constexpr auto list`: a tuple of a Member for each field of T. To give fields names
/// other than the members', specialise this by hand.
template <class T>
struct Members;

template <class T>
concept Struct = requires {
  Members<T>::list;
};

namespace detail {

template <class T>
using FieldReader = bool (*)(Decoder&, T&);

template <Struct T>
inline constexpr std::size_t field_count = std::tuple_size_v<decltype(Members<T>::list)>;

template <Struct T, std::size_t i>
bool read_field(Decoder& decoder, T& value) {
  constexpr auto member = std::get<i>(Members<T>::list);
  return tarantool::read(decoder, value.*member.pointer) || decoder.in(member.name);
}

template <Struct T, std::size_t i>
bool take_absent_field(Decoder& decoder, T& value) {
  constexpr auto member = std::get<i>(Members<T>::list);
  return take_absent(decoder, value.*member.pointer) || decoder.in(member.name);
}

template <Struct T>
struct Fields {
  template <std::size_t... i>
  static constexpr auto readers_of(std::index_sequence<i...>) {
    return std::array<FieldReader<T>, sizeof...(i)>{&read_field<T, i>...};
  }
  template <std::size_t... i>
  static constexpr auto absences_of(std::index_sequence<i...>) {
    return std::array<FieldReader<T>, sizeof...(i)>{&take_absent_field<T, i>...};
  }
  template <std::size_t... i>
  static constexpr auto names_of(std::index_sequence<i...>) {
    return std::array<std::string_view, sizeof...(i)>{std::get<i>(Members<T>::list).name...};
  }
  using Indices = std::make_index_sequence<field_count<T>>;

  static constexpr auto readers = readers_of(Indices{});
  static constexpr auto absences = absences_of(Indices{});
  static constexpr auto names = names_of(Indices{});

  /// The number of the field of that name, or field_count.
  static std::size_t find(std::string_view name) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  }
};

}  // namespace detail

/// Which columns of a row are which fields of T: worked out once, for however many rows.
template <Struct T>
class Columns {
 public:
  Columns() = default;
  /// `names` are the columns', in their order. Those that T has no field for are skipped.
  explicit Columns(std::span<const std::string_view> names) {
    for (const std::string_view name : names) field_of_.push_back(Fields::find(name));
    for (std::size_t field = 0; field < Fields::names.size(); ++field) {
      const auto place = std::find(field_of_.begin(), field_of_.end(), field);
      if (place == field_of_.end()) absent_.push_back(field);
    }
  }

  /// Reads a row, an array. Fields without a column, or whose column is missing at the row's end,
  /// are an error unless they are optional.
  bool read(Decoder& decoder, T& row) const {
    std::uint32_t n = 0;
    if (!decoder.array(n)) return false;
    for (std::uint32_t i = 0; i < n; ++i) {
      if (i >= field_of_.size() || field_of_[i] == Fields::names.size()) {
        decoder.skip();
      } else if (!Fields::readers[field_of_[i]](decoder, row)) {
        return false;
      }
    }
    for (std::size_t i = n; i < field_of_.size(); ++i) {
      if (field_of_[i] != Fields::names.size() && !Fields::absences[field_of_[i]](decoder, row)) {
        return false;
      }
    }
    return std::all_of(absent_.begin(), absent_.end(),
                       [&](std::size_t field) { return Fields::absences[field](decoder, row); });
  }

 private:
  using Fields = detail::Fields<T>;
  std::vector<std::size_t> field_of_;  // Of each column; as many as there are fields: none.
  std::vector<std::size_t> absent_;    // Fields without a column.
};

template <Struct T>
struct Codec<T> {
  static void write(Encoder& encoder, const T& value) {
    encoder.array(detail::field_count<T>);
    const auto each = [&](const auto&... member) {
      (tarantool::write(encoder, value.*member.pointer), ...);
    };
    std::apply(each, Members<T>::list);
  }

  static bool read(Decoder& decoder, T& value) {
    if (!decoder.enter()) return false;  // Structs can hold vectors of themselves.
    const bool is_map = !decoder.at_end() && decoder.kind() == Kind::map;
    const bool is_read = is_map ? read_map(decoder, value) : read_array(decoder, value);
    decoder.leave();
    return is_read;
  }

 private:
  using Fields = detail::Fields<T>;

  static bool read_array(Decoder& decoder, T& value) {
    detail::Elements fields(decoder);
    const auto each = [&](const auto&... member) {
      return ((fields.next(value.*member.pointer) || decoder.in(member.name)) && ...);
    };
    return fields.begin() && std::apply(each, Members<T>::list) && fields.end();
  }

  static bool read_map(Decoder& decoder, T& value) {
    std::uint32_t n = 0;
    if (!decoder.map(n)) return false;
    std::array<bool, detail::field_count<T>> found{};
    for (std::uint32_t i = 0; i < n; ++i) {
      std::string_view name;
      if (!decoder.string(name)) return decoder.in(i);
      const std::size_t field = Fields::find(name);
      if (field == found.size()) {
        decoder.skip();
      } else if (found[field]) {
        return detail::twice(decoder) || decoder.in(name);
      } else if (found[field] = true; !Fields::readers[field](decoder, value)) {
        return false;
      }
    }
    for (std::size_t field = 0; field < found.size(); ++field) {
      if (!found[field] && !Fields::absences[field](decoder, value)) return false;
    }
    return true;
  }
};

}  // namespace tarantool

// A macro for each of up to 256 members, by rescanning (__VA_OPT__ stops it).
#define TARANTOOL_PARENS ()
#define TARANTOOL_EXPAND(...) TARANTOOL_EXPAND3(TARANTOOL_EXPAND3(TARANTOOL_EXPAND3(__VA_ARGS__)))
#define TARANTOOL_EXPAND3(...) TARANTOOL_EXPAND2(TARANTOOL_EXPAND2(TARANTOOL_EXPAND2(__VA_ARGS__)))
#define TARANTOOL_EXPAND2(...) TARANTOOL_EXPAND1(TARANTOOL_EXPAND1(TARANTOOL_EXPAND1(__VA_ARGS__)))
#define TARANTOOL_EXPAND1(...) TARANTOOL_EXPAND0(TARANTOOL_EXPAND0(TARANTOOL_EXPAND0(__VA_ARGS__)))
#define TARANTOOL_EXPAND0(...) __VA_ARGS__
#define TARANTOOL_MEMBERS(type, ...) \
  __VA_OPT__(TARANTOOL_EXPAND(TARANTOOL_MEMBER_STEP(type, __VA_ARGS__)))
#define TARANTOOL_MEMBER_STEP(type, first, ...)                                      \
  ::tarantool::Member<type, decltype(type::first)>{#first, &type::first} __VA_OPT__( \
      , TARANTOOL_MEMBER_AGAIN TARANTOOL_PARENS(type, __VA_ARGS__))
#define TARANTOOL_MEMBER_AGAIN() TARANTOOL_MEMBER_STEP

/// Binds the members of a struct, which is named by its whole name, at namespace scope.
#define TARANTOOL_STRUCT(type, ...)                                                     \
  template <>                                                                           \
  struct tarantool::Members<type> {                                                     \
    static constexpr auto list = std::make_tuple(TARANTOOL_MEMBERS(type, __VA_ARGS__)); \
  }
