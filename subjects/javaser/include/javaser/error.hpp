// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace javaser {

/// What is wrong. describe() gives the constant text of each.
enum class ErrorCode : std::uint8_t {
  none,  ///< nothing; never the code of an Error that is returned

  // The bytes are no stream, or no whole one.
  truncated,             ///< the input ends inside something, or before anything
  bad_magic,             ///< the first two bytes are not AC ED
  bad_version,           ///< the version is not 5
  bad_type_code,         ///< a byte that begins nothing
  bad_handle,            ///< a reference to what was never given, or may not be referred to
  wrong_kind,            ///< a thing of another kind than its place needs: a string for a class
  bad_utf8,              ///< not modified UTF-8
  bad_field_type,        ///< a field's type code is none of BCDFIJSZL[
  bad_field_order,       ///< a primitive field after a reference field
  bad_flags,             ///< flags of a class descriptor that contradict each other
  bad_array_class,       ///< an array whose class is not one of arrays
  negative_length,       ///< of an array, a long string or a block
  unexpected_end_block,  ///< TC_ENDBLOCKDATA where no block data is open
  unexpected_reset,      ///< TC_RESET inside an object
  cyclic_class,          ///< a class that is its own superclass, at whatever distance
  undelimited_content,   ///< an Externalizable of protocol 1: only its class knows where it ends

  // A limit is passed.
  too_many_bytes,
  too_deep,
  too_many_handles,
  too_many_superclasses,
  array_too_long,
  too_much_copied,
  text_too_long,  ///< for writeUTF(), which has room for 65,535 bytes

  // The stream is sound, and does not fit the type that is read.
  write_aborted,        ///< the writer met an exception and wrote it in the object's place
  class_mismatch,       ///< an object of a class that the type is not bound to
  type_clash,           ///< a field's type in the stream is another than the member's
  suid_mismatch,        ///< serialVersionUID differs from the bound class's
  unexpected_null,      ///< null for a member that cannot be without a value
  unknown_constant,     ///< an enum constant that the bound enum lacks
  cyclic_value,         ///< an object inside itself, read into types that hold values
  construction_failed,  ///< a record's constructor threw
  bad_content,          ///< custom data of a known class that is not as that class writes it
  no_more_items,        ///< one more item was asked for than the stream has
};

/// The constant text of `code`, a lower-case phrase without a full stop.
const char* describe(ErrorCode code);

/// What is wrong with a stream, and where. Owns all it holds.
struct Error {
  ErrorCode code = ErrorCode::none;
  /// Bytes from the stream's start to the offending byte, or to the thing that is cut short.
  std::uint64_t offset = 0;
  /// Where in the content: `$[0].p1.x` is field x of field p1 of the first item. A long path is
  /// shortened in its middle.
  std::string path;
  /// The name or value that is meant, where there is one: a class, a field, a byte.
  std::string subject;
};

/// One line: `bad handle (7e0005) at $[0].p1, byte 17`.
std::string to_string(const Error& error);

}  // namespace javaser
