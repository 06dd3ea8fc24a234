// SPDX-License-Identifier: Apache-2.0
#include "record/printable.hpp"

#include <fmt/format.h>

#include <boost/locale/utf.hpp>
#include <iterator>

namespace tare {
namespace {

namespace utf = boost::locale::utf;
using Utf8 = utf::utf_traits<char>;

/// C0, DEL and C1; and the marks that turn the direction of text or break a line.
bool steers(char32_t point) {
  return point < 0x20 || (point >= 0x7F && point < 0xA0) || point == 0x2028 || point == 0x2029 ||
         (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
}

std::string spelled(char32_t point) {
  switch (point) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      return point < 0x100 ? fmt::format("\\x{:02x}", std::uint32_t{point})
                           : fmt::format("\\u{:04x}", std::uint32_t{point});
  }
}

}  // namespace

void for_each_code_point(std::string_view text, const std::function<void(char32_t)>& take) {
  constexpr utf::code_point replacement = 0xFFFD;
  auto at = text.begin();
  while (at != text.end()) {
    const utf::code_point decoded = Utf8::decode(at, text.end());
    take(decoded == utf::illegal || decoded == utf::incomplete ? replacement : decoded);
  }
}

void append(std::string& text, char32_t point) { Utf8::encode(point, std::back_inserter(text)); }

std::string valid_utf8(std::string_view text) {
  std::string valid;
  for_each_code_point(text, [&](char32_t point) { append(valid, point); });
  return valid;
}

std::string printable(std::string_view text) {
  std::string line;
  for_each_code_point(text, [&](char32_t point) {
    if (steers(point)) {
      line += spelled(point);
    } else {
      append(line, point);
    }
  });
  return line;
}

}  // namespace tare
