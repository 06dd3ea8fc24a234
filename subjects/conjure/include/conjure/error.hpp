// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace conjure {

/// What is wrong. describe() gives the constant text of each.
enum class ErrorCode : std::uint8_t {
  none,  ///< nothing; never the code of an Error

  // The document is not JSON.
  unexpected_end,        ///< `{"a":`
  unexpected_character,  ///< `{"a" 1}`
  trailing_bytes,        ///< `{} {}`
  invalid_number,        ///< `1.`
  control_character,     ///< a byte below 0x20 inside a string
  invalid_escape,        ///< `"\x"`
  lone_surrogate,        ///< `"\ud800"`
  invalid_utf8,          ///< overlong, surrogate, beyond U+10FFFF, cut short

  // A limit is passed.
  document_too_large,
  string_too_long,
  too_many_elements,
  too_deep,

  // The value is JSON, of another kind than the type asks for.
  expected_array,
  expected_boolean,
  expected_key,
  expected_number,
  expected_object,
  expected_string,
  unexpected_null,

  // The value is of the right kind and not in the type.
  invalid_bearertoken,
  invalid_binary,
  invalid_boolean,
  invalid_datetime,
  invalid_double,
  invalid_enum,
  invalid_integer,
  invalid_rid,
  invalid_safelong,
  invalid_uuid,
  double_out_of_range,
  integer_out_of_range,
  safelong_out_of_range,

  // The shape of an object, a map, a set or a union.
  missing_fields,
  unknown_field,
  repeated_field,
  repeated_key,
  repeated_element,
  missing_union_type,
  missing_union_value,
  union_mismatch,
  extra_union_key,
};

/// The constant text of `code`, a lower-case phrase without a full stop.
const char* describe(ErrorCode code);

/// What is wrong with a document, and where. Owns all it holds.
struct Error {
  ErrorCode code = ErrorCode::none;
  /// Where in the value, from its root `$`: `$.map["key1"]`, `$.items[3].name`.
  std::string path;
  /// Where in the document: bytes from its start to the offending byte or value.
  std::size_t offset = 0;
  /// Names the error speaks of: all the missing fields, or the one unknown, repeated or malformed
  /// name.
  std::vector<std::string> names;

  /// Same as describe(code).
  const char* what() const { return describe(code); }
};

/// One line: `missing fields (a, b) at $.x, byte 17`.
std::string to_string(const Error& error);

/// A place in a document for people: both count from 1, columns in bytes.
struct LineColumn {
  std::size_t line = 1;
  std::size_t column = 1;
};

/// Line and column of byte `offset` of `document`. Costs a walk over the document up to there.
LineColumn locate(std::string_view document, std::size_t offset);

/// Thrown by Result::value() only; nothing in reading or writing throws it.
class ConjureError : public std::runtime_error {
 public:
  explicit ConjureError(Error error);
  const Error& error() const { return *error_; }

 private:
  std::shared_ptr<const Error> error_;  // shared, so that copying an exception cannot throw
};

/// A value, or why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result() = default;
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : error_(std::make_unique<Error>(std::move(error))) {}
  Result(std::unique_ptr<Error> error) : error_(std::move(error)) {}

  bool ok() const { return error_ == nullptr; }
  explicit operator bool() const { return ok(); }

  /// The value. Throws ConjureError if there is none.
  const T& value() const& { return check(), value_; }
  T&& value() && { return check(), std::move(value_); }
  /// The value, unchecked: only when ok().
  const T& operator*() const& { return value_; }
  T& operator*() & { return value_; }
  T&& operator*() && { return std::move(value_); }
  const T* operator->() const { return &value_; }
  T* operator->() { return &value_; }
  /// The error: only when not ok().
  const Error& error() const { return *error_; }

  /// For the functions that fill a Result in place.
  void fail(std::unique_ptr<Error> error) { error_ = std::move(error); }

 private:
  void check() const {
    if (error_) throw ConjureError(*error_);
  }

  T value_{};
  std::unique_ptr<Error> error_;  // a pointer: the good case should not carry the bad one's size
};

}  // namespace conjure
