// SPDX-License-Identifier: Apache-2.0
// java.time, whose classes write themselves through java.time.Ser: a byte that tells the class, and
// its parts. Text and hash codes are those of JDK 17.
#include <array>
#include <bit>
#include <cstdio>
#include <cstdlib>

#include "meaning_content.hpp"

namespace javaser {

namespace {

// java.time.Ser's type bytes.
enum class Type : std::int8_t {
  duration = 1,
  instant = 2,
  local_date = 3,
  local_time = 4,
  local_date_time = 5,
  zoned_date_time = 6,
  zone_region = 7,
  zone_offset = 8,
  offset_time = 9,
  offset_date_time = 10,
  year = 11,
  year_month = 12,
  month_day = 13,
  period = 14,
};

constexpr std::int32_t max_year = 999'999'999;     // Year.MAX_VALUE
constexpr std::int32_t max_offset = 18 * 60 * 60;  // ZoneOffset.MAX
constexpr std::int32_t offset_step = 15 * 60;      // ZoneOffsets of a multiple are kept, one each
constexpr std::int32_t nanos_of_second = 1'000'000'000;
constexpr std::int64_t seconds_of_day = 86'400;

using Bits = std::uint32_t;
constexpr Bits bits(std::int32_t value) { return static_cast<Bits>(value); }
constexpr bool is_in(std::int64_t value, std::int64_t least, std::int64_t most) {
  return least <= value && value <= most;
}

template <class... Values>
std::string format(const char* pattern, Values... values) {
  std::array<char, 64> text;
  std::snprintf(text.data(), text.size(), pattern, values...);
  return text.data();
}

/// Text and hash code of a part, and whether it is one of those that Java has but one object of.
struct Part {
  std::string text;
  Bits hash = 0;
  bool is_unique = false;
};

bool is_leap(std::int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

std::int32_t days_of_month(std::int64_t year, std::int32_t month) {
  if (month == 2) return is_leap(year) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

// Four digits at least; `plus` before more.
std::string year_text(std::int64_t year, const char* plus) {
  const char* sign = year < 0 ? "-" : year > 9999 ? plus : "";
  return format("%s%04lld", sign, static_cast<long long>(std::abs(year)));
}

std::string date_text(std::int64_t year, std::int32_t month, std::int32_t day) {
  return year_text(year, "+") + format("-%02d-%02d", month, day);
}

// Nothing, or a point and three, six or nine digits.
std::string fraction_text(std::int32_t nanos) {
  if (nanos == 0) return {};
  if (nanos % 1'000'000 == 0) return format(".%03d", nanos / 1'000'000);
  if (nanos % 1'000 == 0) return format(".%06d", nanos / 1'000);
  return format(".%09d", nanos);
}

bool local_date(CustomData& in, Part& out) {
  std::int32_t year = 0;
  std::int8_t month = 0;
  std::int8_t day = 0;
  if (!in.int32(year) || !in.byte(month) || !in.byte(day) || !is_in(year, -max_year, max_year) ||
      !is_in(month, 1, 12) || !is_in(day, 1, days_of_month(year, month)))
    return false;
  out.text = date_text(year, month, day);
  out.hash = (bits(year) & 0xfffff800) ^ ((bits(year) << 11) + (bits(month) << 6) + bits(day));
  return true;
}

// The last part that is not zero is written as its complement.
bool time_parts(CustomData& in, std::array<std::int8_t, 3>& parts, std::int32_t& nanos) {
  for (std::int8_t& part : parts) {
    if (!in.byte(part)) return false;
    if (part < 0) {
      part = static_cast<std::int8_t>(~part);
      return true;
    }
  }
  return in.int32(nanos);
}

bool local_time(CustomData& in, Part& out) {
  std::array<std::int8_t, 3> parts{};
  std::int32_t nanos = 0;
  if (!time_parts(in, parts, nanos)) return false;
  const auto [hour, minute, second] = parts;
  if (!is_in(hour, 0, 23) || !is_in(minute, 0, 59) || !is_in(second, 0, 59) ||
      !is_in(nanos, 0, nanos_of_second - 1))
    return false;
  out.text = format("%02d:%02d", hour, minute);
  if (second != 0 || nanos != 0) out.text += format(":%02d", second) + fraction_text(nanos);
  const std::int64_t seconds = (hour * 60 + minute) * 60 + second;
  out.hash = bits(hash_of_long(static_cast<std::uint64_t>(seconds * nanos_of_second + nanos)));
  out.is_unique = minute == 0 && second == 0 && nanos == 0;
  return true;
}

bool local_date_time(CustomData& in, Part& out) {
  Part time;
  if (!local_date(in, out) || !local_time(in, time)) return false;
  out.text += "T" + time.text;
  out.hash ^= time.hash;
  return true;
}

bool zone_offset(CustomData& in, Part& out) {
  constexpr std::int8_t in_full = 127;
  std::int8_t steps = 0;
  if (!in.byte(steps)) return false;
  std::int32_t total = steps * offset_step;
  if (steps == in_full && !in.int32(total)) return false;
  if (!is_in(total, -max_offset, max_offset)) return false;
  const std::int32_t size = std::abs(total);
  out.text =
      total == 0 ? "Z" : format("%c%02d:%02d", total < 0 ? '-' : '+', size / 3600, size / 60 % 60);
  if (size % 60 != 0) out.text += format(":%02d", size % 60);
  out.hash = bits(total);
  out.is_unique = total % offset_step == 0;
  return true;
}

bool zone_region(CustomData& in, Part& out) {
  std::string id;
  if (!in.utf(id)) return false;
  out.text = id;
  out.hash = bits(hash_of_text(id));
  return true;
}

bool zoned_date_time(CustomData& in, Part& out) {
  Part offset;
  Part zone;
  std::int8_t type = 0;
  if (!local_date_time(in, out) || !zone_offset(in, offset) || !in.byte(type)) return false;
  const bool is_offset = static_cast<Type>(type) == Type::zone_offset;
  if (!is_offset && static_cast<Type>(type) != Type::zone_region) return false;
  if (!(is_offset ? zone_offset(in, zone) : zone_region(in, zone))) return false;
  if (is_offset && zone.hash != offset.hash) return false;
  out.text += offset.text;
  // Java compares objects here: two equal offsets may well be two.
  if (!is_offset || !zone.is_unique) out.text += "[" + zone.text + "]";
  out.hash ^= offset.hash ^ std::rotl(zone.hash, 3);
  return true;
}

bool with_offset(bool (*read)(CustomData&, Part&), CustomData& in, Part& out) {
  Part offset;
  if (!read(in, out) || !zone_offset(in, offset)) return false;
  out.text += offset.text;
  out.hash ^= offset.hash;
  out.is_unique = false;
  return true;
}

bool seconds_and_nanos(CustomData& in, std::int64_t& seconds, std::int32_t& nanos, Part& out) {
  if (!in.int64(seconds) || !in.int32(nanos) || !is_in(nanos, 0, nanos_of_second - 1)) return false;
  out.hash = bits(hash_of_long(static_cast<std::uint64_t>(seconds))) + 51 * bits(nanos);
  out.is_unique = seconds == 0 && nanos == 0;
  return true;
}

// Duration.toString().
bool duration(CustomData& in, Part& out) {
  std::int64_t seconds = 0;
  std::int32_t nanos = 0;
  if (!seconds_and_nanos(in, seconds, nanos, out)) return false;
  // Seconds round down, the text rounds to zero.
  const bool is_rounded = seconds < 0 && nanos > 0;
  const std::int64_t whole = seconds + (is_rounded ? 1 : 0);
  const auto minutes = static_cast<std::int32_t>(whole % 3600 / 60);
  const auto rest = static_cast<std::int32_t>(whole % 60);
  out.text = "PT";
  if (whole / 3600 != 0) out.text += std::to_string(whole / 3600) + "H";
  if (minutes != 0) out.text += std::to_string(minutes) + "M";
  if (rest == 0 && nanos == 0 && out.text.size() > 2) return true;
  out.text += is_rounded && rest == 0 ? "-0" : std::to_string(rest);
  if (nanos > 0) {
    out.text += format(".%09d", is_rounded ? nanos_of_second - nanos : nanos);
    while (out.text.back() == '0') out.text.pop_back();
  }
  out.text += "S";
  return true;
}

struct Date {
  std::int64_t year;
  std::int32_t month;
  std::int32_t day;
};

// Howard Hinnant, "chrono-compatible low-level date algorithms", civil_from_days.
Date date_of_day(std::int64_t days_since_1970) {
  const std::int64_t days = days_since_1970 + 719'468;
  const std::int64_t era = (days >= 0 ? days : days - 146'096) / 146'097;
  const std::int64_t of_era = days - era * 146'097;
  const std::int64_t year_of_era =
      (of_era - of_era / 1'460 + of_era / 36'524 - of_era / 146'096) / 365;
  const std::int64_t of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const auto from_march = static_cast<std::int32_t>((5 * of_year + 2) / 153);
  const auto day = static_cast<std::int32_t>(of_year - (153 * from_march + 2) / 5 + 1);
  const std::int32_t month = from_march < 10 ? from_march + 3 : from_march - 9;
  return {year_of_era + era * 400 + (month <= 2 ? 1 : 0), month, day};
}

bool instant(CustomData& in, Part& out) {
  constexpr std::int64_t least = -31'557'014'167'219'200;  // Instant.MIN
  constexpr std::int64_t most = 31'556'889'864'403'199;    // Instant.MAX
  std::int64_t seconds = 0;
  std::int32_t nanos = 0;
  if (!seconds_and_nanos(in, seconds, nanos, out) || !is_in(seconds, least, most)) return false;
  std::int64_t days = seconds / seconds_of_day;
  auto of_day = static_cast<std::int32_t>(seconds % seconds_of_day);
  if (of_day < 0) {
    of_day += static_cast<std::int32_t>(seconds_of_day);
    --days;
  }
  const Date date = date_of_day(days);
  out.text = date_text(date.year, date.month, date.day) +
             format("T%02d:%02d:%02d", of_day / 3600, of_day / 60 % 60, of_day % 60) +
             fraction_text(nanos) + "Z";
  return true;
}

bool year(CustomData& in, Part& out) {
  std::int32_t year = 0;
  if (!in.int32(year) || !is_in(year, -max_year, max_year)) return false;
  out.text = std::to_string(year);
  out.hash = bits(year);
  return true;
}

bool year_month(CustomData& in, Part& out) {
  std::int32_t year = 0;
  std::int8_t month = 0;
  if (!in.int32(year) || !in.byte(month) || !is_in(year, -max_year, max_year) ||
      !is_in(month, 1, 12))
    return false;
  out.text = year_text(year, "") + format("-%02d", month);
  out.hash = bits(year) ^ bits(month) << 27;
  return true;
}

bool month_day(CustomData& in, Part& out) {
  constexpr std::int32_t any_leap_year = 2000;
  std::int8_t month = 0;
  std::int8_t day = 0;
  if (!in.byte(month) || !in.byte(day) || !is_in(month, 1, 12) ||
      !is_in(day, 1, days_of_month(any_leap_year, month)))
    return false;
  out.text = format("--%02d-%02d", month, day);
  out.hash = (bits(month) << 6) + bits(day);
  return true;
}

bool period(CustomData& in, Part& out) {
  std::int32_t years = 0;
  std::int32_t months = 0;
  std::int32_t days = 0;
  if (!in.int32(years) || !in.int32(months) || !in.int32(days)) return false;
  out.is_unique = years == 0 && months == 0 && days == 0;
  out.text = out.is_unique ? "P0D" : "P";
  if (years != 0) out.text += std::to_string(years) + "Y";
  if (months != 0) out.text += std::to_string(months) + "M";
  if (days != 0) out.text += std::to_string(days) + "D";
  out.hash = bits(years) + std::rotl(bits(months), 8) + std::rotl(bits(days), 16);
  return true;
}

// The name of the class in java.time; null if there is none of that type.
const char* read_part(Type type, CustomData& in, Part& out) {
  const auto named = [](bool sound, const char* name) { return sound ? name : nullptr; };
  switch (type) {
    case Type::duration:
      return named(duration(in, out), "Duration");
    case Type::instant:
      return named(instant(in, out), "Instant");
    case Type::local_date:
      return named(local_date(in, out), "LocalDate");
    case Type::local_time:
      return named(local_time(in, out), "LocalTime");
    case Type::local_date_time:
      return named(local_date_time(in, out), "LocalDateTime");
    case Type::zoned_date_time:
      return named(zoned_date_time(in, out), "ZonedDateTime");
    case Type::zone_region:
      return named(zone_region(in, out), "ZoneRegion");
    case Type::zone_offset:
      return named(zone_offset(in, out), "ZoneOffset");
    case Type::offset_time:
      return named(with_offset(local_time, in, out), "OffsetTime");
    case Type::offset_date_time:
      return named(with_offset(local_date_time, in, out), "OffsetDateTime");
    case Type::year:
      return named(year(in, out), "Year");
    case Type::year_month:
      return named(year_month(in, out), "YearMonth");
    case Type::month_day:
      return named(month_day(in, out), "MonthDay");
    case Type::period:
      return named(period(in, out), "Period");
  }
  return nullptr;
}

bool time(Node node, std::string_view level, Content& out) {
  CustomData in(node.class_data(level));
  std::int8_t type = 0;
  Part part;
  if (!in.byte(type)) return false;
  const char* name = read_part(static_cast<Type>(type), in, part);
  if (name == nullptr || !in.at_end()) return false;
  out.kind = MeaningKind::text;
  out.class_name = std::string("java.time.") + name;
  out.text = part.text;
  out.set_hash(static_cast<std::int32_t>(part.hash));
  if (part.is_unique) out.identity = out.class_name + ":" + part.text;
  return true;
}

}  // namespace

ContentReader time_reader(std::string_view class_name) {
  return class_name == "java.time.Ser" ? time : nullptr;
}

}  // namespace javaser
