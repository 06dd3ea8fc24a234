// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <tuple>

#include "javaser/exact.hpp"
#include "javaser/flat.hpp"
#include "javaser/types.hpp"

/// How C++ types are bound to Java's. At namespace scope:
///
///     struct Point { int x; int y; };
///     JAVASER_RECORD(Point, "geo.Point", x, y)
///
/// binds a type that is made from all its values at once, in this order: by its constructor, or as
/// an aggregate. Names are public members, or functions that return the value. What the stream
/// lacks is 0, empty or null; serialVersionUID is not looked at.
///
///     struct Person { std::string name; std::optional<std::string> nick; };
///     JAVASER_CLASS(Person, "hr.Person", 42, name, nick)
///
/// binds a type that is default-constructed, whereupon the stream's fields are assigned; what it
/// lacks keeps its default. The number is Java's serialVersionUID, or javaser::any_suid.
///
///     JAVASER_SUBCLASS(Manager, Person, "hr.Manager", 43, staff)
///     JAVASER_SUBTYPES(Person, Manager)
///
/// bind a class with its superclass's fields, and let pointers to Person hold a Manager.
///
///     JAVASER_ENUM(Color, "paint.Color", RED, GREEN)
///
/// Types are named with their namespaces: `geo::Point`.
///
/// Fields are found by name, whatever their order; those that a type lacks are skipped. A field
/// whose primitive type differs is an error.
namespace javaser {

/// For classes whose serialVersionUID is not to be looked at.
inline constexpr std::uint64_t any_suid = 0;

namespace binding {

using exact::MemberType;

template <class T, auto Member>
constexpr bool returns_by_value =
    !std::is_lvalue_reference_v<std::invoke_result_t<decltype(Member), const T&>>;

template <class T, auto Member>
const void* value_of(const void* object, [[maybe_unused]] void* storage) {
  const T& owner = *static_cast<const T*>(object);
  if constexpr (!returns_by_value<T, Member>) {
    return &std::invoke(Member, owner);
  } else {
    using Value = MemberType<Member, T>;
    auto& cell = types::as<Cell<Value>>(storage);
    cell = std::invoke(Member, owner);
    return &object_in<Value>(cell);
  }
}

template <class T, auto Member>
void* member_cell(void* object) {
  static_assert(std::is_member_object_pointer_v<decltype(Member)>,
                "a class is bound by its data members; a record may be by functions");
  static_assert(std::is_default_constructible_v<MemberType<Member, T>>,
                "a member of a class needs a default: hold it in std::optional or std::unique_ptr");
  return &(static_cast<T*>(object)->*Member);
}

template <class Values, std::size_t index>
void* gathered_cell(void* gathered) {
  return &std::get<index>(types::as<Values>(gathered));
}

}  // namespace binding

/// What JAVASER_RECORD derives Bound<T> from; Self has java_name and names.
template <class Self, class T, auto... Members>
class RecordBound {
 public:
  static const StructBinding& get() {
    static constexpr auto fields = fields_of(std::index_sequence_for<decltype(Members)...>{});
    static constexpr StructBinding binding{
        .java_name = Self::java_name,
        .is_record = true,
        .checks_suid = false,
        .suid = Self::suid,
        .fields = fields,
        .gathered_size = sizeof(Values),
        .gathered_alignment = alignof(Values),
        .begin_gathering = [](void* gathered) { ::new (gathered) Values(); },
        .end_gathering = [](void* gathered) { types::as<Values>(gathered).~Values(); },
        .construct =
            [](void* gathered, void* cell) {
              return construct(types::as<Values>(gathered), types::as<Cell<T>>(cell));
            },
    };
    return binding;
  }

  using Flat = flat::Fields<Self, T, Members...>;
  static constexpr std::uint32_t handles() { return Fields::handles(); }
  static bool read_fields(ExactReader& reader, Cell<T>& cell) {
    Values values{};
    return Fields::read(
               reader, [&](auto index) -> auto& { return std::get<index>(values); }) &&
           construct(values, cell);
  }

 private:
  using Fields = exact::Fields<Self, T, Members...>;
  using Values = typename Fields::Values;

  template <std::size_t... index>
  static constexpr std::array<FieldBinding, sizeof...(Members)> fields_of(
      std::index_sequence<index...>) {
    return {FieldBinding{Self::names[index], &type_of<binding::MemberType<Members, T>>,
                         &binding::gathered_cell<Values, index>, &binding::value_of<T, Members>,
                         binding::returns_by_value<T, Members>}...};
  }

  static bool construct(Values& values, Cell<T>& cell) {
    return [&]<std::size_t... index>(std::index_sequence<index...>) {
      if (!(has<index>(values) && ...)) return false;
      cell = T{
          std::move(object_in<typename Fields::template Value<index>>(std::get<index>(values)))...};
      return true;
    }
    (std::index_sequence_for<decltype(Members)...>{});
  }

  // A component without a default is there only if the stream has it.
  template <std::size_t index>
  static bool has(const Values& values) {
    if constexpr (std::is_default_constructible_v<typename Fields::template Value<index>>)
      return true;
    else
      return std::get<index>(values).has_value();
  }
};

/// What JAVASER_CLASS and JAVASER_SUBCLASS derive Bound<T> from; Base is void, or a bound base of
/// T.
template <class Self, class T, class Base, auto... Members>
class ClassBound {
 public:
  static const StructBinding& get() {
    static constexpr auto fields = fields_of(std::index_sequence_for<decltype(Members)...>{});
    static constexpr StructBinding binding = [] {
      StructBinding made{};
      made.java_name = Self::java_name;
      made.checks_suid = Self::suid != any_suid;
      made.suid = Self::suid;
      made.fields = fields;
      if constexpr (!std::is_void_v<Base>) {
        static_assert(std::is_base_of_v<Base, T>, "JAVASER_SUBCLASS names a base class");
        made.super = &Bound<Base>::get;
        made.to_super = [](void* object) -> void* {
          return static_cast<Base*>(static_cast<T*>(object));
        };
      }
      return made;
    }();
    return binding;
  }

  using Flat = flat::Fields<Self, T, Members...>;
  static constexpr std::uint32_t handles() { return Fields::handles(); }
  static bool read_fields(ExactReader& reader, Cell<T>& cell) requires std::is_void_v<Base> {
    return Fields::read(
        reader, [&](auto index) -> auto& { return cell.*std::get<index>(std::tuple{Members...}); });
  }

 private:
  using Fields = exact::Fields<Self, T, Members...>;
  static_assert(std::is_default_constructible_v<T>,
                "a class is default-constructed: bind it by JAVASER_RECORD if it has no default");

  template <std::size_t... index>
  static constexpr std::array<FieldBinding, sizeof...(Members)> fields_of(
      std::index_sequence<index...>) {
    return {FieldBinding{Self::names[index], &type_of<binding::MemberType<Members, T>>,
                         &binding::member_cell<T, Members>, &binding::value_of<T, Members>,
                         binding::returns_by_value<T, Members>}...};
  }
};

}  // namespace javaser

// A macro for each of up to 256 arguments, by rescanning (__VA_OPT__ stops it).
#define JAVASER_PARENS ()
#define JAVASER_EXPAND(...) JAVASER_EXPAND4(JAVASER_EXPAND4(JAVASER_EXPAND4(__VA_ARGS__)))
#define JAVASER_EXPAND4(...) JAVASER_EXPAND3(JAVASER_EXPAND3(JAVASER_EXPAND3(__VA_ARGS__)))
#define JAVASER_EXPAND3(...) JAVASER_EXPAND2(JAVASER_EXPAND2(JAVASER_EXPAND2(__VA_ARGS__)))
#define JAVASER_EXPAND2(...) JAVASER_EXPAND1(JAVASER_EXPAND1(JAVASER_EXPAND1(__VA_ARGS__)))
#define JAVASER_EXPAND1(...) __VA_ARGS__
#define JAVASER_EACH(macro, type, ...) \
  __VA_OPT__(JAVASER_EXPAND(JAVASER_EACH_STEP(macro, type, __VA_ARGS__)))
#define JAVASER_EACH_STEP(macro, type, first, ...) \
  macro(type, first) __VA_OPT__(JAVASER_EACH_AGAIN JAVASER_PARENS(macro, type, __VA_ARGS__))
#define JAVASER_EACH_AGAIN() JAVASER_EACH_STEP
// Names of types come with their namespaces: looked up from the outermost one, they cannot be
// mistaken for ours.
#define JAVASER_MEMBER(type, name) , &::type::name
#define JAVASER_TYPE(type, name) , ::name
#define JAVASER_NAME(type, name) std::string_view{#name},
#define JAVASER_COUNT(type, name) +1
#define JAVASER_CONSTANT(type, name) \
  javaser::EnumBinding::Constant{#name, static_cast<std::int64_t>(::type::name)},

#define JAVASER_BODY(type, java, suid_of_class, ...)                                              \
  static constexpr std::string_view java_name = java;                                             \
  static constexpr std::uint64_t suid = static_cast<std::uint64_t>(suid_of_class);                \
  static constexpr std::array<std::string_view, 0 JAVASER_EACH(JAVASER_COUNT, type, __VA_ARGS__)> \
      names{JAVASER_EACH(JAVASER_NAME, type, __VA_ARGS__)};

#define JAVASER_RECORD(type, java, ...)                                                \
  template <>                                                                          \
  struct javaser::Bound<::type>                                                        \
      : javaser::RecordBound<javaser::Bound<::type>,                                   \
                             ::type JAVASER_EACH(JAVASER_MEMBER, type, __VA_ARGS__)> { \
    JAVASER_BODY(type, java, 0, __VA_ARGS__)                                           \
  };

#define JAVASER_CLASS(type, java, suid_of_class, ...)                               \
  template <>                                                                       \
  struct javaser::Bound<::type>                                                     \
      : javaser::ClassBound<javaser::Bound<::type>, ::type,                         \
                            void JAVASER_EACH(JAVASER_MEMBER, type, __VA_ARGS__)> { \
    JAVASER_BODY(type, java, suid_of_class, __VA_ARGS__)                            \
  };

#define JAVASER_SUBCLASS(type, base, java, suid_of_class, ...)                        \
  template <>                                                                         \
  struct javaser::Bound<::type>                                                       \
      : javaser::ClassBound<javaser::Bound<::type>, ::type,                           \
                            ::base JAVASER_EACH(JAVASER_MEMBER, type, __VA_ARGS__)> { \
    JAVASER_BODY(type, java, suid_of_class, __VA_ARGS__)                              \
  };

#define JAVASER_SUBTYPES(base, ...)                                                         \
  template <>                                                                               \
  struct javaser::Subtypes<::base> {                                                        \
    using Types = javaser::SubtypeList<void JAVASER_EACH(JAVASER_TYPE, base, __VA_ARGS__)>; \
  };

#define JAVASER_ENUM(type, java, ...)                                             \
  template <>                                                                     \
  struct javaser::Bound<::type> {                                                 \
    static constexpr std::array<javaser::EnumBinding::Constant,                   \
                                0 JAVASER_EACH(JAVASER_COUNT, type, __VA_ARGS__)> \
        constants{JAVASER_EACH(JAVASER_CONSTANT, type, __VA_ARGS__)};             \
    static const javaser::EnumBinding& get() {                                    \
      static constexpr javaser::EnumBinding binding{                              \
          java, constants,                                                        \
          [](void* cell, std::int64_t value) {                                    \
            *static_cast<::type*>(cell) = static_cast<::type>(value);             \
          },                                                                      \
          [](const void* value) {                                                 \
            return static_cast<std::int64_t>(*static_cast<const ::type*>(value)); \
          }};                                                                     \
      return binding;                                                             \
    }                                                                             \
  };
