// SPDX-License-Identifier: Apache-2.0
#include "javaser/modified_utf8.hpp"

#include <cstdint>
#include <cstring>

namespace javaser::modified_utf8 {

namespace {

constexpr bool is_high(std::uint32_t unit) { return (unit & 0xfc00) == 0xd800; }
constexpr bool is_low(std::uint32_t unit) { return (unit & 0xfc00) == 0xdc00; }
constexpr std::uint32_t combine(std::uint32_t high, std::uint32_t low) {
  return 0x10000 + ((high & 0x3ff) << 10) + (low & 0x3ff);
}

// How many bytes from `at` on are ASCII, eight at a time: nearly all strings are nothing else.
std::size_t ascii_run(std::string_view bytes, std::size_t at) {
  const std::size_t begin = at;
  for (std::uint64_t eight; bytes.size() - at >= sizeof eight; at += sizeof eight) {
    std::memcpy(&eight, bytes.data() + at, sizeof eight);
    if ((eight & 0x8080808080808080) != 0) break;
  }
  while (at < bytes.size() && static_cast<unsigned char>(bytes[at]) < 0x80) ++at;
  return at - begin;
}

// Bytes of the sequence that begins at `at`, which is not ASCII; 0 if it is malformed.
std::size_t sequence_length(std::string_view bytes, std::size_t at) {
  const auto byte = [&](std::size_t index) { return static_cast<unsigned char>(bytes[index]); };
  const std::size_t length = (byte(at) & 0xe0) == 0xc0 ? 2 : (byte(at) & 0xf0) == 0xe0 ? 3 : 0;
  if (length == 0 || bytes.size() - at < length) return 0;
  for (std::size_t next = at + 1; next < at + length; ++next)
    if ((byte(next) & 0xc0) != 0x80) return 0;
  return length;
}

// The UTF-16 code unit of a sound sequence; moves `at` past it.
std::uint32_t next_unit(std::string_view bytes, std::size_t& at) {
  const auto byte = [&] {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at++]));
  };
  const std::uint32_t first = byte();
  if (first < 0x80) return first;
  const std::uint32_t second = byte() & 0x3f;
  if ((first & 0xe0) == 0xc0) return (first & 0x1f) << 6 | second;
  return (first & 0xf) << 12 | second << 6 | (byte() & 0x3f);
}

void append_three_or_fewer(std::uint32_t code, std::string& out) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0 | code >> 6);
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else {
    out += static_cast<char>(0xe0 | code >> 12);
    out += static_cast<char>(0x80 | (code >> 6 & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
  }
}

void append_four(std::uint32_t code, std::string& out) {
  out += static_cast<char>(0xf0 | code >> 18);
  out += static_cast<char>(0x80 | (code >> 12 & 0x3f));
  out += static_cast<char>(0x80 | (code >> 6 & 0x3f));
  out += static_cast<char>(0x80 | (code & 0x3f));
}

// As modified UTF-8 has it: U+0000 in two bytes.
void append_modified(std::uint32_t unit, std::string& out) {
  if (unit == 0)
    out += "\xc0\x80";
  else
    append_three_or_fewer(unit, out);
}

// The code point of the UTF-8 sequence at `at`, which is not ASCII, surrogates allowed; moves `at`
// past it, or past one byte where there is none.
std::uint32_t next_code_point(std::string_view text, std::size_t& at) {
  const std::size_t length = sequence_length(text, at);
  if (length > 0) {
    std::size_t end = at;
    const std::uint32_t unit = next_unit(text, end);
    if (unit >= (length == 2 ? 0x80U : 0x800U)) return at = end, unit;
  } else if ((static_cast<unsigned char>(text[at]) & 0xf8) == 0xf0 && text.size() - at >= 4) {
    std::uint32_t code = static_cast<unsigned char>(text[at]) & 7;
    bool sound = true;
    for (std::size_t next = at + 1; next < at + 4; ++next) {
      sound = sound && (static_cast<unsigned char>(text[next]) & 0xc0) == 0x80;
      code = code << 6 | (static_cast<unsigned char>(text[next]) & 0x3f);
    }
    if (sound && code >= 0x10000 && code <= 0x10ffff) return at += 4, code;
  }
  return ++at, 0xfffd;
}

}  // namespace

std::size_t find_malformed(std::string_view bytes) {
  for (std::size_t at = 0;;) {
    at += ascii_run(bytes, at);
    if (at == bytes.size()) return at;
    const std::size_t length = sequence_length(bytes, at);
    if (length == 0) return at;
    at += length;
  }
}

void append_utf8(std::string_view bytes, std::string& out) {
  for (std::size_t at = 0;;) {
    const std::size_t run = ascii_run(bytes, at);
    out.append(bytes, at, run);
    at += run;
    if (at >= bytes.size()) return;
    const std::uint32_t unit = next_unit(bytes, at);
    std::size_t after = at;
    if (is_high(unit) && at < bytes.size()) {
      const std::uint32_t low = next_unit(bytes, after);
      if (is_low(low)) {
        append_four(combine(unit, low), out);
        at = after;
        continue;
      }
    }
    append_three_or_fewer(unit, out);
  }
}

std::string to_utf8(std::string_view bytes) {
  std::string text;
  append_utf8(bytes, text);
  return text;
}

std::u16string to_utf16(std::string_view bytes) {
  std::u16string text;
  for (std::size_t at = 0; at < bytes.size();) text += static_cast<char16_t>(next_unit(bytes, at));
  return text;
}

std::string from_utf8(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x80) {
      append_modified(byte, bytes);
      ++at;
      continue;
    }
    const std::uint32_t code = next_code_point(text, at);
    if (code < 0x10000) {
      append_modified(code, bytes);
    } else {
      append_modified(0xd800 + ((code - 0x10000) >> 10), bytes);
      append_modified(0xdc00 + ((code - 0x10000) & 0x3ff), bytes);
    }
  }
  return bytes;
}

std::string from_utf16(std::u16string_view text) {
  std::string bytes;
  bytes.reserve(text.size());
  for (const char16_t unit : text) append_modified(unit, bytes);
  return bytes;
}

}  // namespace javaser::modified_utf8
