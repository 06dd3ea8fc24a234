// SPDX-License-Identifier: Apache-2.0
// Units of time: which one suits a score, what it is called, and how durations are spelled.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tare/record.hpp"

namespace tare {

enum class TimeUnit { nanoseconds, microseconds, milliseconds, seconds, minutes, hours };

/// `ns`, `us`, `ms`, `s`, `min`, `hr`: as in `ns/op` and `ops/min`.
const char* short_name(TimeUnit unit);

/// Nanoseconds in one `unit`.
std::uint64_t nanoseconds_in(TimeUnit unit);

/// The unit meant by `-tu`: `ns us ms s m h`, and the names short_name() gives. None if unknown.
std::optional<TimeUnit> parse_time_unit(std::string_view name);

/// The unit in which a score of `base` is easiest to read: the number is at least 1 where that is
/// possible between nanoseconds and seconds. `base` is in ns/op, or in ops/s for throughput; a
/// base that is no positive number suits the base unit itself.
TimeUnit suiting_unit(Mode mode, double base);

/// What a base score (ns/op, or ops/s for throughput) is multiplied by to be in `unit`.
double unit_factor(Mode mode, TimeUnit unit);

/// `ns/op`; `ops/s` for throughput.
std::string score_unit(Mode mode, TimeUnit unit);

/// `100 ms`: exact, in the largest unit that leaves a whole number.
std::string duration_text(std::uint64_t nanoseconds);

/// Reads `100 ms`, `100ms`, `1.5s`, `2h`, `1 min`, `1 day`; a bare number is seconds. Fractions
/// are rounded to the nanosecond. None if it is no duration or exceeds 64 bits of nanoseconds.
std::optional<std::uint64_t> parse_duration(std::string_view text);

}  // namespace tare
