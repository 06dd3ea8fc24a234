// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "javaser/descriptor.hpp"
#include "javaser/error.hpp"
#include "javaser/limits.hpp"
#include "javaser/walker.hpp"

/// A whole stream as a tree of nodes: `Tree tree = read_tree(bytes);`. Nothing is known of any
/// class; meaning.hpp knows some.
namespace javaser {

struct TreeStore;
struct Item;
class ClassData;
class Field;

enum class NodeKind : std::uint8_t {
  null,
  string,
  object,
  array,
  enum_constant,
  class_object,  ///< a java.lang.Class
  descriptor,    ///< a java.io.ObjectStreamClass, where it stands as a value
  block,         ///< block data; only in custom data and items
};

/// One thing of a Tree: a handle of two words that is valid as long as the tree is. Things that are
/// shared in the stream, strings too, are one node. A default Node is a null.
///
/// Functions that do not suit the kind return nothing: an empty text, no bytes, a null.
class Node {
 public:
  Node() = default;
  Node(const TreeStore* store, std::uint32_t id) : store_(store), id_(id) {}

  NodeKind kind() const;
  explicit operator bool() const { return id_ != 0; }
  /// Equal for the same thing of the same tree, and below Tree::node_count(); 0 is the null.
  std::uint32_t id() const { return id_; }
  bool operator==(const Node& other) const { return id_ == other.id_; }
  /// Bytes from the stream's start to its type code.
  std::uint64_t offset() const;
  /// False where the stream ended, or failed, inside of it.
  bool is_complete() const;

  /// The class of an object, array or enum constant; the one that a class object or a descriptor
  /// is about. Null for the rest.
  const ClassDescriptor* descriptor() const;
  /// That class's name; empty where there is none, and for a proxy.
  std::string_view class_name() const;

  /// A string in modified UTF-8, as it was written, without its length. Of an enum constant: its
  /// name.
  std::string_view modified_utf8() const;
  /// The same in UTF-8, lone surrogates as three bytes each.
  std::string text() const;

  /// How many elements an array has; of an incomplete one, how many were read.
  std::uint32_t size() const;
  /// An element of an array of references.
  Node at(std::uint32_t index) const;
  /// The type code of an array's elements: one of BCDFIJSZL[; NUL if this is no array.
  char element_type() const;
  /// An element of an array of primitives, its bytes as an unsigned number.
  std::uint64_t bits_at(std::uint32_t index) const;
  /// The elements of an array of primitives, big endian; the content of a block.
  Bytes bytes() const;

  /// An object's data by class, from the topmost down; only the classes that have data.
  std::uint32_t class_data_count() const;
  ClassData class_data(std::uint32_t index) const;
  /// The data of the class of that name. One without fields if there is none.
  ClassData class_data(std::string_view class_name) const;
  /// The field of that name, in the lowest class that has one.
  Field field(std::string_view name) const;

 private:
  friend struct Item;
  const TreeStore* store_ = nullptr;
  std::uint32_t id_ = 0;
};

/// A field of an object and its value. One that does not exist is false and holds 0 and null.
class Field {
 public:
  Field() = default;
  Field(const FieldDescriptor* descriptor, std::uint64_t bits, Node value)
      : descriptor_(descriptor), bits_(bits), value_(value) {}

  explicit operator bool() const { return descriptor_ != nullptr; }
  /// Only of a field that exists.
  const FieldDescriptor& descriptor() const { return *descriptor_; }
  /// B C D F I J S Z L or [; NUL if there is none.
  char type() const { return descriptor_ ? descriptor_->type : '\0'; }
  /// A primitive's bytes as an unsigned number.
  std::uint64_t bits() const { return bits_; }
  /// B S I J with their sign, C and Z without; 0 for others.
  std::int64_t integer() const;
  /// F and D; 0 for others.
  double real() const;
  /// L and [; null for others.
  Node value() const { return value_; }

 private:
  const FieldDescriptor* descriptor_ = nullptr;
  std::uint64_t bits_ = 0;
  Node value_;
};

/// What one class of an object's hierarchy wrote.
class ClassData {
 public:
  ClassData() = default;
  ClassData(const TreeStore* store, std::uint32_t level) : store_(store), level_(level) {}

  explicit operator bool() const { return store_ != nullptr; }
  const ClassDescriptor* descriptor() const;
  /// How many fields were read: all that the descriptor has, unless the object is incomplete.
  std::uint32_t field_count() const;
  /// In the descriptor's order: primitives first. Of a primitive it takes time that grows with
  /// `index`; for_each_primitive() does not.
  Field field(std::uint32_t index) const;
  Field field(std::string_view name) const;
  /// The values of all primitive fields, big endian.
  Bytes primitives() const;
  void for_each_primitive(const std::function<void(const Field&)>& visit) const;

  /// What the class wrote by hand: blocks and values in their order.
  std::uint32_t custom_count() const;
  Node custom(std::uint32_t index) const;
  /// The same as the stream has it, without the TC_ENDBLOCKDATA that ends it.
  Bytes raw_custom() const;

 private:
  const TreeStore* store_ = nullptr;
  std::uint32_t level_ = 0;
};

enum class ItemKind : std::uint8_t {
  value,       ///< of one writeObject or writeUnshared
  block_data,  ///< primitives written by hand, up to the next item of another kind
  reset,
  aborted,  ///< the writer met the exception that is the value (java.io.WriteAbortedException)
};

/// One thing at the stream's top.
struct Item {
  ItemKind kind = ItemKind::value;
  std::uint64_t offset = 0;       ///< of its type code
  Node value;                     ///< of value and aborted; of block_data: its first block
  std::uint32_t block_count = 0;  ///< of block_data

  /// A block of block_data.
  Node block(std::uint32_t index) const;
};

/// All that was read of a stream. It owns the stream's bytes, which nodes are views of. No part of
/// it is recursive, so that no depth is too deep for it.
class Tree {
 public:
  Tree();
  ~Tree();
  Tree(Tree&&) noexcept;
  Tree& operator=(Tree&&) noexcept;

  /// The items that are complete, in the stream's order; those before an error too.
  std::span<const Item> items() const;
  /// The first error; its code is none if there was none.
  const Error& error() const;
  /// As much as was read of the item that the error is in; null if that is nothing, or not yet
  /// known to be an error.
  Node partial_item() const;

  /// The bytes fed.
  Bytes stream() const;
  /// Nodes have ids below this.
  std::uint32_t node_count() const;
  Node node(std::uint32_t id) const;

 private:
  friend class TreeReader;
  std::unique_ptr<TreeStore> store_;
};

/// Reads a Tree from bytes that come in parts.
class TreeReader {
 public:
  explicit TreeReader(const Limits& limits = {});
  ~TreeReader();
  TreeReader(const TreeReader&) = delete;
  TreeReader& operator=(const TreeReader&) = delete;

  /// Takes the stream's next bytes. False after an error.
  bool feed(Bytes bytes);
  /// There are no more bytes. False if that is an error, or there was one.
  bool finish();

  /// What was read so far; grows.
  const Tree& tree() const;
  /// The tree itself; this reader is of no use any more.
  Tree take();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// The tree of a whole stream; error() tells whether it is sound.
Tree read_tree(Bytes bytes, const Limits& limits = {});

}  // namespace javaser
