// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>

#include "javaser/modified_utf8.hpp"
#include "meaning_content.hpp"

namespace javaser {

// Numbers may straddle blocks; empty blocks are nothing.
void CustomData::skip_finished_block() {
  while (part_ < data_.custom_count()) {
    const Node part = data_.custom(part_);
    if (part.kind() != NodeKind::block || byte_ < part.bytes().size()) return;
    ++part_;
    byte_ = 0;
  }
}

bool CustomData::number(std::uint32_t size, std::uint64_t& out) {
  out = 0;
  for (std::uint32_t count = 0; count < size; ++count) {
    skip_finished_block();
    const Bytes bytes = data_.custom(part_).bytes();
    if (data_.custom(part_).kind() != NodeKind::block) return false;
    out = out << 8 | static_cast<std::uint8_t>(bytes[byte_++]);
  }
  return true;
}

template <class T>
bool CustomData::signed_number(T& out) {
  std::uint64_t bits = 0;
  if (!number(sizeof out, bits)) return false;
  out = static_cast<T>(bits);
  return true;
}

bool CustomData::byte(std::int8_t& out) { return signed_number(out); }
bool CustomData::int32(std::int32_t& out) { return signed_number(out); }
bool CustomData::int64(std::int64_t& out) { return signed_number(out); }

bool CustomData::float32(float& out) {
  std::uint64_t bits = 0;
  if (!number(sizeof out, bits)) return false;
  out = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  return true;
}

bool CustomData::utf(std::string& out) {
  std::uint64_t length = 0;
  if (!number(2, length)) return false;
  out.clear();
  for (std::uint64_t byte = 0; out.size() < length;) {
    if (!number(1, byte)) return false;
    out += static_cast<char>(byte);
  }
  return modified_utf8::find_malformed(out) == out.size();
}

bool CustomData::value(Node& out) {
  skip_finished_block();
  if (part_ >= data_.custom_count() || data_.custom(part_).kind() == NodeKind::block) return false;
  out = data_.custom(part_++);
  return true;
}

bool CustomData::values(std::int64_t count, std::vector<Node>& out) {
  skip_finished_block();
  if (count < 0 || count > data_.custom_count() - part_) return false;
  out.reserve(out.size() + static_cast<std::size_t>(count));
  for (Node node; count > 0; --count) {
    if (!value(node)) return false;
    out.push_back(node);
  }
  return true;
}

bool CustomData::at_end() {
  skip_finished_block();
  return part_ >= data_.custom_count();
}

}  // namespace javaser
