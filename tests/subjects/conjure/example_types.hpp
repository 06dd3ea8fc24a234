// SPDX-License-Identifier: Apache-2.0
#pragma once

// Types as a generator would write them, for the tests of the runtime.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "conjure/conjure.hpp"

namespace examples {

/// An object with one field of any type.
template <class T>
struct Holder {
  T value{};
  friend bool operator==(const Holder& a, const Holder& b) { return conjure::equal(a, b); }
};

struct Person {
  std::string name;
  std::int32_t age = 0;
  std::optional<std::string> email;
  std::vector<std::string> tags;
  friend bool operator==(const Person& a, const Person& b) { return conjure::equal(a, b); }
};

struct Nothing {
  friend bool operator==(const Nothing& a, const Nothing& b) { return conjure::equal(a, b); }
};

struct ColourDefinition {
  enum class Value { RED, GREEN };
  static constexpr std::array<std::string_view, 2> names{"RED", "GREEN"};
};
using Colour = conjure::Enum<ColourDefinition>;

using Name = conjure::Alias<std::string, struct NameTag>;
using Names = conjure::Alias<conjure::Set<std::string>, struct NamesTag>;

/// Holds itself through a list, a box and an optional.
struct Tree {
  std::variant<std::int32_t, std::vector<Tree>, conjure::Box<Tree>, std::optional<std::string>,
               Person, conjure::UnknownVariant>
      value;
  friend bool operator==(const Tree& a, const Tree& b) { return conjure::equal(a, b); }
};

}  // namespace examples

template <class T>
struct conjure::Codec<examples::Holder<T>> : conjure::ObjectCodec<examples::Holder<T>> {
  static constexpr auto fields =
      conjure::fields(conjure::field("value", &examples::Holder<T>::value));
};

template <>
struct conjure::Codec<examples::Person> : conjure::ObjectCodec<examples::Person> {
  static constexpr auto fields = conjure::fields(conjure::field("name", &examples::Person::name),
                                                 conjure::field("age", &examples::Person::age),
                                                 conjure::field("email", &examples::Person::email),
                                                 conjure::field("tags", &examples::Person::tags));
};

template <>
struct conjure::Codec<examples::Nothing> : conjure::ObjectCodec<examples::Nothing> {
  static constexpr auto fields = conjure::fields();
};

template <>
struct conjure::Codec<examples::Tree> : conjure::UnionCodec<examples::Tree> {
  static constexpr std::array<std::string_view, 5> variants{"leaf", "children", "inner", "label",
                                                            "person"};
};
