// SPDX-License-Identifier: Apache-2.0
#include "record/units.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tare {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(units, a_time_gets_the_longest_unit_that_leaves_at_least_one) {
  for (const Mode mode : {Mode::average_time, Mode::sample_time, Mode::single_shot}) {
    EXPECT_EQ(suiting_unit(mode, 0.3), TimeUnit::nanoseconds);
    EXPECT_EQ(suiting_unit(mode, 999.999), TimeUnit::nanoseconds);
    EXPECT_EQ(suiting_unit(mode, 1e3), TimeUnit::microseconds);
    EXPECT_EQ(suiting_unit(mode, 1e6), TimeUnit::milliseconds);
    EXPECT_EQ(suiting_unit(mode, std::nextafter(1e9, 0)), TimeUnit::milliseconds);
    EXPECT_EQ(suiting_unit(mode, 1e9), TimeUnit::seconds);
    EXPECT_EQ(suiting_unit(mode, 1e15), TimeUnit::seconds);
  }
}

TEST(units, a_rate_gets_the_shortest_unit_that_leaves_at_least_one) {
  EXPECT_EQ(suiting_unit(Mode::throughput, 1e10), TimeUnit::nanoseconds);
  EXPECT_EQ(suiting_unit(Mode::throughput, 1e9), TimeUnit::nanoseconds);
  EXPECT_EQ(suiting_unit(Mode::throughput, 999e6), TimeUnit::microseconds);
  EXPECT_EQ(suiting_unit(Mode::throughput, 1e3), TimeUnit::milliseconds);
  EXPECT_EQ(suiting_unit(Mode::throughput, 999), TimeUnit::seconds);
  EXPECT_EQ(suiting_unit(Mode::throughput, 0.01), TimeUnit::seconds);
}

TEST(units, what_is_no_positive_number_stays_in_the_base_unit) {
  for (const double base : {0.0, -5.0, not_a_number, -infinity}) {
    EXPECT_EQ(suiting_unit(Mode::average_time, base), TimeUnit::nanoseconds) << base;
    EXPECT_EQ(suiting_unit(Mode::throughput, base), TimeUnit::seconds) << base;
  }
}

TEST(units, factors_convert_base_scores) {
  EXPECT_DOUBLE_EQ(1500 * unit_factor(Mode::average_time, TimeUnit::microseconds), 1.5);
  EXPECT_DOUBLE_EQ(7.2e12 * unit_factor(Mode::average_time, TimeUnit::hours), 2);
  EXPECT_DOUBLE_EQ(5e6 * unit_factor(Mode::throughput, TimeUnit::milliseconds), 5000);
  EXPECT_DOUBLE_EQ(2 * unit_factor(Mode::throughput, TimeUnit::minutes), 120);
  EXPECT_EQ(unit_factor(Mode::average_time, TimeUnit::nanoseconds), 1);
  EXPECT_EQ(unit_factor(Mode::throughput, TimeUnit::seconds), 1);
}

TEST(units, units_of_scores_are_spelled_as_jmh_spells_them) {
  EXPECT_EQ(score_unit(Mode::average_time, TimeUnit::nanoseconds), "ns/op");
  EXPECT_EQ(score_unit(Mode::single_shot, TimeUnit::minutes), "min/op");
  EXPECT_EQ(score_unit(Mode::throughput, TimeUnit::seconds), "ops/s");
}

TEST(units, names_of_tu_are_known_and_others_are_not) {
  EXPECT_EQ(parse_time_unit("m"), TimeUnit::minutes);
  EXPECT_EQ(parse_time_unit("h"), TimeUnit::hours);
  for (const TimeUnit unit : {TimeUnit::nanoseconds, TimeUnit::microseconds, TimeUnit::milliseconds,
                              TimeUnit::seconds, TimeUnit::minutes, TimeUnit::hours}) {
    EXPECT_EQ(parse_time_unit(short_name(unit)), unit);
  }
  for (const char* name : {"", "d", "day", "sec", "NS", "ns "}) {
    EXPECT_EQ(parse_time_unit(name), std::nullopt) << name;
  }
}

TEST(units, durations_are_written_in_the_largest_unit_that_stays_whole) {
  EXPECT_EQ(duration_text(0), "0 ns");
  EXPECT_EQ(duration_text(1), "1 ns");
  EXPECT_EQ(duration_text(1'500), "1500 ns");
  EXPECT_EQ(duration_text(100'000'000), "100 ms");
  EXPECT_EQ(duration_text(10'000'000'000), "10 s");
  EXPECT_EQ(duration_text(90'000'000'000), "90 s");
  EXPECT_EQ(duration_text(600'000'000'000), "10 min");
  EXPECT_EQ(duration_text(86'400'000'000'000), "1 day");
  EXPECT_EQ(duration_text(UINT64_MAX), "18446744073709551615 ns");
}

TEST(units, durations_are_read_as_people_write_them) {
  EXPECT_EQ(parse_duration("100ms"), 100'000'000U);
  EXPECT_EQ(parse_duration("100 ms"), 100'000'000U);
  EXPECT_EQ(parse_duration(" 1.5s "), 1'500'000'000U);
  EXPECT_EQ(parse_duration("2h"), 7'200'000'000'000U);
  EXPECT_EQ(parse_duration("2 hr"), 7'200'000'000'000U);
  EXPECT_EQ(parse_duration("3m"), 180'000'000'000U);
  EXPECT_EQ(parse_duration("5 days"), 432'000'000'000'000U);
  EXPECT_EQ(parse_duration("10"), 10'000'000'000U);
  EXPECT_EQ(parse_duration("0.25"), 250'000'000U);
  EXPECT_EQ(parse_duration("0"), 0U);
}

TEST(units, what_is_written_is_read_back_exactly) {
  for (const std::uint64_t value : {UINT64_MAX, UINT64_MAX - 1, UINT64_C(9007199254740993),
                                    UINT64_C(3'600'000'000'000), UINT64_C(12'345'678)}) {
    EXPECT_EQ(parse_duration(duration_text(value)), value);
  }
}

TEST(units, what_is_no_duration_is_refused) {
  for (const char* text : {"", " ", "ms", "1 fortnight", "-1s", "1.2.3s", "1s 2s", "1e3s", ".",
                           "18446744073709551616ns", "18446744074 s", "99999999999999999999.5s",
                           "ten s", "+1s", "0x10"}) {
    EXPECT_EQ(parse_duration(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace tare
