// SPDX-License-Identifier: Apache-2.0
#include "record/units.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace tare {
namespace {

constexpr std::uint64_t nanoseconds_per_day = 24ULL * 3600 * 1'000'000'000;

/// Every spelling of a unit.
struct Spelling {
  std::string_view name;
  std::uint64_t nanoseconds;
};
constexpr std::array spellings{
    Spelling{"ns", 1},
    Spelling{"us", 1'000},
    Spelling{"ms", 1'000'000},
    Spelling{"s", 1'000'000'000},
    Spelling{"min", 60ULL * 1'000'000'000},
    Spelling{"m", 60ULL * 1'000'000'000},
    Spelling{"hr", 3600ULL * 1'000'000'000},
    Spelling{"h", 3600ULL * 1'000'000'000},
    Spelling{"day", nanoseconds_per_day},
    Spelling{"days", nanoseconds_per_day},
    Spelling{"d", nanoseconds_per_day},
};

constexpr std::array all_units{TimeUnit::nanoseconds,  TimeUnit::microseconds,
                               TimeUnit::milliseconds, TimeUnit::seconds,
                               TimeUnit::minutes,      TimeUnit::hours};

/// Nanoseconds in the unit spelled `name`; 0 if there is none.
std::uint64_t nanoseconds_of(std::string_view name) {
  const auto found = std::ranges::find(spellings, name, &Spelling::name);
  return found == spellings.end() ? 0 : found->nanoseconds;
}

bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace

const char* short_name(TimeUnit unit) {
  switch (unit) {
    case TimeUnit::nanoseconds:
      return "ns";
    case TimeUnit::microseconds:
      return "us";
    case TimeUnit::milliseconds:
      return "ms";
    case TimeUnit::seconds:
      return "s";
    case TimeUnit::minutes:
      return "min";
    case TimeUnit::hours:
      return "hr";
  }
  return "?";
}

std::uint64_t nanoseconds_in(TimeUnit unit) { return nanoseconds_of(short_name(unit)); }

std::optional<TimeUnit> parse_time_unit(std::string_view name) {
  const std::uint64_t nanoseconds = nanoseconds_of(name);
  const auto found = std::ranges::find(all_units, nanoseconds, nanoseconds_in);
  if (found == all_units.end()) return std::nullopt;
  return *found;
}

TimeUnit suiting_unit(Mode mode, double base) {
  constexpr std::array shortest_first{TimeUnit::nanoseconds, TimeUnit::microseconds,
                                      TimeUnit::milliseconds, TimeUnit::seconds};
  const auto readable = [&](TimeUnit unit) { return base * unit_factor(mode, unit) >= 1; };
  // A rate shrinks with the unit, a time grows: the smallest number that is at least 1 comes from
  // the shortest unit of a rate and from the longest of a time.
  if (mode == Mode::throughput) {
    const auto found = std::ranges::find_if(shortest_first, readable);
    return found == shortest_first.end() ? TimeUnit::seconds : *found;
  }
  const auto found = std::find_if(shortest_first.rbegin(), shortest_first.rend(), readable);
  return found == shortest_first.rend() ? TimeUnit::nanoseconds : *found;
}

double unit_factor(Mode mode, TimeUnit unit) {
  const auto nanoseconds = static_cast<double>(nanoseconds_in(unit));
  return mode == Mode::throughput ? nanoseconds / 1e9 : 1 / nanoseconds;
}

std::string score_unit(Mode mode, TimeUnit unit) {
  return mode == Mode::throughput ? std::string("ops/") + short_name(unit)
                                  : std::string(short_name(unit)) + "/op";
}

std::string duration_text(std::uint64_t nanoseconds) {
  for (const char* name : {"day", "hr", "min", "s", "ms", "us"}) {
    const std::uint64_t unit = nanoseconds_of(name);
    if (nanoseconds != 0 && nanoseconds % unit == 0) {
      return std::to_string(nanoseconds / unit) + ' ' + name;
    }
  }
  return std::to_string(nanoseconds) + " ns";
}

std::optional<std::uint64_t> parse_duration(std::string_view text) {
  text = trimmed(text);
  const std::size_t digits = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::string_view number = text.substr(0, digits);
  const std::string_view name = trimmed(text.substr(digits));
  const std::uint64_t unit = nanoseconds_of(name.empty() ? "s" : name);
  if (unit == 0) return std::nullopt;

  // Whole numbers never pass through a double: 64 bits of nanoseconds stay exact.
  const char* const end = number.data() + number.size();
  std::uint64_t whole = 0;
  if (const auto [stop, error] = std::from_chars(number.data(), end, whole);
      stop == end && error != std::errc::invalid_argument) {
    const bool fits = error == std::errc{} && whole <= UINT64_MAX / unit;
    return fits ? std::optional(whole * unit) : std::nullopt;
  }
  double value = 0;
  const auto [stop, error] = std::from_chars(number.data(), end, value);
  if (error != std::errc{} || stop != end) return std::nullopt;
  const double rounded = std::round(value * static_cast<double>(unit));
  if (!(rounded < 0x1p64)) return std::nullopt;
  return static_cast<std::uint64_t>(rounded);
}

}  // namespace tare
