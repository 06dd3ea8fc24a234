// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace conjure {

/// The first byte of [p, end) that needs a closer look inside a JSON string: a quote, a backslash,
/// a control character or any byte outside ASCII. `end` if there is none.
inline const char* skip_plain_text(const char* p, const char* end) {
  // Eight bytes at a time. Each test sets the top bit of the bytes it finds and may also set it in
  // higher bytes, so only the lowest hit counts: that is the first byte on little-endian machines.
  if constexpr (std::endian::native == std::endian::little) {
    constexpr std::uint64_t ones = 0x0101010101010101;
    constexpr std::uint64_t tops = 0x8080808080808080;
    while (end - p >= 8) {
      std::uint64_t word;
      std::memcpy(&word, p, 8);
      const std::uint64_t quote = word ^ (ones * '"');
      const std::uint64_t slash = word ^ (ones * '\\');
      const std::uint64_t below_space = (word - ones * 0x20) & ~word;
      const std::uint64_t hits =
          (((quote - ones) & ~quote) | ((slash - ones) & ~slash) | below_space | word) & tops;
      if (hits != 0) return p + std::countr_zero(hits) / 8;
      p += 8;
    }
  }
  while (p != end) {
    const auto c = static_cast<unsigned char>(*p);
    if (c == '"' || c == '\\' || c < 0x20 || c >= 0x80) return p;
    ++p;
  }
  return end;
}

/// Bytes of the well-formed UTF-8 sequence at `p`, 1 to 4; 0 if there is none. p < end.
std::size_t utf8_sequence(const char* p, const char* end);

/// Whether all of `text` is well-formed UTF-8.
bool is_utf8(std::string_view text);

/// Appends the UTF-8 of `code_point`, which is a Unicode scalar value.
void append_utf8(std::string& out, char32_t code_point);

/// Appends `text` as a JSON string with its quotes. False if `text` is not UTF-8; then what stands
/// before the malformed byte has been appended.
bool append_json_string(std::string& out, std::string_view text);

}  // namespace conjure
