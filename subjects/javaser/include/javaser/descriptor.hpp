// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "javaser/recycled.hpp"

namespace javaser {

/// Type codes of the grammar (Java Object Serialization Specification, 6.4.2).
enum class TypeCode : std::uint8_t {
  null = 0x70,
  reference = 0x71,
  class_descriptor = 0x72,
  object = 0x73,
  string = 0x74,
  array = 0x75,
  class_object = 0x76,
  block_data = 0x77,
  end_block_data = 0x78,
  reset = 0x79,
  block_data_long = 0x7a,
  exception = 0x7b,
  long_string = 0x7c,
  proxy_class_descriptor = 0x7d,
  enum_constant = 0x7e,
};

/// The grammar's name of a type code: `TC_OBJECT`.
const char* name_of(TypeCode code);

/// The first handle of a stream, and after each reset (baseWireHandle).
inline constexpr std::uint32_t base_handle = 0x7e0000;

/// Flags of a class descriptor (6.4.2).
namespace flag {
inline constexpr std::uint8_t write_method = 0x01;    ///< SC_WRITE_METHOD
inline constexpr std::uint8_t serializable = 0x02;    ///< SC_SERIALIZABLE
inline constexpr std::uint8_t externalizable = 0x04;  ///< SC_EXTERNALIZABLE
inline constexpr std::uint8_t block_data = 0x08;      ///< SC_BLOCK_DATA
inline constexpr std::uint8_t enumeration = 0x10;     ///< SC_ENUM
}  // namespace flag

/// Whether a class's custom data begins or ends with it, and no value does.
constexpr bool begins_custom_data(TypeCode code) {
  return code == TypeCode::block_data || code == TypeCode::block_data_long ||
         code == TypeCode::end_block_data;
}

/// Bytes of a primitive type's value in a stream, by its type code; 0 for `L` and `[`.
constexpr std::uint32_t size_of_type(char type) {
  switch (type) {
    case 'B':
    case 'Z':
      return 1;
    case 'C':
    case 'S':
      return 2;
    case 'F':
    case 'I':
      return 4;
    case 'D':
    case 'J':
      return 8;
    default:
      return 0;
  }
}

/// A serializable field, as its class wrote it.
struct FieldDescriptor {
  char type = 0;          ///< B C D F I J S Z L or [
  std::string name;       ///< in UTF-8, lone surrogates as three bytes each
  std::string signature;  ///< of L and [: `Ljava/lang/String;`; empty for primitives

  bool is_primitive() const { return type != 'L' && type != '['; }
};

/// A class, as the stream describes it. Primitive fields come first; both sorts by name.
struct ClassDescriptor {
  std::uint64_t offset = 0;  ///< of its type code
  std::uint32_t handle = 0;  ///< at the time it was read; base_handle and up
  std::uint8_t flags = 0;    ///< see flag::
  bool is_proxy = false;     ///< a dynamic proxy: interfaces instead of name and fields
  bool is_complete = false;  ///< all of it was read, up to its superclass
  std::uint64_t suid = 0;    ///< serialVersionUID
  std::string name;          ///< `java.util.HashMap`, `[I`, `[Ljava.lang.String;`
  Recycled<FieldDescriptor> fields;
  std::vector<std::string> interfaces;     ///< of a proxy
  std::uint32_t primitive_fields = 0;      ///< how many of the fields are primitive: the first
  std::uint32_t primitive_bytes = 0;       ///< bytes that these take together
  std::uint64_t end = 0;                   ///< offset of the first byte after it
  std::uint32_t next_handle = 0;           ///< the first handle not given before its end
  std::uint32_t number = 0;                ///< how many descriptors the stream had before it
  std::uint32_t superclasses = 0;          ///< how many classes are above
  const ClassDescriptor* super = nullptr;  ///< null at the top of the serializable ones

  /// Nothing known; memory is kept.
  void clear();

  bool has(std::uint8_t flags_wanted) const { return (flags & flags_wanted) == flags_wanted; }

  /// Whether objects show that their writeObject() has not written the fields, which Java allows
  /// it: custom data begins in their place, as it cannot be told from the bytes of primitives.
  bool may_lack_fields() const {
    return has(flag::write_method) && primitive_fields == 0 && !fields.empty();
  }

  /// The class `level` steps below the topmost: 0 is the topmost, `superclasses` this one.
  const ClassDescriptor& at_level(std::uint32_t level) const {
    const ClassDescriptor* found = this;
    for (std::uint32_t up = superclasses - level; up > 0; --up) found = found->super;
    return *found;
  }
};

}  // namespace javaser
