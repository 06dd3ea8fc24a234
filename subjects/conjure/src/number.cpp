// SPDX-License-Identifier: Apache-2.0
#include "conjure/number.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

namespace conjure {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

ErrorCode scan_digits(const char*& next, const char* end) {
  if (next == end) return ErrorCode::unexpected_end;
  if (!is_digit(*next)) return ErrorCode::invalid_number;
  while (next != end && is_digit(*next)) ++next;
  return ErrorCode::none;
}

// The power of ten of the first digit that is not 0 in `number`, which is not zero and has been
// found beyond the range of double: far enough from 0 that rough arithmetic decides the side.
long decimal_magnitude(std::string_view number) {
  const std::size_t e = std::min(number.find_first_of("eE"), number.size());
  const std::string_view mantissa = number.substr(0, e);
  const std::size_t point = std::min(mantissa.find('.'), e);
  const std::size_t first = std::min(mantissa.find_first_of("123456789"), e);
  const long magnitude = static_cast<long>(point) - static_cast<long>(first);
  if (e == number.size()) return magnitude;
  std::string_view exponent = number.substr(e + 1);
  const bool negative = exponent[0] == '-';
  if (negative || exponent[0] == '+') exponent.remove_prefix(1);
  // Beyond nine digits no mantissa that fits a document makes up for the exponent.
  long value = 0;
  exponent.remove_prefix(std::min(exponent.find_first_not_of('0'), exponent.size()));
  if (exponent.size() > 12) exponent = "999999999999";
  for (const char c : exponent) value = value * 10 + (c - '0');
  return magnitude + (negative ? -value : value);
}

// Integers of more digits than std::int64_t has are out of any range.
bool to_int64(const NumberText& number, std::int64_t& out) {
  const char* const end = number.text.data() + number.text.size();
  return std::from_chars(number.text.data(), end, out).ec == std::errc();
}

}  // namespace

ErrorCode scan_number(const char*& next, const char* end, NumberText& out) {
  const char* const begin = next;
  ErrorCode code = ErrorCode::none;
  if (next != end && *next == '-') ++next;
  if (next != end && *next == '0') {
    ++next;  // alone: a digit after it is not part of the number
  } else {
    code = scan_digits(next, end);
  }
  out.integral = true;
  if (code == ErrorCode::none && next != end && *next == '.') {
    out.integral = false;
    code = scan_digits(++next, end);
  }
  if (code == ErrorCode::none && next != end && (*next == 'e' || *next == 'E')) {
    out.integral = false;
    if (++next != end && (*next == '+' || *next == '-')) ++next;
    code = scan_digits(next, end);
  }
  out.text = std::string_view(begin, static_cast<std::size_t>(next - begin));
  return code;
}

ErrorCode to_integer(const NumberText& number, std::int32_t& out) {
  if (!number.integral) return ErrorCode::invalid_integer;
  std::int64_t value = 0;
  if (!to_int64(number, value) || value != static_cast<std::int32_t>(value)) {
    return ErrorCode::integer_out_of_range;
  }
  out = static_cast<std::int32_t>(value);
  return ErrorCode::none;
}

ErrorCode to_safelong(const NumberText& number, SafeLong& out) {
  if (!number.integral) return ErrorCode::invalid_safelong;
  std::int64_t value = 0;
  if (!to_int64(number, value)) return ErrorCode::safelong_out_of_range;
  const auto safe = SafeLong::from(value);
  if (!safe) return ErrorCode::safelong_out_of_range;
  out = *safe;
  return ErrorCode::none;
}

ErrorCode to_double(const NumberText& number, double& out) {
  const std::string_view text = number.text;
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec == std::errc::result_out_of_range) {
    if (decimal_magnitude(text) > 0) return ErrorCode::double_out_of_range;
    value = text[0] == '-' ? -0.0 : 0.0;
  }
  out = value;
  return ErrorCode::none;
}

bool parse_special_double(std::string_view text, double& out) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (text == "NaN") return out = std::numeric_limits<double>::quiet_NaN(), true;
  if (text == "Infinity") return out = infinity, true;
  if (text == "-Infinity") return out = -infinity, true;
  return false;
}

}  // namespace conjure
