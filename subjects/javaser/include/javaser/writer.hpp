// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "javaser/error.hpp"
#include "javaser/record.hpp"
#include "javaser/tree.hpp"

namespace javaser {

/// Writes streams that ObjectInputStream reads: the bytes that ObjectOutputStream would write.
///
///     Writer writer;
///     if (!writer.write(person)) return report(writer.error());
///     send(writer.take());
///
/// What a value is written as follows from its C++ type, in a field as well as by itself:
///
/// - bool, std::int32_t, ...: boolean, int, ...; where an object must stand, their box
/// - std::string, std::u16string: String
/// - what JAVASER_RECORD, JAVASER_CLASS and JAVASER_ENUM bind: that class or enum
/// - std::vector<T>: T[]
/// - List<T>: a field declared as java.util.List; an ArrayList
/// - std::set, std::unordered_set: java.util.Set; a LinkedHashSet
/// - std::map, std::unordered_map: java.util.Map; a LinkedHashMap
/// - std::optional, pointers: what they hold, or null
/// - std::variant: Object, or the class of all alternatives
///
/// Java's class must be declared as Serializable with these fields and without a writeObject() of
/// its own; a class's serialVersionUID must be the bound one (any_suid writes 0), a record's is 0.
/// A field that is declared otherwise, as a Collection say, takes the value as well.
///
/// Objects are the same in Java where they are in C++: those that several std::shared_ptr hold,
/// which may form cycles. Everything else, equal strings too, is an object of its own. As
/// ObjectOutputStream does, the writer keeps shared objects alive until it is reset, and refers to
/// one it has written before rather than write it, changed or not, again.
///
/// std::string is UTF-8, lone surrogates as three bytes each; what is neither becomes U+FFFD.
///
/// Each write either writes a whole item, or returns false, says why in error() and leaves the
/// stream as it was, but that it may go on with a TC_RESET. No depth of data is too deep. One
/// thread at a time.
class Writer {
 public:
  /// The most bytes that write_utf() can write: their number has 16 bits.
  static constexpr std::size_t max_utf_bytes = 0xffff;

  Writer();
  ~Writer();
  Writer(Writer&&) noexcept;
  Writer& operator=(Writer&&) noexcept;

  /// An object, string, array, ... as by writeObject(). Errors: array_too_long; class_mismatch for
  /// an object whose type is not among JAVASER_SUBTYPES of what points to it; unknown_constant for
  /// the value of an enum that has no name; cyclic_value for a std::unique_ptr around itself;
  /// too_many_handles.
  template <class T>
  bool write(const T& value) {
    return write_value(type_of<T>(), &value);
  }

  /// A value of a tree, with all that it refers to. What it shares with values of other calls is
  /// written again. Classes' annotations, which a tree does not keep, are left out. Error:
  /// truncated, where the stream that it is of ended inside it.
  bool write(Node node);
  /// All items of a tree, resets and primitives among them.
  bool write(const Tree& tree);

  /// A value by itself, as by writeInt(): T is bool, std::int8_t, char16_t, std::int16_t, -32_t,
  /// -64_t, float or double. Such values in a row lie in common blocks of block data.
  template <types::Primitive T>
  void write_primitive(T value) {
    std::byte bytes[sizeof(T)];
    types::store(value, bytes);
    write_bytes(bytes);
  }
  /// As by writeUTF(). Error: text_too_long.
  bool write_utf(std::string_view text);
  /// As by write(byte[]).
  void write_bytes(Bytes bytes);

  /// Forgets what was written, here and in Java: later values are written anew.
  void reset();

  /// What the last call that returned false found; its offset is where in the stream it stopped.
  const Error& error() const;

  /// The stream so far. Valid until the next call. Primitives that come next begin another block,
  /// as after flush().
  Bytes bytes();
  /// The stream; the writer begins another one.
  std::vector<std::byte> take();

 private:
  struct Parts;
  bool write_value(const Type& type, const void* value);

  std::unique_ptr<Parts> parts_;
};

}  // namespace javaser
