// SPDX-License-Identifier: Apache-2.0
#include "report/numbers.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "fixed_report.hpp"

namespace tare::report {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(score_text, has_three_decimals) {
  EXPECT_EQ(score_text(123.45678, "ns/op"), "123.457");
  EXPECT_EQ(score_text(-1.5, "ns/op"), "-1.500");
  EXPECT_EQ(score_text(42, "ns/op"), "42.000");
  EXPECT_EQ(score_text(1'234'567.891, "ops/s"), "1234567.891");
}

TEST(score_text, never_rounds_to_zero) {
  EXPECT_EQ(score_text(0, "ns/op"), "0");
  EXPECT_EQ(score_text(-0.0, "ns/op"), "0");
  EXPECT_EQ(score_text(0.0005, "ns/op"), "0.001");
  EXPECT_EQ(score_text(0.000499999, "ns/op"), "0.0005");
  EXPECT_EQ(score_text(-0.000123, "ns/op"), "-0.000123");
  EXPECT_EQ(score_text(5e-324, "B/op"), "4.94e-324");
}

TEST(score_text, whole_counts_have_no_decimals_and_others_do) {
  EXPECT_EQ(score_text(8188, "B/op"), "8188");
  EXPECT_EQ(score_text(11, "#/op"), "11");
  EXPECT_EQ(score_text(7, "#"), "7");
  EXPECT_EQ(score_text(0.5, "#/op"), "0.500");
  EXPECT_EQ(score_text(0, "B/op"), "0");
  EXPECT_EQ(score_text(1'048'576, "B/op"), "1048576");
}

TEST(score_text, large_numbers_stay_readable) {
  EXPECT_EQ(score_text(9'999'999, "B/op"), "9999999");
  EXPECT_EQ(score_text(10'000'000, "B/op"), "10,000,000");
  EXPECT_EQ(score_text(-123'456'789.5, "ops/s"), "-123,456,790");
  EXPECT_EQ(score_text(123'456'789'012'345, "B/op"), "123,456,789,012,345");
  EXPECT_EQ(score_text(1e15, "B/op"), "1.000e+15");
  EXPECT_EQ(score_text(std::numeric_limits<double>::max(), "ns/op"), "1.798e+308");
}

TEST(score_text, what_is_no_number_is_a_word) {
  EXPECT_EQ(score_text(not_a_number, "ns/op"), "NaN");
  EXPECT_EQ(score_text(infinity, "ns/op"), "+INF");
  EXPECT_EQ(score_text(-infinity, "ns/op"), "-INF");
}

TEST(counts, forks_and_iterations_that_measured_nothing_do_not_count) {
  Metric metric;
  metric.sample.values = {{1, 2}, {}, {not_a_number}, {3, infinity}};
  EXPECT_EQ(counts_of(metric).forks, 2U);
  EXPECT_EQ(counts_of(metric).iterations, 3U);
  EXPECT_EQ(count_of(metric), 2U);
  metric.error_within_forks = true;
  EXPECT_EQ(count_of(metric), 3U);
}

TEST(counts, histograms_count_where_there_are_any) {
  Metric metric;
  metric.sample.histograms = {{{{1, 5}}, {}}, {{{2, 1}}, {{3, 1}}}};
  EXPECT_EQ(counts_of(metric).forks, 2U);
  EXPECT_EQ(counts_of(metric).iterations, 3U);
}

TEST(clock_text, is_as_jmh_prints_it) {
  EXPECT_EQ(clock_text(0), "00:00:00");
  EXPECT_EQ(clock_text(-5), "00:00:00");
  EXPECT_EQ(clock_text(not_a_number), "00:00:00");
  EXPECT_EQ(clock_text(59.6), "00:01:00");
  EXPECT_EQ(clock_text(501), "00:08:21");
  EXPECT_EQ(clock_text(86399), "23:59:59");
  EXPECT_EQ(clock_text(86400), "1 day, 00:00:00");
  EXPECT_EQ(clock_text(2 * 86400 + 3661), "2 days, 01:01:01");
  EXPECT_EQ(clock_text(infinity), "365000000 days, 00:00:00");
}

TEST(confidence_text, has_no_more_digits_than_were_given) {
  EXPECT_EQ(confidence_text(0.999), "99.9%");
  EXPECT_EQ(confidence_text(0.95), "95%");
  EXPECT_EQ(confidence_text(0.9999), "99.99%");
}

}  // namespace
}  // namespace tare::report
