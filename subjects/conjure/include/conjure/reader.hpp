// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conjure/error.hpp"
#include "conjure/failure.hpp"
#include "conjure/number.hpp"
#include "conjure/options.hpp"
#include "conjure/text.hpp"

namespace conjure {

/// Walks once over a JSON document, for the Codecs of types.
///
/// Every function that can fail returns false once an error is recorded, and callers return false
/// at once; on the way out each level adds its part of the path (in_field, in_key, in_index). The
/// good path therefore neither throws nor keeps a path.
class Reader {
 public:
  /// Borrows both.
  Reader(std::string_view document, const ReadOptions& options);
  Reader(std::string_view document, ReadOptions&& options) = delete;
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  const ReadOptions& options() const { return options_; }
  bool ok() const { return !failure_.any(); }

  /// Offset in bytes of the next value: white space before it is skipped.
  std::size_t offset() {
    skip_whitespace();
    return static_cast<std::size_t>(next_ - begin_);
  }

  /// Consumes a `null` if it is what comes next.
  bool accept_null() {
    skip_whitespace();
    if (end_ - next_ < 4 || std::memcmp(next_, "null", 4) != 0) return false;
    next_ += 4;
    return true;
  }

  bool read_boolean(bool& out);
  /// Checks the grammar; the value is up to the caller. Borrows from the document.
  bool read_number(NumberText& out);
  /// A string with its escapes resolved. `out` is valid until the next call on this reader.
  bool read_text(std::string_view& out) {
    skip_whitespace();
    if (next_ == end_ || *next_ != '"') return fail_expected(ErrorCode::expected_string);
    return read_text_after_quote(out);
  }
  /// The first character of the next value, or NUL at the end of the document.
  char peek() {
    skip_whitespace();
    return next_ == end_ ? '\0' : *next_;
  }

  /// `{`; then next_key() before each member's value, until it returns false: at the end, or
  /// because of an error, which ok() tells. `key` is valid until the next call on this reader.
  bool begin_object() { return begin('{', ErrorCode::expected_object); }
  bool next_key(std::string_view& key);
  /// Offset of the key that next_key() gave last.
  std::size_t key_offset() const { return static_cast<std::size_t>(key_ - begin_); }

  /// `[`; then next_element() before each element, likewise.
  bool begin_array() { return begin('[', ErrorCode::expected_array); }
  bool next_element() { return next_item(']'); }

  /// Passes over one value of any kind and checks all of it: grammar, UTF-8, escapes, limits,
  /// names given twice. Numbers may be beyond double. Does not recurse.
  bool skip_value();

  /// Whether `text` is part of the document, and so lives as long as that does.
  bool borrows(std::string_view text) const {
    return text.data() >= begin_ && text.data() + text.size() <= end_;
  }

  /// Only white space may follow. The last call.
  bool finish();

  /// A place to come back to, for types whose members' order decides how they are read.
  class Mark {
    friend class Reader;
    const char* next = nullptr;
    std::size_t elements_left = 0, depth = 0;
    bool first = false;
  };
  Mark mark() const;
  void rewind(const Mark& mark);

  /// Record an error and return false: at the next byte, or at `offset`.
  bool fail(ErrorCode code) { return fail_at(code, static_cast<std::size_t>(next_ - begin_)); }
  bool fail_at(ErrorCode code, std::size_t offset, std::vector<std::string> names = {});
  bool fail_at(ErrorCode code, std::size_t offset, std::string_view name) {
    return fail_at(code, offset, std::vector{std::string(name)});
  }
  /// The next value is not of the expected kind: records why and returns false.
  bool fail_expected(ErrorCode expected);

  /// Put a part before the recorded error's path, and return false.
  bool in_field(std::string_view name) { return failure_.in_field(name), false; }
  bool in_key(std::string_view key) { return failure_.in_key(key), false; }
  bool in_index(std::size_t index) { return failure_.in_index(index), false; }

  /// The recorded error, its path now complete; null if there is none.
  std::unique_ptr<Error> take_error() { return failure_.take(); }

 private:
  void skip_whitespace() {
    while (next_ != end_ && (*next_ == ' ' || *next_ == '\n' || *next_ == '\r' || *next_ == '\t')) {
      ++next_;
    }
  }

  bool begin(char open, ErrorCode expected) {
    skip_whitespace();
    if (next_ == end_ || *next_ != open) return fail_expected(expected);
    if (depth_ == options_.limits.max_depth) return fail(ErrorCode::too_deep);
    ++next_;
    ++depth_;
    first_ = true;
    return true;
  }

  /// Consumes the comma before an item, if it is not the first, or the container's end.
  bool next_item(char close) {
    skip_whitespace();
    if (next_ == end_) return fail(ErrorCode::unexpected_end);
    if (*next_ == close) {
      ++next_;
      --depth_;
      first_ = false;
      return false;
    }
    if (!first_) {
      if (*next_ != ',') return fail(ErrorCode::unexpected_character);
      ++next_;
    }
    first_ = false;
    if (elements_left_ == 0) return fail(ErrorCode::too_many_elements);
    --elements_left_;
    return true;
  }

  bool read_text_after_quote(std::string_view& out) {
    const char* const begin = next_ + 1;
    const char* const stop = skip_plain_text(begin, end_);
    if (stop == end_ || *stop != '"') return read_unusual_text(begin, stop, out);
    out = std::string_view(begin, static_cast<std::size_t>(stop - begin));
    if (out.size() > options_.limits.max_string_bytes) return fail(ErrorCode::string_too_long);
    next_ = stop + 1;
    return true;
  }

  bool read_unusual_text(const char* begin, const char* stop, std::string_view& out);
  bool decode_escapes(const char* begin, const char* stop, std::string_view& out);
  bool decode_escape();
  bool read_hex4(const char* p, char32_t& unit);

  const char* next_;
  const char* end_;
  std::size_t elements_left_;
  std::size_t depth_ = 0;
  bool first_ = false;  // in the innermost container, no item was read yet
  Failure failure_;
  const char* begin_;
  const char* key_ = nullptr;  // the opening quote of the last key
  const ReadOptions& options_;
  std::string decoded_;  // the last string that had escapes
};

inline bool Reader::next_key(std::string_view& key) {
  if (!next_item('}')) return false;
  skip_whitespace();
  if (next_ == end_ || *next_ != '"') return fail_expected(ErrorCode::expected_key);
  key_ = next_;
  if (!read_text_after_quote(key)) return false;
  skip_whitespace();
  if (next_ == end_) return fail(ErrorCode::unexpected_end);
  if (*next_ != ':') return fail(ErrorCode::unexpected_character);
  ++next_;
  return true;
}

}  // namespace conjure
