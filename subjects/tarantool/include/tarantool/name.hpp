// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tarantool {

/// A field or an index: its name, or its position, from 0.
class Name {
 public:
  Name(const char* text) : text_(text) {}
  Name(std::string_view text) : text_(text) {}
  Name(std::string text) : text_(std::move(text)) {}
  template <std::integral I>
  requires(!std::same_as<I, bool> && !std::same_as<I, char>) Name(I position)
      : position_(static_cast<std::uint32_t>(position)) {}

  /// Nothing: it is told by name.
  const std::optional<std::uint32_t>& position() const { return position_; }
  /// Empty where it is told by position.
  const std::string& text() const { return text_; }
  /// For people: "'name'" or "number 3".
  std::string to_string() const {
    return position_ ? "number " + std::to_string(*position_) : "'" + text_ + "'";
  }

  bool operator==(const Name&) const = default;

 private:
  std::string text_;
  std::optional<std::uint32_t> position_;
};

}  // namespace tarantool
