// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "conjure/error.hpp"
#include "conjure/failure.hpp"
#include "conjure/options.hpp"
#include "conjure/text.hpp"

namespace conjure {

/// Appends one JSON document to a string, for the Codecs of types. Commas are its business.
///
/// As with Reader, every function that can fail returns false once an error is recorded, and each
/// level adds its part of the path. Offsets of errors are positions in the output.
class Writer {
 public:
  /// Appends to `out`. Borrows both.
  Writer(std::string& out, const WriteOptions& options)
      : out_(out), start_(out.size()), options_(options) {}
  Writer(std::string& out, WriteOptions&& options) = delete;
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  bool ok() const { return !failure_.any(); }

  bool write_null() { return write_raw("null"); }
  bool write_boolean(bool value) { return write_raw(value ? "true" : "false"); }
  bool write_integer(std::int64_t value);
  /// The shortest text that reads back as the same double, always with a point or an exponent.
  bool write_double(double value);
  /// A string. Fails if `text` is not UTF-8.
  bool write_text(std::string_view text) {
    return append_json_string(out_, text) || fail(ErrorCode::invalid_utf8);
  }
  /// A string of printable ASCII without quotes and backslashes.
  bool write_quoted(std::string_view text) {
    out_ += '"';
    out_ += text;
    out_ += '"';
    return true;
  }
  /// A string of what `append(std::string&)` appends, printable ASCII without quotes and
  /// backslashes; its ErrorCode is recorded if it is not none.
  template <class Append>
  bool write_quoted_by(Append append) {
    out_ += '"';
    const ErrorCode code = append(out_);
    out_ += '"';
    return code == ErrorCode::none || fail(code);
  }
  /// Text that is JSON already.
  bool write_raw(std::string_view json) {
    out_ += json;
    return true;
  }

  /// Containers: begin, then for each member its key and its value, or for each element
  /// next_element() and its value, then end.
  bool begin_object() { return begin('{'); }
  bool write_key(std::string_view key) {
    return next_element() && write_text(key) && write_raw(":");
  }
  /// A key of printable ASCII without quotes and backslashes, as fields' names are.
  bool write_field_name(std::string_view name) {
    return next_element() && write_quoted(name) && write_raw(":");
  }
  bool end_object() { return end('}'); }

  bool begin_array() { return begin('['); }
  bool next_element() {
    if (!first_) out_ += ',';
    first_ = false;
    return out_.size() - start_ <= options_.limits.max_document_bytes ||
           fail(ErrorCode::document_too_large);
  }
  bool end_array() { return end(']'); }

  /// The last call: checks the size.
  bool finish();

  /// Records an error and returns false.
  bool fail(ErrorCode code);

  /// Put a part before the recorded error's path, and return false.
  bool in_field(std::string_view name) { return failure_.in_field(name), false; }
  bool in_key(std::string_view key) { return failure_.in_key(key), false; }
  bool in_index(std::size_t index) { return failure_.in_index(index), false; }

  /// The recorded error, its path now complete; null if there is none.
  std::unique_ptr<Error> take_error() { return failure_.take(); }

 private:
  bool begin(char open) {
    if (depth_ == options_.limits.max_depth) return fail(ErrorCode::too_deep);
    ++depth_;
    first_ = true;
    out_ += open;
    return true;
  }
  bool end(char close) {
    --depth_;
    first_ = false;
    out_ += close;
    return true;
  }

  std::string& out_;
  std::size_t start_;
  std::size_t depth_ = 0;
  bool first_ = true;
  Failure failure_;
  const WriteOptions& options_;
};

/// Appends what Writer::write_double() writes; "NaN", "Infinity" and "-Infinity" without quotes.
void append_double(std::string& out, double value);
/// Appends the decimal digits of `value`.
void append_integer(std::string& out, std::int64_t value);

}  // namespace conjure
