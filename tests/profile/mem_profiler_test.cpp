// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "known_bytes.hpp"

namespace tare::profile {
namespace {

using testing::HasSubstr;

Metric found(const char* label, double score, double min, double median, double max) {
  Metric metric;
  metric.label = label;
  metric.unit = "B/op";
  metric.score = score;
  metric.min = min;
  metric.median = median;
  metric.max = max;
  return metric;
}

constexpr const char* norm = "mem.alloc.rate.norm";
constexpr const char* total = "mem.retained.total.norm";

extend::Findings findings(double allocated) {
  return {
      {found(norm, allocated, allocated - 10, allocated, allocated + 10), found(total, 7, 7, 7, 7)},
      {},
      {},
      {}};
}

Case timed(Mode mode, const char* unit, double score) {
  Case result;
  result.mode = mode;
  result.primary.unit = unit;
  result.primary.score = score;
  result.primary.interval_low = score * 0.5;
  result.primary.interval_high = score * 2;
  result.primary.sample.values = {{score, score / 2}, {score * 2}};
  return result;
}

const Metric& metric(const extend::Conclusion& conclusion, const std::string& label) {
  for (const Metric& metric : conclusion.metrics) {
    if (metric.label == label) return metric;
  }
  throw std::runtime_error("no " + label);
}

std::vector<std::string> codes(const extend::Conclusion& conclusion) {
  std::vector<std::string> result;
  for (const Note& note : conclusion.notes) result.push_back(note.code);
  return result;
}

extend::Conclusion conclude(const std::vector<extend::Findings>& forks, const Case& timed_case) {
  return make_mem_profiler()->conclude(forks, timed_case);
}

const Case usual = timed(Mode::average_time, "ns/op", 1000);

TEST(MemProfiler, says_who_it_is_and_knows_its_options) {
  const auto profiler = make_mem_profiler();
  EXPECT_STREQ(profiler->name(), "mem");
  EXPECT_EQ(profiler->forks(), 2u);
  EXPECT_THAT(profiler->set_option("depth", "3"), HasSubstr("'depth'"));
  for (const char* const option : {"sites", "flamegraph", "collapsed"}) {
    EXPECT_EQ(profiler->set_option(option, "true"), "");
    EXPECT_EQ(profiler->set_option(option, "false"), "");
    EXPECT_THAT(profiler->set_option(option, "yes"), HasSubstr(option));
  }
  EXPECT_EQ(profiler->set_option("dir", "somewhere"), "");
  EXPECT_NE(profiler->set_option("dir", ""), "");
}

TEST(MemProfiler, works_here_and_asking_changes_nothing) {
  const extend::Support support = make_mem_profiler()->probe();
  EXPECT_TRUE(support.works) << support.reason;
  EXPECT_EQ(support.reason, "");
}

TEST(MemProfiler, forks_that_agree_are_exact) {
  const extend::Conclusion c = conclude({findings(100), findings(100)}, usual);
  const Metric& m = metric(c, norm);
  EXPECT_EQ(m.score, 100);
  EXPECT_EQ(m.error, 0);
  EXPECT_EQ(m.interval_low, 100);
  EXPECT_EQ(m.interval_high, 100);
  EXPECT_EQ(m.min, 90);
  EXPECT_EQ(m.median, 100);
  EXPECT_EQ(m.max, 110);
  EXPECT_EQ(m.unit, "B/op");
  EXPECT_EQ(m.sample.values, (std::vector<std::vector<double>>{{100}, {100}}));
  EXPECT_EQ(codes(c), std::vector<std::string>{});
}

TEST(MemProfiler, forks_that_differ_have_an_error_and_a_note) {
  const extend::Conclusion c = conclude({findings(100), findings(140)}, usual);
  const Metric& m = metric(c, norm);
  EXPECT_EQ(m.score, 120);
  EXPECT_EQ(m.error, 20);
  EXPECT_EQ(m.interval_low, 100);
  EXPECT_EQ(m.interval_high, 140);
  EXPECT_EQ(m.min, 90);
  EXPECT_EQ(m.max, 150);
  EXPECT_EQ(metric(c, total).error, 0);
  ASSERT_EQ(codes(c), std::vector<std::string>{"nondeterministic"});
  EXPECT_THAT(c.notes[0].text, HasSubstr("mem.alloc.rate.norm"));
  EXPECT_THAT(c.notes[0].text, testing::Not(HasSubstr(total)));
}

TEST(MemProfiler, chunks_depend_on_the_heap_and_not_on_the_program) {
  const char* const label = "mem.retained.footprint.norm";
  extend::Findings first = findings(100);
  extend::Findings second = first;
  first.metrics.push_back(found(label, 112, 112, 112, 112));
  second.metrics.push_back(found(label, 113, 112, 112, 128));
  const extend::Conclusion c = conclude({first, second}, usual);
  EXPECT_EQ(metric(c, label).error, 0.5);
  EXPECT_EQ(codes(c), std::vector<std::string>{});
}

TEST(MemProfiler, one_fork_knows_no_error) {
  const extend::Conclusion c = conclude({findings(100)}, usual);
  EXPECT_EQ(metric(c, norm).score, 100);
  EXPECT_TRUE(std::isnan(metric(c, norm).error));
  EXPECT_EQ(codes(c), std::vector<std::string>{"mem-unconfirmed"});
}

TEST(MemProfiler, no_fork_knows_nothing) {
  const extend::Conclusion c = conclude({}, usual);
  EXPECT_TRUE(c.metrics.empty());
}

TEST(MemProfiler, a_benchmark_without_a_result_gets_a_note) {
  const extend::Findings f = {{found(norm, 0, 0, 0, 0)}, {}, {}, {}};
  EXPECT_EQ(codes(conclude({f, f}, usual)), std::vector<std::string>{"no-result"});
}

TEST(MemProfiler, the_rate_is_bytes_times_throughput_in_units_of_2_to_the_20) {
  constexpr double mb = 1 << 20;
  const std::vector<extend::Findings> forks = {findings(mb), findings(mb)};
  const auto rate = [&](const Case& c) { return metric(conclude(forks, c), "mem.alloc.rate"); };
  EXPECT_DOUBLE_EQ(rate(timed(Mode::throughput, "ops/s", 5)).score, 5);
  EXPECT_DOUBLE_EQ(rate(timed(Mode::throughput, "ops/us", 5)).score, 5e6);
  EXPECT_DOUBLE_EQ(rate(timed(Mode::average_time, "ms/op", 4)).score, 250);
  EXPECT_DOUBLE_EQ(rate(timed(Mode::sample_time, "ns/op", 4)).score, 2.5e8);
  EXPECT_EQ(rate(usual).unit, "MB/sec");
  Case four_threads = timed(Mode::average_time, "ms/op", 4);
  four_threads.threads = 4;
  EXPECT_DOUBLE_EQ(rate(four_threads).score, 1000);
  Case batch = timed(Mode::single_shot, "ms/op", 4);
  batch.measurement.batch = 10;
  EXPECT_DOUBLE_EQ(rate(batch).score, 2500);
}

TEST(MemProfiler, the_rate_is_as_unsure_as_the_time) {
  constexpr double mb = 1 << 20;
  const std::vector<extend::Findings> forks = {findings(mb), findings(mb)};
  const extend::Conclusion c = conclude(forks, timed(Mode::average_time, "s/op", 0.1));
  const Metric& rate = metric(c, "mem.alloc.rate");
  EXPECT_DOUBLE_EQ(rate.score, 10);
  EXPECT_DOUBLE_EQ(rate.interval_low, 5);
  EXPECT_DOUBLE_EQ(rate.interval_high, 20);
  EXPECT_DOUBLE_EQ(rate.error, 7.5);
  ASSERT_EQ(rate.sample.values.size(), 2u);
  EXPECT_DOUBLE_EQ(rate.sample.values[0][1], 20);
  EXPECT_DOUBLE_EQ(rate.sample.values[1][0], 5);
}

TEST(MemProfiler, without_a_time_the_rate_is_unknown) {
  const extend::Conclusion c = conclude({findings(100), findings(100)}, Case{});
  EXPECT_TRUE(std::isnan(metric(c, "mem.alloc.rate").score));
}

HotSpots sites(std::vector<HotSpot> spots) {
  return {"mem", "allocation sites", {"B/op", "#/op"}, std::move(spots)};
}

HotSpot at_line(std::uint32_t line, double bytes) {
  return {"work()", "work.cpp", line, {bytes, 1}};
}

TEST(MemProfiler, sites_that_forks_agree_on_are_theirs_by_bytes) {
  extend::Findings fork = findings(100);
  fork.hot_spots = {sites({at_line(1, 10), at_line(2, 90)})};
  const extend::Conclusion c = conclude({fork, fork}, usual);
  EXPECT_EQ(c.hot_spots, std::vector{sites({at_line(2, 90), at_line(1, 10)})});
  EXPECT_EQ(codes(c), std::vector<std::string>{});
}

TEST(MemProfiler, sites_that_forks_do_not_agree_on_have_means_and_a_note) {
  extend::Findings first = findings(100);
  extend::Findings second = findings(100);
  first.hot_spots = {sites({at_line(1, 60), at_line(2, 40)})};
  second.hot_spots = {sites({at_line(1, 100)})};
  const extend::Conclusion c = conclude({first, second}, usual);
  ASSERT_EQ(c.hot_spots.size(), 1u);
  EXPECT_EQ(c.hot_spots[0].spots,
            (std::vector{at_line(1, 80), HotSpot{"work()", "work.cpp", 2, {20, 0.5}}}));
  ASSERT_EQ(codes(c), std::vector<std::string>{"nondeterministic"});
  EXPECT_THAT(c.notes[0].text, HasSubstr("60.000 to 100.000 B/op at work() (work.cpp:1)"));
  EXPECT_THAT(c.notes[0].text, HasSubstr("0.000 to 40.000 B/op at work() (work.cpp:2)"));
}

TEST(MemProfiler, tables_have_ten_sites_and_notes_three) {
  extend::Findings first = findings(100);
  extend::Findings second = findings(100);
  std::vector<HotSpot> spots;
  for (std::uint32_t line = 1; line <= 11; ++line) spots.push_back(at_line(line, 100 - line));
  first.hot_spots = {sites(spots)};
  const extend::Conclusion same = conclude({first, first}, usual);
  EXPECT_EQ(same.hot_spots[0].spots, std::vector(spots.begin(), spots.end() - 1));
  const extend::Conclusion c = conclude({first, second}, usual);
  EXPECT_THAT(c.notes[0].text, testing::EndsWith(" (work.cpp:3), and at 8 more"));
}

TEST(MemProfiler, whole_way_from_operations_to_conclusion) {
  const auto profiler = make_mem_profiler();
  FakeOperations operations([] { return std::string(100, 'x'); });
  const extend::Findings first = profiler->observe({}, operations);
  const extend::Findings second = profiler->observe({}, operations);
  const extend::Conclusion c = profiler->conclude({first, second}, usual);
  EXPECT_EQ(c.metrics.size(), 10u);
  EXPECT_TRUE(std::is_sorted(c.metrics.begin(), c.metrics.end(),
                             [](const Metric& a, const Metric& b) { return a.label < b.label; }));
  EXPECT_EQ(metric(c, norm).score, 101);
  EXPECT_EQ(metric(c, norm).error, 0);
  EXPECT_EQ(metric(c, total).score, 101 + sizeof(std::string));
  EXPECT_DOUBLE_EQ(metric(c, "mem.alloc.rate").score, 101 * 1e6 / (1 << 20));
}

}  // namespace
}  // namespace tare::profile
