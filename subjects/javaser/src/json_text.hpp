// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <string>
#include <string_view>

#include "javaser/tree.hpp"

namespace javaser {

/// JSON's tokens, gathered for an output.
class JsonText {
 public:
  explicit JsonText(std::ostream& out) : out_(out) {}
  ~JsonText() { flush(); }
  JsonText(const JsonText&) = delete;
  JsonText& operator=(const JsonText&) = delete;

  void raw(std::string_view text) {
    text_ += text;
    if (text_.size() >= enough) flush();
  }
  /// In quotes and ASCII.
  void modified_utf8(std::string_view bytes);
  void utf8(std::string_view text);
  void hex(Bytes bytes);
  /// The lowest `size` bytes, in hex and quotes.
  void bits(std::uint64_t value, std::uint32_t size);
  /// `,"name":`
  void name(std::string_view name);
  /// A primitive, as its type has it.
  void primitive(const Field& value);

 private:
  static constexpr std::size_t enough = 1U << 16;  // for one write

  void unit(char16_t unit);
  void flush();

  std::ostream& out_;
  std::string text_;
};

}  // namespace javaser
