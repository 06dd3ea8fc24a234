// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace conjure {

/// Bounds on what is read and written. Passing one is an error of its own, never a truncation.
struct Limits {
  /// No document may be larger, whatever max_document_bytes says: maps hold 32-bit offsets.
  static constexpr std::size_t document_ceiling = std::numeric_limits<std::uint32_t>::max();

  /// Containers inside containers; a list of numbers has depth 1. The reader recurses at most this
  /// deep. Conjure's definitions nest a few levels; 128 leaves room and needs less than 256 KiB of
  /// stack.
  std::size_t max_depth = 128;
  /// Bytes of a whole document. 256 MiB: well above any request body, well below what hurts.
  std::size_t max_document_bytes = std::size_t{256} << 20;
  /// Bytes of one string or key, after escapes are resolved. 64 MiB leaves room for `binary`.
  std::size_t max_string_bytes = std::size_t{64} << 20;
  /// Elements of all arrays and members of all objects of a document, together. An element takes up
  /// to 50 bytes of memory and as few as two of the document; 16 Mi of them keep that below 1 GiB.
  std::size_t max_elements = std::size_t{1} << 24;
};

/// How to read. The defaults are those of a strict client.
struct ReadOptions {
  Limits limits;

  /// A field that an object does not define: rejected by servers, skipped, fully validated, by
  /// clients.
  bool reject_unknown_fields = false;

  // Each of these accepts what is an error otherwise.
  /// `null` for a list, set or map that is no object's field: taken as empty.
  bool null_is_empty_collection = false;
  /// An element of a set given twice: the first is kept.
  bool keep_first_element = false;
  /// Keys of a map that are equal once parsed (`"10"`, `"10.0"`): the last value is kept.
  bool keep_last_key = false;
  /// A field of an object given twice: the last value is kept.
  bool keep_last_field = false;
  /// A union without its value, of a variant that may be absent: taken as empty.
  bool absent_union_value_is_empty = false;
  /// Keys of a union beside `type` and the variant's: skipped, fully validated.
  bool ignore_extra_union_keys = false;
  /// Enum values in lower case: taken as upper case.
  bool upper_case_enums = false;

  /// The strict reader that also rejects unknown fields.
  static ReadOptions server() {
    ReadOptions options;
    options.reject_unknown_fields = true;
    return options;
  }
  /// Accepts whatever any of the well-known runtimes accepts.
  static ReadOptions lenient() {
    ReadOptions options;
    options.null_is_empty_collection = true;
    options.keep_first_element = true;
    options.keep_last_key = true;
    options.keep_last_field = true;
    options.absent_union_value_is_empty = true;
    options.ignore_extra_union_keys = true;
    options.upper_case_enums = true;
    return options;
  }
};

/// How to write. Of the limits, max_depth and max_document_bytes apply.
struct WriteOptions {
  Limits limits;
};

}  // namespace conjure
