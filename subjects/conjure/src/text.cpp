// SPDX-License-Identifier: Apache-2.0
#include "conjure/text.hpp"

#include <algorithm>

namespace conjure {

namespace {

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

std::size_t utf8_sequence(const char* p, const char* end) {
  // RFC 3629, section 4: only the second byte's range depends on the first; the narrowed ranges
  // exclude overlong forms, surrogates and what lies beyond U+10FFFF.
  const auto first = static_cast<unsigned char>(*p);
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4 || end - p < 2) return 0;
  const auto second = static_cast<unsigned char>(p[1]);
  if (first < 0xE0) return is_continuation(p[1]) ? 2 : 0;
  const unsigned char low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  const unsigned char high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  if (second < low || second > high) return 0;
  const std::ptrdiff_t length = first < 0xF0 ? 3 : 4;
  if (end - p < length || !std::all_of(p + 2, p + length, is_continuation)) return 0;
  return static_cast<std::size_t>(length);
}

bool is_utf8(std::string_view text) {
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p != end) {
    const std::size_t length = utf8_sequence(p, end);
    if (length == 0) return false;
    p += length;
  }
  return true;
}

void append_utf8(std::string& out, char32_t code_point) {
  const auto tail = [&](int shift) {
    out += static_cast<char>(0x80 | ((code_point >> shift) & 0x3F));
  };
  if (code_point < 0x80) {
    out += static_cast<char>(code_point);
  } else if (code_point < 0x800) {
    out += static_cast<char>(0xC0 | (code_point >> 6));
    tail(0);
  } else if (code_point < 0x10000) {
    out += static_cast<char>(0xE0 | (code_point >> 12));
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xF0 | (code_point >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

namespace {

void append_escape(std::string& out, char c) {
  constexpr char digits[] = "0123456789abcdef";
  out += '\\';
  switch (c) {
    case '"':
      out += '"';
      break;
    case '\\':
      out += '\\';
      break;
    case '\b':
      out += 'b';
      break;
    case '\f':
      out += 'f';
      break;
    case '\n':
      out += 'n';
      break;
    case '\r':
      out += 'r';
      break;
    case '\t':
      out += 't';
      break;
    default:
      out += "u00";
      out += digits[static_cast<unsigned char>(c) >> 4];
      out += digits[c & 0xF];
  }
}

}  // namespace

bool append_json_string(std::string& out, std::string_view text) {
  const char* p = text.data();
  const char* const end = p + text.size();
  out += '"';
  const char* run = p;  // start of what stands for itself and is not yet appended
  while ((p = skip_plain_text(p, end)) != end) {
    if (static_cast<unsigned char>(*p) >= 0x80) {
      const std::size_t length = utf8_sequence(p, end);
      if (length == 0) return out.append(run, p), false;
      p += length;
      continue;
    }
    out.append(run, p);
    append_escape(out, *p);
    run = ++p;
  }
  out.append(run, p);
  out += '"';
  return true;
}

}  // namespace conjure
