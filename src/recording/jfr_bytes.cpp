// SPDX-License-Identifier: Apache-2.0
#include "recording/jfr_bytes.hpp"

#include <bit>

namespace tare::recording {
namespace {

/// String encodings: 0 null, 1 empty, 2 a constant, 3 UTF-8, 4 UTF-16 units, 5 Latin-1.
constexpr std::uint8_t empty_text = 1;
constexpr std::uint8_t utf8_text = 3;

template <typename Unsigned>
void append_big_endian(std::string& out, Unsigned value) {
  for (int shift = 8 * (static_cast<int>(sizeof value) - 1); shift >= 0; shift -= 8)
    out.push_back(static_cast<char>(value >> shift));
}

std::size_t length_of(std::uint64_t value) {
  std::size_t length = 1;
  for (; value >= 0x80 && length < 9; value >>= 7) ++length;
  return length;
}

}  // namespace

std::string JfrHeader::encode() const {
  std::string out(magic);
  append_big_endian(out, major);
  append_big_endian(out, minor);
  for (const std::uint64_t value : {chunk_bytes, checkpoint, metadata, start_nanoseconds,
                                    duration_nanoseconds, start_ticks, ticks_per_second})
    append_big_endian(out, value);
  append_big_endian(out, state);
  append_big_endian(out, std::uint16_t{0});
  append_big_endian(out, features);
  return out;
}

void JfrBytes::number(std::uint64_t value) {
  for (int bytes = 1; value >= 0x80 && bytes < 9; ++bytes, value >>= 7)
    byte(static_cast<std::uint8_t>(value | 0x80));
  byte(static_cast<std::uint8_t>(value));
}

void JfrBytes::real(float value) { append_big_endian(bytes_, std::bit_cast<std::uint32_t>(value)); }

void JfrBytes::real(double value) {
  append_big_endian(bytes_, std::bit_cast<std::uint64_t>(value));
}

void JfrBytes::text(std::string_view value) {
  if (value.empty()) return byte(empty_text);
  byte(utf8_text);
  number(value.size());
  bytes_ += value;
}

void append_event(JfrBytes& out, std::string_view body) {
  // The size's own length: one more where that makes it longer.
  std::size_t length = length_of(body.size() + 1);
  length = length_of(body.size() + length);
  out.number(body.size() + length);
  out.raw(body);
}

}  // namespace tare::recording
