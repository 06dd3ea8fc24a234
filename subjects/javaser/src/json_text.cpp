// SPDX-License-Identifier: Apache-2.0
#include "json_text.hpp"

#include "javaser/modified_utf8.hpp"

namespace javaser {

namespace {

constexpr std::string_view digits = "0123456789abcdef";

}  // namespace

void JsonText::flush() {
  out_.write(text_.data(), static_cast<std::streamsize>(text_.size()));
  text_.clear();
}

void JsonText::unit(char16_t unit) {
  if (unit == '"' || unit == '\\') {
    text_ += '\\';
    text_ += static_cast<char>(unit);
  } else if (unit >= 0x20 && unit < 0x7f) {
    text_ += static_cast<char>(unit);
  } else {
    text_ += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) text_ += digits[unit >> shift & 15];
  }
}

void JsonText::modified_utf8(std::string_view bytes) {
  // Piece by piece, cut before a lead byte: a long string is not held twice.
  text_ += '"';
  while (!bytes.empty()) {
    std::size_t cut = bytes.size();
    if (cut > enough) {
      cut = enough;
      while ((static_cast<unsigned char>(bytes[cut]) & 0xc0) == 0x80) --cut;
    }
    for (const char16_t unit : modified_utf8::to_utf16(bytes.substr(0, cut))) this->unit(unit);
    bytes.remove_prefix(cut);
    raw({});
  }
  raw("\"");
}

void JsonText::utf8(std::string_view text) { modified_utf8(modified_utf8::from_utf8(text)); }

void JsonText::hex(Bytes bytes) {
  text_ += '"';
  for (const std::byte byte : bytes) {
    text_ += digits[static_cast<std::uint8_t>(byte) >> 4];
    text_ += digits[static_cast<std::uint8_t>(byte) & 15];
    if (text_.size() >= enough) flush();
  }
  raw("\"");
}

void JsonText::bits(std::uint64_t value, std::uint32_t size) {
  text_ += '"';
  for (auto shift = static_cast<int>(size * 8) - 4; shift >= 0; shift -= 4)
    text_ += digits[value >> shift & 15];
  raw("\"");
}

void JsonText::name(std::string_view name) {
  text_ += ",\"";
  text_ += name;
  raw("\":");
}

void JsonText::primitive(const Field& value) {
  switch (value.type()) {
    case 'Z':
      return raw(value.bits() != 0 ? "true" : "false");
    case 'C':
      return raw("{\"char\":" + std::to_string(value.integer()) + "}");
    case 'F':
    case 'D':
      raw(value.type() == 'F' ? "{\"float\":" : "{\"double\":");
      bits(value.bits(), size_of_type(value.type()));
      return raw("}");
    default:
      return raw(std::to_string(value.integer()));
  }
}

}  // namespace javaser
