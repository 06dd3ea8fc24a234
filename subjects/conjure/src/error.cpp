// SPDX-License-Identifier: Apache-2.0
#include "conjure/error.hpp"

namespace conjure {

const char* describe(ErrorCode code) {
  switch (code) {
    case ErrorCode::none:
      return "no error";
    case ErrorCode::unexpected_end:
      return "unexpected end of the document";
    case ErrorCode::unexpected_character:
      return "unexpected character";
    case ErrorCode::trailing_bytes:
      return "bytes after the end of the value";
    case ErrorCode::invalid_number:
      return "malformed number";
    case ErrorCode::control_character:
      return "unescaped control character in a string";
    case ErrorCode::invalid_escape:
      return "malformed escape in a string";
    case ErrorCode::lone_surrogate:
      return "surrogate without its other half";
    case ErrorCode::invalid_utf8:
      return "malformed UTF-8";
    case ErrorCode::document_too_large:
      return "document is too large";
    case ErrorCode::string_too_long:
      return "string is too long";
    case ErrorCode::too_many_elements:
      return "too many elements";
    case ErrorCode::too_deep:
      return "nested too deeply";
    case ErrorCode::expected_array:
      return "expected an array";
    case ErrorCode::expected_boolean:
      return "expected true or false";
    case ErrorCode::expected_key:
      return "expected a key in quotes";
    case ErrorCode::expected_number:
      return "expected a number";
    case ErrorCode::expected_object:
      return "expected an object";
    case ErrorCode::expected_string:
      return "expected a string";
    case ErrorCode::unexpected_null:
      return "null where a value is required";
    case ErrorCode::invalid_bearertoken:
      return "not a bearertoken";
    case ErrorCode::invalid_binary:
      return "not padded base64";
    case ErrorCode::invalid_boolean:
      return "not a boolean";
    case ErrorCode::invalid_datetime:
      return "not a datetime with an offset";
    case ErrorCode::invalid_double:
      return "not a double";
    case ErrorCode::invalid_enum:
      return "not the form of an enum value";
    case ErrorCode::invalid_integer:
      return "not an integer";
    case ErrorCode::invalid_rid:
      return "not a rid";
    case ErrorCode::invalid_safelong:
      return "not a safelong";
    case ErrorCode::invalid_uuid:
      return "not a uuid";
    case ErrorCode::double_out_of_range:
      return "number is beyond the range of double";
    case ErrorCode::integer_out_of_range:
      return "number is beyond the range of integer";
    case ErrorCode::safelong_out_of_range:
      return "number is beyond the range of safelong";
    case ErrorCode::missing_fields:
      return "missing fields";
    case ErrorCode::unknown_field:
      return "unknown field";
    case ErrorCode::repeated_field:
      return "repeated field";
    case ErrorCode::repeated_key:
      return "repeated key";
    case ErrorCode::repeated_element:
      return "repeated element of a set";
    case ErrorCode::missing_union_type:
      return "union without its type";
    case ErrorCode::missing_union_value:
      return "union without its value";
    case ErrorCode::union_mismatch:
      return "union whose type and value name different variants";
    case ErrorCode::extra_union_key:
      return "union with more than its type and its value";
  }
  return "unknown error";
}

std::string to_string(const Error& error) {
  std::string line = error.what();
  for (std::size_t i = 0; i < error.names.size(); ++i) {
    line += i == 0 ? " (" : ", ";
    line += error.names[i];
  }
  if (!error.names.empty()) line += ')';
  return line + " at " + error.path + ", byte " + std::to_string(error.offset);
}

LineColumn locate(std::string_view document, std::size_t offset) {
  LineColumn place;
  for (const char c : document.substr(0, offset)) {
    if (c == '\n') {
      ++place.line;
      place.column = 1;
    } else {
      ++place.column;
    }
  }
  return place;
}

ConjureError::ConjureError(Error error)
    : std::runtime_error(to_string(error)),
      error_(std::make_shared<const Error>(std::move(error))) {}

}  // namespace conjure
