// SPDX-License-Identifier: Apache-2.0
#include "conjure/writer.hpp"

#include <charconv>
#include <cmath>

namespace conjure {

void append_integer(std::string& out, std::int64_t value) {
  char digits[20];  // -9223372036854775808
  out.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

void append_double(std::string& out, double value) {
  if (std::isnan(value)) {
    out += "NaN";
  } else if (std::isinf(value)) {
    out += value < 0 ? "-Infinity" : "Infinity";
  } else {
    char digits[32];  // the longest shortest form, -2.2250738585072014e-308, has 24
    const char* const end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    const std::string_view text(digits, static_cast<std::size_t>(end - digits));
    out += text;
    if (text.find_first_of(".e") == std::string_view::npos) out += ".0";
  }
}

bool Writer::write_integer(std::int64_t value) {
  append_integer(out_, value);
  return true;
}

bool Writer::write_double(double value) {
  const bool quoted = !std::isfinite(value);
  if (quoted) out_ += '"';
  append_double(out_, value);
  if (quoted) out_ += '"';
  return true;
}

bool Writer::finish() {
  if (!ok()) return false;
  return out_.size() - start_ <= options_.limits.max_document_bytes ||
         fail(ErrorCode::document_too_large);
}

bool Writer::fail(ErrorCode code) {
  failure_.record(code, out_.size() - start_);
  return false;
}

}  // namespace conjure
