// SPDX-License-Identifier: Apache-2.0
#include "fork/wire_fields.hpp"

#include <bit>

namespace tare::fork {

void FieldWriter::put(std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
  bytes_ += static_cast<char>(value);
}

void FieldWriter::put(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  for (int shift = 0; shift < 64; shift += 8) bytes_ += static_cast<char>(bits >> shift);
}

void FieldWriter::put(std::string& value) {
  put(static_cast<std::uint64_t>(value.size()));
  bytes_ += value;
}

std::uint64_t FieldReader::number() {
  std::uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    if (bytes_.empty()) throw WireError("a message ends in the middle of a number");
    const auto byte = static_cast<unsigned char>(bytes_.front());
    bytes_.remove_prefix(1);
    if (shift == 63 && byte > 1) break;
    value |= std::uint64_t{byte & 0x7fu} << shift;
    if (byte < 0x80) return value;
  }
  throw WireError("a number does not fit 64 bits");
}

void FieldReader::get(double& value) {
  if (bytes_.size() < 8) throw WireError("a message ends in the middle of a number");
  std::uint64_t bits = 0;
  for (int i = 0; i < 8; ++i)
    bits |= std::uint64_t{static_cast<unsigned char>(bytes_[static_cast<std::size_t>(i)])}
            << (8 * i);
  bytes_.remove_prefix(8);
  value = std::bit_cast<double>(bits);
}

void FieldReader::get(std::string& value) {
  const std::uint64_t size = number();
  if (size > bytes_.size()) throw WireError("a message ends in the middle of a text");
  value.assign(bytes_.substr(0, size));
  bytes_.remove_prefix(size);
}

void FieldReader::finish() const {
  if (!bytes_.empty()) throw WireError("a message is longer than its fields");
}

}  // namespace tare::fork
