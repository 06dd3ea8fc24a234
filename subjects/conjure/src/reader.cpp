// SPDX-License-Identifier: Apache-2.0
#include "conjure/reader.hpp"

#include <algorithm>

namespace conjure {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool starts_a_value(char c) {
  return is_digit(c) || c == '-' || c == '"' || c == '{' || c == '[' || c == 't' || c == 'f';
}

}  // namespace

Reader::Reader(std::string_view document, const ReadOptions& options)
    : next_(document.data()),
      end_(document.data() + document.size()),
      elements_left_(options.limits.max_elements),
      begin_(document.data()),
      options_(options) {
  if (document.size() > std::min(options.limits.max_document_bytes, Limits::document_ceiling)) {
    fail(ErrorCode::document_too_large);
    end_ = begin_;  // whatever is read next fails too, and the first error stays
  }
}

bool Reader::read_boolean(bool& out) {
  skip_whitespace();
  const char first = next_ == end_ ? '\0' : *next_;
  if (first != 't' && first != 'f') return fail_expected(ErrorCode::expected_boolean);
  const std::string_view word = first == 't' ? "true" : "false";
  for (const char c : word) {
    if (next_ == end_) return fail(ErrorCode::unexpected_end);
    if (*next_ != c) return fail(ErrorCode::unexpected_character);
    ++next_;
  }
  out = first == 't';
  return true;
}

bool Reader::read_number(NumberText& out) {
  skip_whitespace();
  if (next_ == end_ || !(is_digit(*next_) || *next_ == '-')) {
    return fail_expected(ErrorCode::expected_number);
  }
  const ErrorCode code = scan_number(next_, end_, out);
  return code == ErrorCode::none || fail(code);
}

// Not plain ASCII up to the closing quote. Without escapes the text still stands in the document.
bool Reader::read_unusual_text(const char* begin, const char* stop, std::string_view& out) {
  while (stop != end_ && static_cast<unsigned char>(*stop) >= 0x80) {
    const std::size_t length = utf8_sequence(stop, end_);
    next_ = stop;
    if (length == 0) return fail(ErrorCode::invalid_utf8);
    stop = skip_plain_text(stop + length, end_);
  }
  next_ = stop;
  if (stop == end_) return fail(ErrorCode::unexpected_end);
  if (*stop == '\\') return decode_escapes(begin, stop, out);
  if (*stop != '"') return fail(ErrorCode::control_character);
  out = std::string_view(begin, static_cast<std::size_t>(stop - begin));
  if (out.size() > options_.limits.max_string_bytes) return fail(ErrorCode::string_too_long);
  next_ = stop + 1;
  return true;
}

// `next_` is at the first backslash; [begin, next_) is checked.
bool Reader::decode_escapes(const char* begin, const char* stop, std::string_view& out) {
  decoded_.assign(begin, stop);
  while (next_ != end_ && *next_ != '"') {
    const auto c = static_cast<unsigned char>(*next_);
    if (c == '\\') {
      if (!decode_escape()) return false;
    } else if (c < 0x20) {
      return fail(ErrorCode::control_character);
    } else if (c < 0x80) {
      const char* const run = next_;
      next_ = skip_plain_text(next_, end_);
      decoded_.append(run, next_);
    } else {
      const std::size_t length = utf8_sequence(next_, end_);
      if (length == 0) return fail(ErrorCode::invalid_utf8);
      decoded_.append(next_, length);
      next_ += length;
    }
    if (decoded_.size() > options_.limits.max_string_bytes) {
      return fail(ErrorCode::string_too_long);
    }
  }
  if (next_ == end_) return fail(ErrorCode::unexpected_end);
  ++next_;
  out = decoded_;
  return true;
}

bool Reader::read_hex4(const char* p, char32_t& unit) {
  unit = 0;
  for (int i = 0; i < 4; ++i, ++p) {
    if (p == end_) return fail(ErrorCode::unexpected_end);
    const char c = *p;
    const char lower = static_cast<char>(c | 0x20);
    if (is_digit(c)) {
      unit = unit * 16 + static_cast<char32_t>(c - '0');
    } else if (lower >= 'a' && lower <= 'f') {
      unit = unit * 16 + static_cast<char32_t>(lower - 'a' + 10);
    } else {
      return fail(ErrorCode::invalid_escape);
    }
  }
  return true;
}

// Decodes the escape whose backslash is the next byte, and moves past it. Errors are at that
// backslash.
bool Reader::decode_escape() {
  const char* const p = next_;
  if (end_ - p < 2) return fail(ErrorCode::unexpected_end);
  static constexpr std::string_view names = "\"\\/bfnrt";
  static constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
  if (p[1] != 'u') {
    const std::size_t which = names.find(p[1]);
    if (which == std::string_view::npos) return fail(ErrorCode::invalid_escape);
    decoded_ += meanings[which];
    next_ += 2;
    return true;
  }
  char32_t unit;
  if (!read_hex4(p + 2, unit)) return false;
  std::size_t length = 6;
  if (unit >= 0xD800 && unit <= 0xDFFF) {
    char32_t low;
    if (unit >= 0xDC00 || end_ - p < 8 || p[6] != '\\' || p[7] != 'u') {
      return fail(ErrorCode::lone_surrogate);
    }
    if (!read_hex4(p + 8, low)) return false;
    if (low < 0xDC00 || low > 0xDFFF) return fail(ErrorCode::lone_surrogate);
    unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
    length = 12;
  }
  append_utf8(decoded_, unit);
  next_ += length;
  return true;
}

bool Reader::finish() {
  if (!ok()) return false;
  skip_whitespace();
  return next_ == end_ || fail(ErrorCode::trailing_bytes);
}

Reader::Mark Reader::mark() const {
  Mark mark;
  mark.next = next_;
  mark.elements_left = elements_left_;
  mark.depth = depth_;
  mark.first = first_;
  return mark;
}

void Reader::rewind(const Mark& mark) {
  next_ = mark.next;
  elements_left_ = mark.elements_left;
  depth_ = mark.depth;
  first_ = mark.first;
}

bool Reader::fail_at(ErrorCode code, std::size_t offset, std::vector<std::string> names) {
  failure_.record(code, offset, std::move(names));
  return false;
}

bool Reader::fail_expected(ErrorCode expected) {
  const char next = peek();
  if (next_ == end_) return fail(ErrorCode::unexpected_end);
  if (next == 'n' && end_ - next_ >= 4 && std::memcmp(next_, "null", 4) == 0) {
    return fail(ErrorCode::unexpected_null);
  }
  return fail(starts_a_value(next) ? expected : ErrorCode::unexpected_character);
}

}  // namespace conjure
