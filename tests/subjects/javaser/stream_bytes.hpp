// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace javaser::testing {

/// A stream put together token by token; it begins with its header.
class StreamBytes {
 public:
  StreamBytes() { u16(0xaced).u16(5); }

  StreamBytes& u8(unsigned value) { return number(value, 1); }
  StreamBytes& u16(unsigned value) { return number(value, 2); }
  StreamBytes& u32(std::uint32_t value) { return number(value, 4); }
  StreamBytes& u64(std::uint64_t value) { return number(value, 8); }
  /// A length of two bytes and the text.
  StreamBytes& utf(std::string_view text) {
    u16(static_cast<unsigned>(text.size()));
    for (const char c : text) u8(static_cast<unsigned char>(c));
    return *this;
  }

  StreamBytes& null() { return u8(0x70); }
  StreamBytes& handle(unsigned index) { return u8(0x71).u32(0x7e0000 + index); }
  StreamBytes& string(std::string_view text) { return u8(0x74).utf(text); }
  StreamBytes& end_block() { return u8(0x78); }
  StreamBytes& reset() { return u8(0x79); }
  StreamBytes& block_head(unsigned bytes) { return u8(0x77).u8(bytes); }
  StreamBytes& object() { return u8(0x73); }
  StreamBytes& array() { return u8(0x75); }

  /// TC_CLASSDESC up to its fields, which are to follow: each a type code and a name, and for L and
  /// [ a string. Then end_class().
  StreamBytes& class_head(std::string_view name, unsigned flags, unsigned fields,
                          std::uint64_t suid = 1) {
    return u8(0x72).utf(name).u64(suid).u8(flags).u16(fields);
  }
  StreamBytes& field(char type, std::string_view name) {
    return u8(static_cast<unsigned char>(type)).utf(name);
  }
  /// No annotation and no superclass.
  StreamBytes& end_class() { return end_block().null(); }

  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  StreamBytes& number(std::uint64_t value, int size) {
    for (int shift = 8 * (size - 1); shift >= 0; shift -= 8)
      bytes_.push_back(static_cast<std::byte>(value >> shift));
    return *this;
  }

  std::vector<std::byte> bytes_;
};

#ifdef JAVASER_SANITIZED
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif

/// Far deeper than any stack has room for. A sanitizer takes ten times as long for each level.
inline constexpr std::uint32_t very_deep = is_sanitized ? 300'000 : 3'000'000;

/// Things inside things: `depth` arrays of one element, or objects of one field, around a null.
inline StreamBytes nested_arrays(std::uint32_t depth) {
  StreamBytes stream;
  for (std::uint32_t level = 0; level < depth; ++level) {
    stream.array();
    if (level == 0)
      stream.class_head("[Ljava.lang.Object;", 2, 0).end_class();
    else
      stream.handle(0);
    stream.u32(1);
  }
  stream.null();
  return stream;
}

inline StreamBytes nested_objects(std::uint32_t depth) {
  StreamBytes stream;
  for (std::uint32_t level = 0; level < depth; ++level) {
    stream.object();
    if (level == 0)
      stream.class_head("N", 2, 1).field('L', "next").string("LN;").end_class();
    else
      stream.handle(0);
  }
  stream.null();
  return stream;
}

}  // namespace javaser::testing
