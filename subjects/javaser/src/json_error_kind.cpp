// SPDX-License-Identifier: Apache-2.0
#include "javaser/json.hpp"

namespace javaser {

const char* kind_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::none:
      return "none";
    case ErrorCode::truncated:
      return "truncated";
    case ErrorCode::bad_magic:
      return "bad_magic";
    case ErrorCode::bad_version:
      return "bad_version";
    case ErrorCode::bad_type_code:
      return "bad_type_code";
    case ErrorCode::bad_handle:
      return "bad_handle";
    case ErrorCode::wrong_kind:
      return "wrong_kind";
    case ErrorCode::bad_utf8:
      return "bad_utf8";
    case ErrorCode::bad_field_type:
      return "bad_field_type";
    case ErrorCode::bad_field_order:
      return "bad_field_order";
    case ErrorCode::bad_flags:
      return "bad_flags";
    case ErrorCode::bad_array_class:
      return "bad_array_class";
    case ErrorCode::negative_length:
      return "negative_length";
    case ErrorCode::unexpected_end_block:
      return "unexpected_end_block";
    case ErrorCode::unexpected_reset:
      return "unexpected_reset";
    case ErrorCode::cyclic_class:
      return "cyclic_class";
    case ErrorCode::undelimited_content:
      return "undelimited_content";
    case ErrorCode::too_many_bytes:
      return "too_many_bytes";
    case ErrorCode::too_deep:
      return "too_deep";
    case ErrorCode::too_many_handles:
      return "too_many_handles";
    case ErrorCode::too_many_superclasses:
      return "too_many_superclasses";
    case ErrorCode::array_too_long:
      return "array_too_long";
    case ErrorCode::too_much_copied:
      return "too_much_copied";
    case ErrorCode::text_too_long:
      return "text_too_long";
    case ErrorCode::write_aborted:
      return "write_aborted";
    case ErrorCode::class_mismatch:
      return "class_mismatch";
    case ErrorCode::type_clash:
      return "type_clash";
    case ErrorCode::suid_mismatch:
      return "suid_mismatch";
    case ErrorCode::unexpected_null:
      return "unexpected_null";
    case ErrorCode::unknown_constant:
      return "unknown_constant";
    case ErrorCode::cyclic_value:
      return "cyclic_value";
    case ErrorCode::construction_failed:
      return "construction_failed";
    case ErrorCode::bad_content:
      return "bad_content";
    case ErrorCode::no_more_items:
      return "no_more_items";
  }
  return "unknown";
}

}  // namespace javaser
