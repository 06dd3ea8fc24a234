// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "javaser/meaning.hpp"

namespace javaser {

/// How Java makes a hash code of an object.
enum class HashRule : std::uint8_t {
  identity,  ///< of its address: nothing that a stream tells
  scalar,    ///< see Content::hash
  list,      ///< 31 times what comes before, plus the element's
  set,       ///< the sum of the elements'
  map,       ///< the sum of the entries': key's xor value's
  record,    ///< 31 times what comes before, plus the component's; 0 for none
};

/// Whose table decides the order of iteration.
enum class TableKind : std::uint8_t { none, hash_map, concurrent_hash_map, hashtable };

struct Table {
  TableKind kind = TableKind::none;
  std::uint32_t capacity = 0;  ///< when the first entry comes
  float load_factor = 0.75F;
};

/// A Meaning with values in the stream's order, and what it takes to find Java's.
struct Content : Meaning {
  HashRule rule = HashRule::identity;
  std::int32_t hash = 0;
  Table table;
  std::size_t stride = 1;         ///< nodes of an entry: 2 of a map
  bool is_random_access = false;  ///< a java.util.RandomAccess

  void set_hash(std::int32_t value) {
    rule = HashRule::scalar;
    hash = value;
  }
};

/// The content of a complete object; unknown for all else, and where more values than `room` would
/// be needed, from which they are taken.
Content content_of(Node node, std::uint64_t& room);

/// A class's custom data from front to back, as its readObject sees it. Each function returns false
/// if what it is asked for is not what comes next.
class CustomData {
 public:
  explicit CustomData(ClassData data) : data_(data) {}

  bool byte(std::int8_t& out);
  bool int32(std::int32_t& out);
  bool int64(std::int64_t& out);
  bool float32(float& out);
  /// As writeUTF() wrote it; in modified UTF-8, well-formed.
  bool utf(std::string& out);
  bool value(Node& out);
  /// `count` values more in `out`; none if there are not as many.
  bool values(std::int64_t count, std::vector<Node>& out);
  bool at_end();

 private:
  bool number(std::uint32_t size, std::uint64_t& out);
  template <class T>
  bool signed_number(T& out);
  void skip_finished_block();

  ClassData data_;
  std::uint32_t part_ = 0;
  std::uint32_t byte_ = 0;  // of the block that is part_
};

/// Reads an object's content, of which `level` is the class it is known for.
using ContentReader = bool (*)(Node node, std::string_view level, Content& out);

// The readers of each family of classes by name; null if the family has none of it.
ContentReader collection_reader(std::string_view class_name);
ContentReader value_reader(std::string_view class_name);
ContentReader time_reader(std::string_view class_name);

/// The hashCode() of a primitive's box.
std::int32_t hash_of_box(const Field& value);
/// Java's String.hashCode() of sound modified UTF-8.
std::int32_t hash_of_text(std::string_view modified_utf8);
/// Long.hashCode().
constexpr std::int32_t hash_of_long(std::uint64_t value) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(value ^ value >> 32));
}

/// Puts `values`, entries of `stride` nodes each, in the order in which `table` is iterated once
/// entries with those hash codes were put in one after another.
void order_by_table(const Table& table, const std::vector<std::int32_t>& hashes, std::size_t stride,
                    std::vector<Node>& values);

}  // namespace javaser
