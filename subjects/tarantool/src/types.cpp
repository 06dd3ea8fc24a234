// SPDX-License-Identifier: Apache-2.0
#include "tarantool/types.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>

namespace tarantool {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// A Decimal's text, [-+]digits[.digits][(e|E)[-+]digits], as it is read.
struct DecimalText {
  std::string_view left;
  Int128 unscaled = 0;
  std::int64_t scale = 0;

  bool take(char c) {
    if (!left.starts_with(c)) return false;
    left.remove_prefix(1);
    return true;
  }

  bool take_digits() {
    int significant = 0;
    bool has_digit = false;
    bool has_point = false;
    for (;; left.remove_prefix(1)) {
      if (!has_point && take('.')) has_point = true;
      if (left.empty() || !is_digit(left.front())) return has_digit;
      const int digit = left.front() - '0';
      if (unscaled != 0 || digit != 0) ++significant;
      if (significant > Decimal::most_digits) return false;
      unscaled = unscaled * 10 + digit;
      has_digit = true;
      if (has_point) ++scale;
    }
  }

  bool take_exponent() {
    constexpr std::int64_t most = std::int64_t{1} << 32U;  // Beyond what a scale can be.
    const bool has_plus = take('+');
    std::int64_t exponent = 0;
    const char* const end = left.data() + left.size();
    const auto [behind, error] = std::from_chars(left.data(), end, exponent);
    const bool has_two_signs = has_plus && left.starts_with('-');
    if (error != std::errc{} || behind != end || has_two_signs) return false;
    scale -= std::clamp(exponent, -most, most);
    return true;
  }
};

constexpr char hexadecimal[] = "0123456789abcdef";

int hexadecimal_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Bytes of a UUID before which its text has a dash.
bool is_group(std::size_t byte) { return byte == 4 || byte == 6 || byte == 8 || byte == 10; }

void append_hexadecimal(std::string& text, unsigned byte) {
  text += hexadecimal[byte >> 4U];
  text += hexadecimal[byte & 0xfU];
}

void append_padded(std::string& text, std::uint64_t number, std::size_t width) {
  const std::string digits = std::to_string(number);
  text.append(width - std::min(width, digits.size()), '0') += digits;
}

/// Writes a value, up to a number of characters.
class ValueText {
 public:
  explicit ValueText(std::size_t most) : most_(most) {}

  void operator()(const Value& value) {
    // Each level writes a character at least, so it does not go deeper than there is room for.
    if (!is_full()) std::visit(*this, value.content);
  }
  void operator()(Nil) { text_ += "null"; }
  void operator()(bool value) { text_ += value ? "true" : "false"; }
  void operator()(std::int64_t value) { text_ += std::to_string(value); }
  void operator()(std::uint64_t value) { text_ += std::to_string(value); }
  void operator()(double value) {
    char digits[32];
    text_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
  }
  void operator()(const std::string& value) {
    text_ += '"';
    for (std::size_t i = 0; i < value.size() && !is_full(); ++i) character(value[i]);
    text_ += '"';
  }
  void operator()(const Bytes& value) {
    text_ += "0x";
    for (std::size_t i = 0; i < value.size() && !is_full(); ++i) {
      append_hexadecimal(text_, std::to_integer<unsigned>(value[i]));
    }
  }
  void operator()(const Value::Array& values) {
    list('[', ']', values, [&](const Value& each) { (*this)(each); });
  }
  void operator()(const Value::Map& entries) {
    list('{', '}', entries, [&](const auto& entry) {
      (*this)(entry.first);
      text_ += ": ";
      (*this)(entry.second);
    });
  }
  void operator()(const Decimal& value) { text_ += value.to_string(); }
  void operator()(const Uuid& value) { text_ += value.to_string(); }
  void operator()(const Datetime& value);
  void operator()(const Interval& value);
  void operator()(const Extension& value) {
    text_ += "extension " + std::to_string(value.type) + " ";
    (*this)(value.bytes);
  }

  std::string finish() && {
    if (text_.size() <= most_) return std::move(text_);
    std::size_t n = most_;
    while (n > 0 && (static_cast<unsigned char>(text_[n]) & 0xc0U) == 0x80) --n;  // within UTF-8
    text_.resize(n);
    return std::move(text_) + "…";
  }

 private:
  bool is_full() const { return text_.size() > most_; }

  void character(char c) {
    if (c == '"' || c == '\\') {
      (text_ += '\\') += c;
    } else if (static_cast<unsigned char>(c) >= 0x20) {
      text_ += c;
    } else {
      text_ += "\\u00";
      append_hexadecimal(text_, static_cast<unsigned char>(c));
    }
  }

  void list(char begin, char end, const auto& elements, auto write) {
    text_ += begin;
    for (const auto& each : elements) {
      if (is_full()) return;
      if (&each != &elements.front()) text_ += ", ";
      write(each);
    }
    text_ += end;
  }

  std::size_t most_;
  std::string text_;
};

// As 2024-02-29T12:00:00.5+03:00, in its zone's time; or its seconds, where years have not four
// digits.
void ValueText::operator()(const Datetime& value) {
  using namespace std::chrono;
  constexpr sys_seconds least = sys_days(year{1} / 1 / 1);
  constexpr sys_seconds most = sys_days(year{9999} / 12 / 31);
  const sys_seconds time{seconds(value.seconds)};
  if (time < least || time > most) {
    text_ += std::to_string(value.seconds) + " s";
    return;
  }
  const auto put = [&](const char* before, auto number, std::size_t width) {
    text_ += before;
    append_padded(text_, static_cast<std::uint64_t>(number), width);
  };
  const sys_seconds local = time + minutes(value.offset_minutes);
  const year_month_day date(floor<days>(local));
  const hh_mm_ss clock(local - floor<days>(local));
  put("", int{date.year()}, 4);
  put("-", unsigned{date.month()}, 2);
  put("-", unsigned{date.day()}, 2);
  put("T", clock.hours().count(), 2);
  put(":", clock.minutes().count(), 2);
  put(":", clock.seconds().count(), 2);
  if (value.nanoseconds != 0) put(".", value.nanoseconds, 9);
  const int offset = std::abs(value.offset_minutes);
  put(value.offset_minutes < 0 ? "-" : "+", offset / 60, 2);
  put(":", offset % 60, 2);
}

void ValueText::operator()(const Interval& value) {
  const std::size_t begin = text_.size();
  const auto put = [&](std::int64_t number, const char* unit) {
    if (number == 0) return;
    if (text_.size() != begin) text_ += ", ";
    if (number > 0) text_ += '+';
    (text_ += std::to_string(number)) += unit;
  };
  put(value.years, " years");
  put(value.months, " months");
  put(value.weeks, " weeks");
  put(value.days, " days");
  put(value.hours, " hours");
  put(value.minutes, " minutes");
  put(value.seconds, " seconds");
  put(value.nanoseconds, " nanoseconds");
  if (text_.size() == begin) text_ += "0 seconds";
}

}  // namespace

std::optional<Decimal> Decimal::parse(std::string_view text) {
  DecimalText parts{text};
  const bool is_negative = parts.take('-');
  if (!is_negative) parts.take('+');
  if (!parts.take_digits()) return std::nullopt;
  const bool has_exponent = parts.take('e') || parts.take('E');
  if (has_exponent ? !parts.take_exponent() : !parts.left.empty()) return std::nullopt;
  if (!std::in_range<std::int32_t>(parts.scale)) return std::nullopt;
  const Int128 unscaled = is_negative ? -parts.unscaled : parts.unscaled;
  return Decimal{unscaled, static_cast<std::int32_t>(parts.scale)};
}

std::string Decimal::to_string() const {
  std::string digits;  // From the last to the first.
  Int128 left = unscaled;
  do {
    digits += static_cast<char>('0' + std::abs(static_cast<int>(left % 10)));
    left /= 10;
  } while (left != 0);

  const bool has_exponent = scale < 0 || scale > most_digits;
  if (scale > 0 && !has_exponent) {
    const auto places = static_cast<std::size_t>(scale);
    if (digits.size() <= places) digits.append(places + 1 - digits.size(), '0');
    digits.insert(places, 1, '.');
  }
  if (unscaled < 0) digits += '-';
  std::reverse(digits.begin(), digits.end());
  if (has_exponent) digits += "e" + std::to_string(-std::int64_t{scale});
  return digits;
}

std::optional<Uuid> Uuid::parse(std::string_view text) {
  Uuid uuid;
  constexpr std::size_t length = 36;
  if (text.size() != length) return std::nullopt;
  for (std::size_t i = 0; i < uuid.bytes.size(); ++i) {
    if (is_group(i)) {
      if (text.front() != '-') return std::nullopt;
      text.remove_prefix(1);
    }
    const int high = hexadecimal_value(text[0]);
    const int low = hexadecimal_value(text[1]);
    if (high < 0 || low < 0) return std::nullopt;
    uuid.bytes[i] = static_cast<std::uint8_t>(high * 16 + low);
    text.remove_prefix(2);
  }
  return uuid;
}

std::string Uuid::to_string() const {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (is_group(i)) text += '-';
    append_hexadecimal(text, bytes[i]);
  }
  return text;
}

bool Value::operator==(const Value& other) const { return content == other.content; }

std::string Value::to_string(std::size_t most) const {
  ValueText text(most);
  text(*this);
  return std::move(text).finish();
}

}  // namespace tarantool
