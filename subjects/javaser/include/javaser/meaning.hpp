// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "javaser/tree.hpp"

/// What objects of well-known classes mean. JDK 17 is the authority: its classes' names, the order
/// in which its collections iterate once they are read back, the text of its toString().
namespace javaser {

enum class MeaningKind : std::uint8_t {
  unknown,  ///< named fields and raw data, as the tree has them
  box,      ///< java.lang.Integer and its kin
  list,     ///< a List, a Queue or another Collection
  set,
  map,
  date,  ///< java.util.Date and what is made of it
  big_integer,
  big_decimal,
  uuid,
  text,  ///< of java.time and java.net: what toString() says
};

/// What an object means. Which members hold something depends on the kind.
struct Meaning {
  MeaningKind kind = MeaningKind::unknown;
  /// The class of what is read back: it may be another than the stream's, as
  /// `java.util.ImmutableCollections$List12` for java.util.CollSer.
  std::string class_name;
  /// The lowest class that is known; below it there may be classes that add fields. Null where the
  /// stream holds another class in the object's place.
  const ClassDescriptor* known = nullptr;
  /// list, set: the elements; map: keys and values by turns.
  std::vector<Node> values;
  /// big_integer: decimal digits; big_decimal: those of the unscaled value; uuid, text.
  std::string text;
  Field box;
  std::int64_t millis = 0;  ///< date: since 1970-01-01T00:00Z
  std::int32_t scale = 0;   ///< big_decimal
  /// Not empty where Java has but one object of this content: objects with equal identities are
  /// the same one when they are read, as all of Collections.emptyList() are.
  std::string identity;
};

/// The same for an enum constant or a class object, which Java has one of each; empty for others.
std::string identity_of(Node node);

/// Tells what nodes of one tree mean. An answer depends on nothing but the tree, as long as the
/// limits below are not reached; what is kept between questions are hash codes.
///
/// Content that a class would not have written so (a count that is no count, elements that are
/// missing) makes an object unknown, as do the limits below. So does what no real program needs:
/// time and memory stay proportional to the stream.
///
/// HashMap, HashSet, Hashtable and ConcurrentHashMap are iterated in the order of their tables,
/// which hash codes decide. Where all keys have one that the stream tells (strings, boxes, numbers,
/// dates, UUIDs, java.time, URIs, files, locales without extensions, and lists, sets, maps and
/// their entries of these) the table is built as Java builds it. Long bins become trees there, of
/// keys with one hash code in the order of compareTo(): where such keys are neither strings nor
/// boxes, all bins keep the stream's order. An object that has no superclass and serialVersionUID 0
/// is taken for a record whose components are declared in the stream's order. Where any key's hash
/// code is an identity (enum constants, classes, arrays, other objects) the stream's order is kept:
/// that of the map that was written.
class Meanings {
 public:
  /// Wrappers around wrappers (Collections.unmodifiableList() and its kin) that are looked through.
  static constexpr std::uint32_t max_wrappers = 100;
  /// Bytes of a BigInteger's magnitude. Its decimal text takes time with the square of them: this
  /// many take a few milliseconds.
  static constexpr std::uint32_t max_magnitude = 8192;
  /// Elements of Collections.nCopies(), which a stream claims in four bytes.
  static constexpr std::uint32_t max_copies = 10000;
  /// Values given out in all, for each byte of the stream. What several views share is given out
  /// once for each, and a stream can have them all share all.
  static constexpr std::uint32_t max_values_per_byte = 16;

  /// Borrows the tree.
  explicit Meanings(const Tree& tree);
  ~Meanings();
  Meanings(const Meanings&) = delete;
  Meanings& operator=(const Meanings&) = delete;

  /// Unknown for all that is no complete object.
  Meaning of(Node node);

 private:
  class Hashes;
  std::unique_ptr<Hashes> hashes_;
};

}  // namespace javaser
