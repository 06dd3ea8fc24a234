// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "javaser/descriptor.hpp"
#include "javaser/error.hpp"
#include "javaser/limits.hpp"
#include "javaser/tables.hpp"

namespace javaser {

using Bytes = std::span<const std::byte>;

/// What a null, a reference or a string is there for.
enum class Role : std::uint8_t {
  value,       ///< an item, a field, an element, part of custom data
  descriptor,  ///< where a class descriptor stands
  signature,   ///< the type of a descriptor's field
  enum_name,   ///< the name of a constant
};

/// What a Walker meets, in the stream's order. Every function does nothing unless overridden; views
/// are valid during the call. Offsets are bytes from the stream's start to the thing's type code.
///
/// A value is one of null, reference, string, object, array, enum, class object or descriptor (one
/// that stands where a value may stand).
class Visitor {
 public:
  virtual ~Visitor() = default;

  /// Any type code, before what it begins. It comes at each of the others' offsets.
  virtual void type_code(std::uint64_t /*offset*/, TypeCode /*code*/) {}

  virtual void null(std::uint64_t /*offset*/, Role /*role*/) {}
  virtual void reference(std::uint64_t /*offset*/, Role /*role*/, std::uint32_t /*handle*/) {}
  /// `bytes`: sound modified UTF-8, without its length.
  virtual void string(std::uint64_t /*offset*/, Role /*role*/, std::uint32_t /*handle*/,
                      std::string_view /*bytes*/) {}

  /// A descriptor: name, suid, flags (or a proxy's interfaces) are known, of its `fields` only how
  /// many there are. Then for each field descriptor_field(), for L and [ followed by the
  /// signature's string or reference; then the annotation's content up to end_block(), then the
  /// superclass (a descriptor, a reference or a null), then end_descriptor(). `role` tells whether
  /// it is a value.
  virtual void begin_descriptor(Role /*role*/, const ClassDescriptor& /*descriptor*/,
                                std::uint32_t /*fields*/) {}
  virtual void descriptor_field(std::uint64_t /*offset*/, const ClassDescriptor& /*descriptor*/,
                                const FieldDescriptor& /*field, its signature not yet known*/) {}
  virtual void end_descriptor(const ClassDescriptor& /*descriptor*/) {}

  /// An object, after its class descriptor. `offset` is of TC_OBJECT, `data` of its first field.
  virtual void begin_object(std::uint64_t /*offset*/, std::uint32_t /*handle*/,
                            const ClassDescriptor& /*descriptor*/) {}
  /// The data of one class of it, from the topmost down; only those that have data by their flags.
  /// Then primitives() if there are any, then for each reference field reference_field() and a
  /// value; if it has custom data (SC_WRITE_METHOD, or SC_EXTERNALIZABLE, which has no fields)
  /// begin_custom_data(), blocks and values in any order, and end_block().
  virtual void begin_class_data(std::uint64_t /*offset*/, const ClassDescriptor& /*level*/) {}
  virtual void primitives(std::uint64_t /*offset*/, const ClassDescriptor& /*level*/,
                          Bytes /*values of all primitive fields, big endian*/) {}
  virtual void reference_field(std::uint64_t /*offset*/, const ClassDescriptor& /*level*/,
                               const FieldDescriptor& /*field*/) {}
  virtual void begin_custom_data(std::uint64_t /*offset*/, const ClassDescriptor& /*level*/) {}
  virtual void end_class_data(const ClassDescriptor& /*level*/) {}
  virtual void end_object(const ClassDescriptor& /*descriptor*/) {}

  /// An array, after its class descriptor: of references `length` values follow, of primitives
  /// elements(), in as many parts as it comes.
  virtual void begin_array(std::uint64_t /*offset*/, std::uint32_t /*handle*/,
                           const ClassDescriptor& /*descriptor*/, std::uint32_t /*length*/) {}
  virtual void elements(std::uint64_t /*offset*/, const ClassDescriptor& /*descriptor*/,
                        Bytes /*whole elements, big endian*/) {}
  virtual void end_array(const ClassDescriptor& /*descriptor*/) {}

  /// An enum constant, after its class descriptor; its name follows, then end_enum().
  virtual void begin_enum(std::uint64_t /*offset*/, std::uint32_t /*handle*/,
                          const ClassDescriptor& /*descriptor*/) {}
  virtual void end_enum() {}

  virtual void class_object(std::uint64_t /*offset*/, std::uint32_t /*handle*/,
                            const ClassDescriptor& /*descriptor*/) {}

  /// One TC_BLOCKDATA or TC_BLOCKDATALONG: an item, or part of custom data or of an annotation.
  virtual void block(std::uint64_t /*offset*/, Bytes /*content*/) {}
  /// TC_ENDBLOCKDATA, which ends custom data or an annotation.
  virtual void end_block(std::uint64_t /*offset*/) {}

  /// All handles are forgotten.
  virtual void reset(std::uint64_t /*offset*/) {}

  /// The writer met an exception in the middle of the item: whatever has begun will not end, and
  /// all handles are forgotten. The exception follows as a value, then end_exception().
  virtual void begin_exception(std::uint64_t /*offset*/) {}
  virtual void end_exception() {}
};

/// The grammar of streams. Does no I/O: it is fed bytes in parts of any size, tells a Visitor what
/// they mean as soon as they do, and keeps those that do not yet. Never recurses.
///
/// At the first error it stops; what the visitor was told before it holds.
class Walker {
 public:
  /// Neither `visitor` nor `tables` is owned; both must outlive the walker. Tables that were filled
  /// before, as by a reader of part of the stream, are gone on with.
  Walker(Visitor& visitor, Tables& tables, const Limits& limits = {});
  ~Walker();
  Walker(const Walker&) = delete;
  Walker& operator=(const Walker&) = delete;

  /// Takes the stream's next bytes. False after an error.
  bool feed(Bytes bytes);

  /// There are no more bytes. False if that is an error, or there was one.
  bool finish();

  /// Walks one value, or one descriptor, that begins at `offset` of `stream`, all of which is at
  /// hand; nothing was fed. Returns the offset after it, or nothing after an error, whose path
  /// begins with what is inside of it.
  std::optional<std::uint64_t> walk_one(Bytes stream, std::uint64_t offset, Role role);

  /// The descriptor that walk_one() met last, itself or by reference; null for a null.
  const ClassDescriptor* last_descriptor() const;

  /// The first error; its code is none while there is none.
  const Error& error() const;

  /// How many items, blocks included, are complete.
  std::uint64_t items() const;

  /// Bytes from the stream's start to the end of the last complete item.
  std::uint64_t whole_bytes() const;

  /// Between two items, with no byte waiting.
  bool is_between_items() const;

 private:
  class Machine;
  std::unique_ptr<Machine> machine_;
};

}  // namespace javaser
