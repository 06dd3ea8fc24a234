// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace javaser {

/// How a C++ type stands for Java ones.
enum class Shape : std::uint8_t {
  primitive,     ///< bool, std::int8_t, char16_t, std::int16_t, -32_t, -64_t, float, double; also
                 ///< read from the boxes of java.lang
  string,        ///< std::string, in UTF-8; lone surrogates as three bytes each
  utf16_string,  ///< std::u16string
  enumeration,   ///< bound by JAVASER_ENUM
  structure,     ///< bound by JAVASER_CLASS or JAVASER_RECORD
  sequence,  ///< std::vector: an array, or a collection of java.util; List: written as the latter
  set,       ///< std::set, std::unordered_set: a collection of java.util
  map,       ///< std::map, std::unordered_map: a map of java.util
  optional,  ///< std::optional: empty for null
  unique,    ///< std::unique_ptr: empty for null; may hold a bound subtype
  shared,    ///< std::shared_ptr: likewise, and references to one object stay references to one
  variant,   ///< std::variant of bound structs: one of these, by its class
};

struct StructBinding;
struct EnumBinding;
struct ExactReader;
struct Type;
using TypeFunction = const Type& (*)();
using StructFunction = const StructBinding& (*)();

/// How a sequence of bound structs is written whose elements all take the same number of bytes once
/// their classes have been written; see flat.hpp.
struct FlatLayout {
  std::uint32_t size;                       ///< bytes of an element
  std::span<const StructFunction> classes;  ///< of the objects of an element, by their handles
  /// The first element of one that is not empty. It has to be written in the general way.
  const void* (*first)(const void* sequence);
  /// Puts all elements but the first. `class_handles` are those of `classes`.
  void (*put_rest)(const void* sequence, const std::uint32_t* class_handles, std::byte* out);
};

/// What reading and writing need to know of a C++ type: one constant for each, `type_of<T>()`.
///
/// Values are read into *cells*: the cell of a type that can be default-constructed is an object of
/// it, that of another is a std::optional of it, empty until the value is there. Null function
/// pointers are of other shapes.
struct Type {
  Shape shape;
  char code = 'L';  ///< type code of a primitive
  std::uint32_t cell_size;
  std::uint32_t cell_alignment;
  void (*construct)(void* cell);  ///< makes a cell, value-initialised or empty
  void (*destroy)(void* cell);

  StructFunction structure = nullptr;
  const EnumBinding& (*enumeration)() = nullptr;
  /// Of a sequence or set what it holds, of a map its keys; as functions, since types may hold each
  /// other.
  TypeFunction element = nullptr;
  TypeFunction mapped = nullptr;
  /// Of an optional, pointer or variant what it may hold: of a pointer the type itself and its
  /// subtypes.
  std::span<const TypeFunction> (*alternatives)() = nullptr;

  // Reading. `cell` is of the type itself, `element` a cell of what it holds.

  /// Sequence, set, map: no elements, and room for so many.
  void (*clear)(void* cell, std::size_t room) = nullptr;
  /// Sequence: a new last element's cell; null where elements have to come whole.
  void* (*append)(void* cell) = nullptr;
  /// Sequence, set: takes the element over, mapped being null. Map: the entry.
  void (*insert)(void* cell, void* element, void* mapped) = nullptr;
  /// Sequence of primitives: takes big-endian values over, in place of what was there.
  void (*assign)(void* cell, const std::byte* values, std::size_t count) = nullptr;
  /// Sequence of bound structs: appends elements as long as they are the usual ones; see exact.hpp.
  /// Returns how many.
  std::size_t (*read_exactly)(void* cell, ExactReader& reader, std::size_t count) = nullptr;
  /// Optional, pointer, variant: makes alternative `index`, returns its cell; null where that has
  /// to come whole: then fill() takes it over.
  void* (*emplace)(void* cell, std::size_t index) = nullptr;
  void (*fill)(void* cell, std::size_t index, void* element) = nullptr;
  /// Optional, pointer, variant with std::monostate first: empty. Null if it cannot be.
  void (*reset)(void* cell) = nullptr;
  /// Shared: what it holds, and to hold that too, as the alternative that it is.
  std::shared_ptr<void> (*share)(const void* cell, std::size_t index) = nullptr;
  void (*adopt)(void* cell, std::size_t index, const std::shared_ptr<void>& value) = nullptr;

  // Writing. `value` is of the type itself, never a cell that is an optional for its sake.

  /// Sequence, set, map.
  std::size_t (*size)(const void* value) = nullptr;
  /// Calls `visit` for each element; of a map with key and mapped value.
  void (*each)(const void* value, void* context,
               void (*visit)(void* context, const void* element, const void* mapped)) = nullptr;
  /// Sequence of primitives: puts its values there, big-endian.
  void (*store)(const void* value, std::byte* out) = nullptr;
  /// Sequence of bound structs of nothing but primitives and further such structs.
  const FlatLayout* flat = nullptr;
  /// Sequence: a java.util.ArrayList rather than an array.
  bool is_list = false;
  /// Optional, pointer, variant: what it holds, null if empty; says which alternative. Of a pointer
  /// to an object of a type that is none of them: the object, and one past the last alternative.
  const void* (*held)(const void* value, std::size_t& alternative) = nullptr;
};

/// A field of a bound struct, in declaration order.
struct FieldBinding {
  std::string_view name;
  TypeFunction type;
  /// Class: the member of an object. Record: the cell among those gathered for its constructor.
  void* (*cell)(void* object_or_gathered);
  /// The member's value, for writing. Where an accessor returns by value, it is put in `storage`,
  /// a cell of the type that was constructed.
  const void* (*value)(const void* object, void* storage);
  bool needs_storage = false;  ///< the accessor returns by value
};

/// A bound struct.
struct StructBinding {
  std::string_view java_name;  ///< `geo.Point`, `geo.Lines$Point`
  bool is_record;              ///< all values gathered, then one constructor call
  bool checks_suid;            ///< a class of whose serialVersionUID we know
  std::uint64_t suid;
  std::span<const FieldBinding> fields;

  /// Class: the bound base, and the base part of an object.
  StructFunction super = nullptr;
  void* (*to_super)(void* object) = nullptr;

  // Record: the values for its constructor.
  std::uint32_t gathered_size = 0;
  std::uint32_t gathered_alignment = 1;
  void (*begin_gathering)(void* gathered) = nullptr;
  void (*end_gathering)(void* gathered) = nullptr;
  /// Calls the constructor with what was gathered; may throw what that throws. False where a
  /// component is missing that has no default.
  bool (*construct)(void* gathered, void* cell) = nullptr;
};

/// A bound enum. Constants by name; values as the enum's underlying ones, widened.
struct EnumBinding {
  struct Constant {
    std::string_view name;
    std::int64_t value;
  };
  std::string_view java_name;
  std::span<const Constant> constants;
  void (*assign)(void* cell, std::int64_t value);
  std::int64_t (*value)(const void* value);
};

/// Specialised for bound structs and enums, by the macros of record.hpp: a static function get()
/// that returns their StructBinding or EnumBinding.
template <class T>
struct Bound;
template <class T>
concept IsBound = requires {
  Bound<T>::get();
};

/// The subtypes that a pointer to T may hold, T itself aside: `JAVASER_SUBTYPES(Shape, Circle)`.
template <class... Types>
struct TypeList {};
template <class Ignored, class... Types>
using SubtypeList = TypeList<Types...>;
template <class T>
struct Subtypes {
  using Types = TypeList<>;
};

/// An object of T, or of std::optional<T> where T has no default.
template <class T>
using Cell = std::conditional_t<std::is_default_constructible_v<T>, T, std::optional<T>>;

template <class T>
T& object_in(Cell<T>& cell) {
  if constexpr (std::is_default_constructible_v<T>)
    return cell;
  else
    return *cell;
}

}  // namespace javaser
