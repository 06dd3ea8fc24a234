// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "conjure/codec.hpp"
#include "conjure/identity.hpp"

namespace conjure {

/// Whether `name` has the form of an enum value: `[A-Z][A-Z0-9]*(_[A-Z0-9]+)*`.
bool is_enum_name(std::string_view name);

/// An enum: one of the values its definition lists, or another that came over the wire and is kept
/// by its name. `Definition` has the values, numbered from 0, and their names in the same order:
///
///     struct ColourDefinition {
///       enum class Value { RED, GREEN };
///       static constexpr std::array<std::string_view, 2> names{"RED", "GREEN"};
///     };
///     using Colour = conjure::Enum<ColourDefinition>;
template <class Definition>
class Enum {
 public:
  using Value = typename Definition::Value;

  /// The first value.
  Enum() = default;
  Enum(Value value) : number_(static_cast<std::size_t>(value)) {}
  /// The value of that name, known or not. Nothing if `name` has not the form of one.
  static std::optional<Enum> parse(std::string_view name) {
    Enum result;
    for (result.number_ = 0; result.number_ < Definition::names.size(); ++result.number_) {
      if (Definition::names[result.number_] == name) return result;
    }
    if (!is_enum_name(name)) return std::nullopt;
    result.unknown_ = name;
    return result;
  }

  bool is_known() const { return number_ != Definition::names.size(); }
  /// The value; nothing if it is not a known one.
  std::optional<Value> value() const {
    return is_known() ? std::optional(static_cast<Value>(number_)) : std::nullopt;
  }
  std::string_view name() const { return is_known() ? Definition::names[number_] : unknown_; }

  friend bool operator==(const Enum& a, const Enum& b) {
    return a.number_ == b.number_ && a.unknown_ == b.unknown_;
  }

 private:
  std::size_t number_ = 0;  // names.size() if unknown
  std::string unknown_;
};

template <class Definition>
struct Plain<Enum<Definition>> {
  static ErrorCode parse(std::string_view text, Enum<Definition>& out, const ReadOptions& options) {
    std::string upper;
    if (options.upper_case_enums) {
      for (const char c : text)
        upper += static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
      text = upper;
    }
    auto value = Enum<Definition>::parse(text);
    if (!value) return ErrorCode::invalid_enum;
    out = std::move(*value);
    return ErrorCode::none;
  }
  static ErrorCode append(std::string& out, const Enum<Definition>& value) {
    out += value.name();
    return ErrorCode::none;
  }
};

template <class Definition>
struct Codec<Enum<Definition>> : QuotedPlainCodec<Enum<Definition>> {};

template <class Definition>
struct Identity<Enum<Definition>> {
  using E = Enum<Definition>;
  static std::uint64_t hash(const E& value) { return hash_bytes(value.name()); }
  static bool equal(const E& a, const E& b) { return a == b; }
  static std::strong_ordering order(const E& a, const E& b) { return a.name() <=> b.name(); }
};

}  // namespace conjure
