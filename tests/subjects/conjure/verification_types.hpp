// SPDX-License-Identifier: Apache-2.0
#pragma once

// The types that Conjure's verification cases use, written by hand as a generator would write them.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conjure/conjure.hpp"
#include "example_types.hpp"

namespace verification {

using conjure::Alias;
using conjure::Any;
using conjure::BearerToken;
using conjure::Binary;
using conjure::DateTime;
using conjure::Map;
using conjure::Rid;
using conjure::SafeLong;
using conjure::Set;
using conjure::Uuid;
using examples::Holder;

// Objects whose one field is called `value`.
using AnyExample = Holder<Any>;
using BearerTokenExample = Holder<BearerToken>;
using BinaryExample = Holder<Binary>;
using BooleanExample = Holder<bool>;
using DateTimeExample = Holder<DateTime>;
using DoubleExample = Holder<double>;
using IntegerExample = Holder<std::int32_t>;
using ListExample = Holder<std::vector<std::string>>;
using MapExample = Holder<Map<std::string, std::string>>;
using OptionalBooleanExample = Holder<std::optional<bool>>;
using OptionalExample = Holder<std::optional<std::string>>;
using OptionalIntegerExample = Holder<std::optional<std::int32_t>>;
using RidExample = Holder<Rid>;
using SafeLongExample = Holder<SafeLong>;
using SetDoubleExample = Holder<Set<double>>;
using SetStringExample = Holder<Set<std::string>>;
using StringExample = Holder<std::string>;
using UuidExample = Holder<Uuid>;

struct KebabCaseObjectExample {
  std::int32_t kebab_cased_field = 0;
  friend bool operator==(const KebabCaseObjectExample& a, const KebabCaseObjectExample& b) {
    return conjure::equal(a, b);
  }
};
struct SnakeCaseObjectExample {
  std::int32_t snake_cased_field = 0;
  friend bool operator==(const SnakeCaseObjectExample& a, const SnakeCaseObjectExample& b) {
    return conjure::equal(a, b);
  }
};
struct LongFieldNameOptionalExample {
  std::optional<std::string> some_long_name;
  friend bool operator==(const LongFieldNameOptionalExample& a,
                         const LongFieldNameOptionalExample& b) {
    return conjure::equal(a, b);
  }
};

struct EnumExampleDefinition {
  enum class Value { ONE, TWO, ONE_HUNDRED };
  static constexpr std::array<std::string_view, 3> names{"ONE", "TWO", "ONE_HUNDRED"};
};
using EnumExample = conjure::Enum<EnumExampleDefinition>;

using BearerTokenAliasExample = Alias<BearerToken, struct BearerTokenAliasExampleTag>;
using BinaryAliasExample = Alias<Binary, struct BinaryAliasExampleTag>;
using BooleanAliasExample = Alias<bool, struct BooleanAliasExampleTag>;
using DateTimeAliasExample = Alias<DateTime, struct DateTimeAliasExampleTag>;
using DoubleAliasExample = Alias<double, struct DoubleAliasExampleTag>;
using IntegerAliasExample = Alias<std::int32_t, struct IntegerAliasExampleTag>;
using RawOptionalExample = Alias<std::optional<std::int32_t>, struct RawOptionalExampleTag>;
using ReferenceAliasExample = Alias<AnyExample, struct ReferenceAliasExampleTag>;
using RidAliasExample = Alias<Rid, struct RidAliasExampleTag>;
using SafeLongAliasExample = Alias<SafeLong, struct SafeLongAliasExampleTag>;
using StringAliasExample = Alias<std::string, struct StringAliasExampleTag>;
using UuidAliasExample = Alias<Uuid, struct UuidAliasExampleTag>;

// An alias of a list, an optional, a set, or a map to boolean, of each type.
template <class T>
using ListAlias = Alias<std::vector<T>, struct ListAliasTag>;
template <class T>
using OptionalAlias = Alias<std::optional<T>, struct OptionalAliasTag>;
template <class T>
using SetAlias = Alias<Set<T>, struct SetAliasTag>;
template <class K>
using MapAlias = Alias<Map<K, bool>, struct MapAliasTag>;
using MapEnumExampleAlias = Alias<Map<EnumExample, std::string>, struct MapEnumExampleAliasTag>;

}  // namespace verification

template <>
struct conjure::Codec<verification::KebabCaseObjectExample>
    : conjure::ObjectCodec<verification::KebabCaseObjectExample> {
  static constexpr auto fields = conjure::fields(conjure::field(
      "kebab-cased-field", &verification::KebabCaseObjectExample::kebab_cased_field));
};
template <>
struct conjure::Codec<verification::SnakeCaseObjectExample>
    : conjure::ObjectCodec<verification::SnakeCaseObjectExample> {
  static constexpr auto fields = conjure::fields(conjure::field(
      "snake_cased_field", &verification::SnakeCaseObjectExample::snake_cased_field));
};
template <>
struct conjure::Codec<verification::LongFieldNameOptionalExample>
    : conjure::ObjectCodec<verification::LongFieldNameOptionalExample> {
  static constexpr auto fields = conjure::fields(
      conjure::field("someLongName", &verification::LongFieldNameOptionalExample::some_long_name));
};
