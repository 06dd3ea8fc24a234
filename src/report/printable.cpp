// SPDX-License-Identifier: Apache-2.0
#include "report/printable.hpp"

#include <fmt/format.h>

#include <boost/locale/utf.hpp>
#include <iterator>

namespace tare::report {
namespace {

namespace utf = boost::locale::utf;
using Utf8 = utf::utf_traits<char>;
constexpr utf::code_point replacement = 0xFFFD;

/// Calls `take` with each code point of `text`; `replacement` stands for what is none.
void for_each_code_point(std::string_view text, auto&& take) {
  auto at = text.begin();
  while (at != text.end()) {
    const utf::code_point decoded = Utf8::decode(at, text.end());
    take(decoded == utf::illegal || decoded == utf::incomplete ? replacement : decoded);
  }
}

void append(std::string& text, utf::code_point point) {
  Utf8::encode(point, std::back_inserter(text));
}

/// C0, DEL and C1; and the marks that turn the direction of text or break a line.
bool steers(utf::code_point point) {
  return point < 0x20 || (point >= 0x7F && point < 0xA0) || point == 0x2028 || point == 0x2029 ||
         (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
}

std::string spelled(utf::code_point point) {
  switch (point) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      return point < 0x100 ? fmt::format("\\x{:02x}", point) : fmt::format("\\u{:04x}", point);
  }
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  std::string valid;
  for_each_code_point(text, [&](utf::code_point point) { append(valid, point); });
  return valid;
}

std::string printable(std::string_view text) {
  std::string line;
  for_each_code_point(text, [&](utf::code_point point) {
    if (steers(point)) {
      line += spelled(point);
    } else {
      append(line, point);
    }
  });
  return line;
}

std::size_t columns_of(std::string_view text) {
  // {fmt} pads by columns, so what it adds to a field of known width tells how many there are. No
  // character fills more columns than it has bytes.
  return 2 * text.size() - fmt::formatted_size("{:<{}}", text, text.size());
}

std::string truncated(std::string_view text, std::size_t columns) {
  if (columns_of(text) <= columns) return std::string(text);
  if (columns == 0) return "";
  std::string cut;
  std::size_t used = 1;  // The ellipsis.
  bool full = false;
  for_each_code_point(text, [&](utf::code_point point) {
    std::string one;
    append(one, point);
    used += columns_of(one);
    full = full || used > columns;
    if (!full) cut += one;
  });
  return cut + "…";
}

std::string left_aligned(std::string_view text, std::size_t columns) {
  return fmt::format("{:<{}}", text, columns);
}

std::string right_aligned(std::string_view text, std::size_t columns) {
  return fmt::format("{:>{}}", text, columns);
}

}  // namespace tare::report
