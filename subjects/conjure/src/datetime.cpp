// SPDX-License-Identifier: Apache-2.0
#include <chrono>

#include "conjure/primitives.hpp"

namespace conjure {

namespace {

using std::chrono::day;
using std::chrono::month;
using std::chrono::sys_days;
using std::chrono::year;
using std::chrono::year_month_day;

constexpr int max_offset_minutes = 18 * 60;  // as far as other runtimes go; the world uses 14 h

// Takes pieces off the front of a text. Once a piece is not there, `ok` stays false.
class Pieces {
 public:
  explicit Pieces(std::string_view text) : rest_(text) {}

  bool ok() const { return ok_; }
  bool at_end() const { return rest_.empty(); }
  bool next_is_digit() const { return !rest_.empty() && rest_[0] >= '0' && rest_[0] <= '9'; }

  bool accept(char c) {
    if (rest_.empty() || rest_[0] != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void require(char c) { ok_ = accept(c) && ok_; }
  void require(bool condition) { ok_ = condition && ok_; }

  // Exactly `count` digits, at most `max`.
  int number(int count, int max) {
    int value = 0;
    for (int i = 0; i < count; ++i) value = value * 10 + digit();
    require(value <= max);
    return value;
  }
  int digit() {
    if (!next_is_digit()) return ok_ = false, 0;
    const int value = rest_[0] - '0';
    rest_.remove_prefix(1);
    return value;
  }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

// Minutes; the form of the time of day, extended or basic, decides that of the offset.
int parse_offset(Pieces& pieces, bool extended) {
  if (pieces.accept('Z')) return 0;
  const int sign = pieces.accept('-') ? -1 : 1;
  if (sign == 1) pieces.require('+');
  int minutes = 60 * pieces.number(2, max_offset_minutes / 60);
  if (!pieces.at_end()) {
    if (extended) pieces.require(':');
    minutes += pieces.number(2, 59);
  }
  pieces.require(minutes <= max_offset_minutes);
  return sign * minutes;
}

void append_number(std::string& out, std::int64_t value, int digits) {
  std::string text = std::to_string(value);
  out.append(static_cast<std::size_t>(digits) - text.size(), '0').append(text);
}

}  // namespace

std::optional<DateTime> DateTime::parse(std::string_view text) {
  Pieces pieces(text);
  const int y = pieces.number(4, 9999);
  const bool extended = pieces.accept('-');
  const int m = pieces.number(2, 12);
  if (extended) pieces.require('-');
  const int d = pieces.number(2, 31);
  const year_month_day date{year(y), month(static_cast<unsigned>(m)),
                            day(static_cast<unsigned>(d))};
  pieces.require(date.ok());
  pieces.require('T');
  const int hours = pieces.number(2, 23);
  if (extended) pieces.require(':');
  const int minutes = pieces.number(2, 59);
  if (extended) pieces.require(':');
  const int seconds = pieces.number(2, 59);

  DateTime time;
  if (pieces.accept('.')) {
    pieces.require(pieces.next_is_digit());
    for (std::int32_t unit = 100'000'000; unit > 0 && pieces.next_is_digit(); unit /= 10) {
      time.nanoseconds_ += unit * pieces.digit();
      ++time.fraction_digits_;
    }
  }
  time.offset_minutes_ = static_cast<std::int16_t>(parse_offset(pieces, extended));
  if (!pieces.ok() || !pieces.at_end()) return std::nullopt;
  const std::int64_t days = sys_days(date).time_since_epoch().count();
  time.local_seconds_ = days * 86400 + hours * 3600 + minutes * 60 + seconds;
  return time;
}

std::optional<DateTime> DateTime::from(std::int64_t epoch_seconds, std::int32_t nanoseconds,
                                       std::int32_t offset_minutes) {
  // 0000-01-01T00:00:00Z and 9999-12-31T23:59:59Z.
  constexpr std::int64_t min = -62'167'219'200;
  constexpr std::int64_t max = 253'402'300'799;
  if (nanoseconds < 0 || nanoseconds > 999'999'999) return std::nullopt;
  if (offset_minutes < -max_offset_minutes || offset_minutes > max_offset_minutes) {
    return std::nullopt;
  }
  if (epoch_seconds < min - 86400 || epoch_seconds > max + 86400) return std::nullopt;
  DateTime time;
  time.local_seconds_ = epoch_seconds + 60 * offset_minutes;
  if (time.local_seconds_ < min || time.local_seconds_ > max) return std::nullopt;
  time.nanoseconds_ = nanoseconds;
  time.offset_minutes_ = static_cast<std::int16_t>(offset_minutes);
  time.fraction_digits_ = nanoseconds == 0               ? 0
                          : nanoseconds % 1'000'000 == 0 ? 3
                          : nanoseconds % 1'000 == 0     ? 6
                                                         : 9;
  return time;
}

void DateTime::append_to(std::string& out) const {
  const std::chrono::sys_seconds local{std::chrono::seconds(local_seconds_)};
  const auto midnight = std::chrono::floor<std::chrono::days>(local);
  const year_month_day date(midnight);
  const std::int64_t second_of_day = (local - midnight).count();
  append_number(out, static_cast<int>(date.year()), 4);
  out += '-';
  append_number(out, static_cast<unsigned>(date.month()), 2);
  out += '-';
  append_number(out, static_cast<unsigned>(date.day()), 2);
  out += 'T';
  append_number(out, second_of_day / 3600, 2);
  out += ':';
  append_number(out, second_of_day / 60 % 60, 2);
  out += ':';
  append_number(out, second_of_day % 60, 2);
  if (fraction_digits_ != 0) {
    out += '.';
    append_number(out, nanoseconds_, 9);
    out.resize(out.size() - (9 - fraction_digits_));
  }
  if (offset_minutes_ == 0) {
    out += 'Z';
  } else {
    const int distance = offset_minutes_ < 0 ? -offset_minutes_ : offset_minutes_;
    out += offset_minutes_ < 0 ? '-' : '+';
    append_number(out, distance / 60, 2);
    out += ':';
    append_number(out, distance % 60, 2);
  }
}

}  // namespace conjure
