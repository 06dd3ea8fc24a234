// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "conjure/codec.hpp"
#include "conjure/identity.hpp"
#include "conjure/name_list.hpp"

namespace conjure {

/// A field of an object: its name on the wire, of letters, digits, `-` and `_`, and its member.
template <class Owner, class Member>
struct Field {
  using Type = Member;
  std::string_view name;
  Member Owner::*member;
};

template <class Owner, class Member>
constexpr Field<Owner, Member> field(std::string_view name, Member Owner::*member) {
  return {name, member};
}

template <class... Fields>
constexpr std::tuple<Fields...> fields(Fields... all) {
  return {all...};
}

/// Reads and writes an object by the list of its fields. An object type is a plain struct and
///
///     template <>
///     struct conjure::Codec<Point> : conjure::ObjectCodec<Point> {
///       static constexpr auto fields =
///           conjure::fields(conjure::field("x", &Point::x), conjure::field("y", &Point::y));
///     };
///
/// which gives it an Identity, too.
template <class T>
struct ObjectCodec : CodecDefaults {
  static bool read(Reader& reader, T& out) { return Reading{reader, out}.all(); }

  static bool write(Writer& writer, const T& value) {
    if (!writer.begin_object()) return false;
    const auto write_all = [&](const auto&... field) {
      return (write_field(writer, field, value.*field.member) && ...);
    };
    return std::apply(write_all, Codec<T>::fields) && writer.end_object();
  }

 private:
  template <class F, class Member>
  static bool write_field(Writer& writer, const F& field, const Member& member) {
    if (Codec<Member>::is_absent(member)) return true;
    return (writer.write_field_name(field.name) && Codec<Member>::write(writer, member)) ||
           writer.in_field(field.name);
  }

  // One object being read.
  struct Reading {
    Reader& reader;
    T& out;
    enum class State : unsigned char { absent, null, present };
    // Not const: Codec<T> is not complete where this struct is declared.
    static constexpr std::size_t count() {
      return std::tuple_size_v<std::remove_cvref_t<decltype(Codec<T>::fields)>>;
    }

    bool all() {
      const std::size_t offset = reader.offset();
      if (!reader.begin_object()) return false;
      std::array<State, count()> states{};
      NameList unknown;
      std::string_view name;
      while (reader.next_key(name)) {
        if (!member(name, states, unknown, std::make_index_sequence<count()>())) return false;
      }
      if (!reader.ok()) return false;
      if (const auto repeated = unknown.take_repeated(0);
          repeated && !reader.options().keep_last_field) {
        return reader.fail_at(ErrorCode::repeated_field, repeated->offset, repeated->text);
      }
      return check_missing(offset, states, std::make_index_sequence<count()>());
    }

    template <std::size_t... I>
    bool member(std::string_view name, std::array<State, count()>& states, NameList& unknown,
                std::index_sequence<I...>) {
      bool good = true;
      const bool known =
          ((std::get<I>(Codec<T>::fields).name == name && (good = field<I>(states[I]), true)) ||
           ...);
      return known ? good : skip(name, unknown);
    }

    template <std::size_t I>
    bool field(State& state) {
      constexpr auto& field = std::get<I>(Codec<T>::fields);
      auto& member = out.*field.member;
      using Member = std::remove_cvref_t<decltype(member)>;
      if (state != State::absent) {
        if (!reader.options().keep_last_field) {
          return reader.fail_at(ErrorCode::repeated_field, reader.key_offset(), field.name);
        }
        member = Member{};
      }
      // Null is as good as absent, but for being a repetition.
      if (reader.accept_null()) return state = State::null, true;
      state = State::present;
      return Codec<Member>::read(reader, member) || reader.in_field(field.name);
    }

    bool skip(std::string_view name, NameList& unknown) {
      const std::size_t offset = reader.key_offset();
      if (reader.options().reject_unknown_fields) {
        return reader.fail_at(ErrorCode::unknown_field, offset, name);
      }
      unknown.add(name, offset, reader.borrows(name));
      return reader.skip_value() || reader.in_field(unknown[unknown.size() - 1].text);
    }

    template <std::size_t... I>
    bool check_missing(std::size_t offset, const std::array<State, count()>& states,
                       std::index_sequence<I...>) {
      const bool complete = ((states[I] == State::present || may_be_absent_field<I>()) && ...);
      if (complete) return true;
      std::vector<std::string> names;
      [[maybe_unused]] const auto note = [&](bool missing, std::string_view name) {
        if (missing) names.emplace_back(name);
      };
      (note(states[I] != State::present && !may_be_absent_field<I>(),
            std::get<I>(Codec<T>::fields).name),
       ...);
      return reader.fail_at(ErrorCode::missing_fields, offset, std::move(names));
    }

    template <std::size_t I>
    static constexpr bool may_be_absent_field() {
      using F = std::tuple_element_t<I, std::remove_cvref_t<decltype(Codec<T>::fields)>>;
      return Codec<typename F::Type>::may_be_absent;
    }
  };
};

/// Any type whose Codec lists fields is an object.
template <class T>
concept Object = requires {
  Codec<T>::fields;
};

template <Object T>
struct Identity<T> {
  static std::uint64_t hash(const T& value) {
    std::uint64_t state = 0;
    std::apply(
        [&](const auto&... f) { ((state = combine(state, conjure::hash(value.*f.member))), ...); },
        Codec<T>::fields);
    return state;
  }
  static bool equal(const T& a, const T& b) {
    return std::apply(
        [&](const auto&... f) { return (conjure::equal(a.*f.member, b.*f.member) && ...); },
        Codec<T>::fields);
  }
  static std::strong_ordering order(const T& a, const T& b) {
    auto difference = std::strong_ordering::equal;
    std::apply(
        [&](const auto&... f) {
          (void)(((difference = conjure::order(a.*f.member, b.*f.member)) == 0) && ...);
        },
        Codec<T>::fields);
    return difference;
  }
};

}  // namespace conjure
