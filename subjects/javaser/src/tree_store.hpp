// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "javaser/tree.hpp"

namespace javaser {

/// The number that `bytes` are, the highest first.
inline std::uint64_t unsigned_number(Bytes bytes) {
  std::uint64_t value = 0;
  for (const std::byte byte : bytes) value = value << 8 | static_cast<std::uint8_t>(byte);
  return value;
}

/// A Node's record. Offsets are of the stream's bytes, which hold all strings and primitives.
struct NodeRecord {
  const ClassDescriptor* descriptor = nullptr;
  std::uint32_t offset = 0;
  /// String, block, array of primitives: offset of its content. Array of references: its first
  /// slot. Object: its first level. Enum constant: the string that is its name.
  std::uint32_t content = 0;
  /// String, block, array of primitives: bytes. Array of references: slots. Object: levels.
  std::uint32_t count = 0;
  NodeKind kind = NodeKind::null;
  bool is_complete = false;
};

/// The data of one class of an object.
struct LevelRecord {
  const ClassDescriptor* descriptor = nullptr;
  std::uint32_t primitives = 0;       ///< offset of their first byte
  std::uint32_t first_reference = 0;  ///< slot
  std::uint32_t first_custom = 0;     ///< slot
  std::uint32_t fields = 0;           ///< how many were read
  std::uint32_t custom = 0;           ///< how many slots
  std::uint32_t raw_begin = 0;        ///< offsets of custom data
  std::uint32_t raw_end = 0;
};

struct TreeStore {
  std::vector<std::byte> stream;
  Tables tables;
  std::vector<NodeRecord> nodes = {NodeRecord{.is_complete = true}};  // the null is node 0
  std::vector<LevelRecord> levels;
  std::vector<std::uint32_t> slots;  // nodes, by their ids
  std::vector<Item> items;
  std::uint32_t partial = 0;
  Error error;

  Bytes bytes(std::uint64_t offset, std::uint64_t count) const {
    return Bytes(stream).subspan(offset, count);
  }
};

}  // namespace javaser
