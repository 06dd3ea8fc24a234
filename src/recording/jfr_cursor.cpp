// SPDX-License-Identifier: Apache-2.0
#include "recording/jfr_cursor.hpp"

#include <fmt/format.h>

#include "record/printable.hpp"

namespace tare::recording {

void JfrCursor::refuse(const std::string& what) const {
  throw RecordingError(fmt::format("at byte {}: {}; record it anew", file_offset(), what));
}

std::string_view JfrCursor::take(std::uint64_t bytes) {
  if (bytes > left())
    refuse(fmt::format("{} more bytes are needed, and {} are there", bytes, left()));
  const std::string_view taken = bytes_.substr(place_, bytes);
  place_ += bytes;
  return taken;
}

std::uint64_t JfrCursor::fixed(std::size_t width) {
  std::uint64_t value = 0;
  for (const char c : take(width)) value = value << 8 | static_cast<unsigned char>(c);
  return value;
}

std::uint64_t JfrCursor::number(std::size_t width) {
  if (!compressed_) return fixed(width);
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 56; shift += 7) {
    const std::uint64_t next = byte();
    value |= (next & 0x7F) << shift;
    if (next < 0x80) return value;
  }
  return value | std::uint64_t{byte()} << 56;  // The ninth carries eight bits.
}

std::uint64_t JfrCursor::count(std::size_t least) {
  const std::uint64_t count = number(4);
  if (count > left() / least)
    refuse(fmt::format("{} elements are announced, and {} bytes are left", count, left()));
  return count;
}

JfrText JfrCursor::text() {
  const std::uint8_t encoding = byte();
  switch (encoding) {
    case 0:  // Null.
    case 1:
      return {};
    case 2:
      return {{}, number(), true};
    case 3:
      return {std::string(take(number(4)))};
    case 4:
      return {utf16(count(1))};
    case 5: {
      std::string text;
      for (const char c : take(number(4))) append(text, static_cast<unsigned char>(c));
      return {text};
    }
    default:
      refuse(fmt::format("no text is encoded as {}", encoding));
  }
}

std::string JfrCursor::utf16(std::uint64_t units) {
  std::string text;
  char32_t high = 0;
  for (; units > 0; --units) {
    char32_t unit = static_cast<char16_t>(number(2));
    const bool is_low = unit >= 0xDC00 && unit < 0xE000;
    if (high != 0 && is_low) unit = 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00);
    high = unit >= 0xD800 && unit < 0xDC00 ? unit : 0;
    if (high == 0) append(text, unit);
  }
  return text;
}

JfrCursor JfrCursor::part(std::uint64_t bytes) {
  const std::uint64_t offset = file_offset();
  return {take(bytes), offset, compressed_};
}

JfrCursor JfrCursor::at(std::uint64_t place) const {
  JfrCursor cursor = *this;
  cursor.place_ = 0;
  cursor.skip(place);
  return cursor;
}

}  // namespace tare::recording
