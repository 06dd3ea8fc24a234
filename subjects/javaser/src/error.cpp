// SPDX-License-Identifier: Apache-2.0
#include "javaser/error.hpp"

#include "javaser/descriptor.hpp"

namespace javaser {

const char* describe(ErrorCode code) {
  switch (code) {
    case ErrorCode::none:
      return "no error";
    case ErrorCode::truncated:
      return "the stream ends too early";
    case ErrorCode::bad_magic:
      return "not a serialization stream: it does not begin with AC ED";
    case ErrorCode::bad_version:
      return "stream version is not 5";
    case ErrorCode::bad_type_code:
      return "bad type code";
    case ErrorCode::bad_handle:
      return "bad handle";
    case ErrorCode::wrong_kind:
      return "a thing of another kind than its place needs";
    case ErrorCode::bad_utf8:
      return "malformed modified UTF-8";
    case ErrorCode::bad_field_type:
      return "bad field type";
    case ErrorCode::bad_field_order:
      return "primitive field after a reference field";
    case ErrorCode::bad_flags:
      return "conflicting class flags";
    case ErrorCode::bad_array_class:
      return "array of a class that is not one of arrays";
    case ErrorCode::negative_length:
      return "negative length";
    case ErrorCode::unexpected_end_block:
      return "end of block data where none is open";
    case ErrorCode::unexpected_reset:
      return "reset inside an object";
    case ErrorCode::cyclic_class:
      return "class is its own superclass";
    case ErrorCode::undelimited_content:
      return "externalizable content of protocol 1, whose end only its class knows";
    case ErrorCode::too_many_bytes:
      return "stream larger than the limit";
    case ErrorCode::too_deep:
      return "nesting deeper than the limit";
    case ErrorCode::too_many_handles:
      return "more handles than the limit";
    case ErrorCode::too_many_superclasses:
      return "more superclasses than the limit";
    case ErrorCode::array_too_long:
      return "array longer than the limit";
    case ErrorCode::too_much_copied:
      return "copies of shared objects larger than the limit";
    case ErrorCode::text_too_long:
      return "text longer than writeUTF can hold";
    case ErrorCode::write_aborted:
      return "the writer met an exception";
    case ErrorCode::class_mismatch:
      return "object of another class than the type is bound to";
    case ErrorCode::type_clash:
      return "field has another type in the stream";
    case ErrorCode::suid_mismatch:
      return "serialVersionUID differs";
    case ErrorCode::unexpected_null:
      return "null for what cannot be without a value";
    case ErrorCode::unknown_constant:
      return "unknown enum constant";
    case ErrorCode::cyclic_value:
      return "object inside itself, read into a type that holds values";
    case ErrorCode::construction_failed:
      return "constructor refused the values";
    case ErrorCode::bad_content:
      return "custom data is not as its class writes it";
    case ErrorCode::no_more_items:
      return "no more items";
  }
  return "unknown error";
}

std::string to_string(const Error& error) {
  std::string line = describe(error.code);
  if (!error.subject.empty()) line += " (" + error.subject + ")";
  if (!error.path.empty()) line += " at " + error.path;
  return line + ", byte " + std::to_string(error.offset);
}

const char* name_of(TypeCode code) {
  static constexpr const char* names[] = {
      "TC_NULL",          "TC_REFERENCE", "TC_CLASSDESC",  "TC_OBJECT",         "TC_STRING",
      "TC_ARRAY",         "TC_CLASS",     "TC_BLOCKDATA",  "TC_ENDBLOCKDATA",   "TC_RESET",
      "TC_BLOCKDATALONG", "TC_EXCEPTION", "TC_LONGSTRING", "TC_PROXYCLASSDESC", "TC_ENUM",
  };
  return names[static_cast<unsigned>(code) - static_cast<unsigned>(TypeCode::null)];
}

}  // namespace javaser
