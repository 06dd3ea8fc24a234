// SPDX-License-Identifier: Apache-2.0
#include "profile/perfnorm.hpp"

#include <gmock/gmock.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "fake_iterations.hpp"
#include "profile/over_forks.hpp"
#include "profile/perf_counters.hpp"
#include "profile/process_usage.hpp"

namespace tare::profile {
namespace {

using testing::Contains;
using testing::DoubleNear;
using testing::Ge;
using testing::HasSubstr;
using testing::Not;

constexpr std::size_t page = 4096;

void touch_fresh_pages(std::size_t count) {
  void* const fresh =
      mmap(nullptr, count * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  madvise(fresh, count * page, MADV_NOHUGEPAGE);
  for (std::size_t i = 0; i < count; ++i) static_cast<volatile char*>(fresh)[i * page] = 1;
  munmap(fresh, count * page);
}

void sleep_a_moment() { std::this_thread::sleep_for(std::chrono::microseconds(200)); }

const Metric& metric(const extend::Findings& found, const std::string& label) {
  for (const Metric& metric : found.metrics)
    if (metric.label == label) return metric;
  throw std::runtime_error("no " + label);
}

template <class Body>
extend::Findings watch(Body body, const std::string& events = "") {
  const auto profiler = make_perfnorm_profiler();
  if (!events.empty()) {
    EXPECT_EQ(profiler->set_option("events", events), "");
  }
  FakeIterations iterations(3, 20, body);
  return profiler->watch({}, iterations);
}

TEST(perfnorm, counts_page_faults_of_the_measured_operations) {
  const extend::Findings found = watch([] { touch_fresh_pages(10); });
  // Page tables and the like now and then fault, too; never fewer.
  EXPECT_THAT(metric(found, "perfnorm.page-faults").score, DoubleNear(10, 0.5));
  EXPECT_THAT(metric(found, "perfnorm.page-faults").min, Ge(10));
  EXPECT_EQ(metric(found, "perfnorm.page-faults").unit, "#/op");
}

TEST(perfnorm, counts_what_sleeps_as_context_switches) {
  EXPECT_THAT(metric(watch(sleep_a_moment), "perfnorm.context-switches").score, Ge(1));
}

TEST(perfnorm, has_threads_that_start_meanwhile_in_its_counts) {
  const extend::Findings found = watch([] { std::thread([] { touch_fresh_pages(10); }).join(); });
  EXPECT_THAT(metric(found, "perfnorm.page-faults").score, Ge(10));
}

TEST(perfnorm, always_has_the_kernels_own) {
  const extend::Findings found = watch([] {});
  for (const char* name : {"task-clock", "context-switches", "page-faults", "cpu-migrations"})
    EXPECT_THAT(metric(found, std::string("perfnorm.") + name).score, Ge(0)) << name;
  EXPECT_EQ(metric(found, "perfnorm.task-clock").unit, "ns/op");
}

TEST(perfnorm, says_what_the_machine_lacks_once_and_why) {
  bool has_cycles = PerfCounter(*counter_called("cycles")).is_open();
  const extend::Findings found = watch([] {});
  std::string absent;
  for (const Note& note : found.notes)
    if (note.code == "counters-absent") absent += note.text;
  if (has_cycles) {
    EXPECT_THAT(absent, Not(HasSubstr("cycles")));
    EXPECT_GT(metric(found, "perfnorm.IPC").score, 0);
  } else {
    EXPECT_THAT(absent, HasSubstr("n/a: cycles, "));
    EXPECT_THAT([&] { metric(found, "perfnorm.cycles"); }, testing::Throws<std::runtime_error>());
  }
}

/// Exits with 0 if it found what is always there, and said where from.
[[noreturn]] void watch_without_perf() {
  if (setuid(65534) != 0 || PerfCounter(*counter_called("page-faults")).is_open()) _exit(77);
  const extend::Findings found = watch([] { touch_fresh_pages(10); });
  const bool counted = metric(found, "perfnorm.page-faults").score >= 10;
  const bool said = std::ranges::any_of(found.notes, [](const Note& note) {
    return note.code == "counters-of-process" &&
           note.text.find("page-faults") != std::string::npos &&
           note.advice.find("perf_event_paranoid") != std::string::npos;
  });
  _exit(counted && said ? 0 : 1);
}

TEST(perfnorm, has_the_kernels_own_where_perf_is_forbidden) {
  const pid_t child = fork();
  if (child == 0) watch_without_perf();
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == 77) GTEST_SKIP() << "this user cannot become one who may not";
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(perfnorm, counts_what_is_asked_for) {
  const extend::Findings found = watch([] {}, "page-faults,task-clock,page-faults");
  std::vector<std::string> labels;
  for (const Metric& one : found.metrics) labels.push_back(one.label);
  EXPECT_EQ(labels, (std::vector<std::string>{"perfnorm.page-faults", "perfnorm.task-clock"}));
}

TEST(perfnorm, refuses_what_it_does_not_know) {
  const auto profiler = make_perfnorm_profiler();
  EXPECT_THAT(profiler->set_option("events", "cycels"), HasSubstr("no event 'cycels'"));
  EXPECT_THAT(profiler->set_option("events", ""), HasSubstr("no event ''"));
  EXPECT_THAT(profiler->set_option("events", "page-faults,"), HasSubstr("no event ''"));
  EXPECT_THAT(profiler->set_option("event", "cycles"), HasSubstr("no option 'event'"));
}

TEST(perfnorm, what_is_asked_for_by_name_must_be_there) {
  const auto profiler = make_perfnorm_profiler();
  EXPECT_TRUE(profiler->probe().works) << "some of the usual ones are always there";
  profiler->set_option("events", "rffffffffffffffff");
  if (PerfCounter(*counter_called("rffffffffffffffff")).is_open()) GTEST_SKIP();
  EXPECT_FALSE(profiler->probe().works);
  EXPECT_THAT(profiler->probe().reason, HasSubstr("rffffffffffffffff: "));
}

TEST(perf_counters, are_scaled_to_the_time_in_which_they_were_to_count) {
  EXPECT_EQ((Count{100, 50, 50}).scaled(), 100);
  EXPECT_EQ((Count{100, 200, 50}).scaled(), 400);
  EXPECT_EQ((Count{0, 200, 0}).scaled(), 0) << "it never ran";
  EXPECT_EQ((Count{1ULL << 60, 1ULL << 60, 1ULL << 59}).scaled(), 0x1p61);
}

TEST(perf_counters, are_known_by_perfs_names) {
  EXPECT_EQ(counter_called("instructions")->config, 1U);
  EXPECT_EQ(counter_called("r1a8")->config, 0x1a8U);
  EXPECT_EQ(counter_called("r1a8")->type, 4U);
  EXPECT_FALSE(counter_called("r"));
  EXPECT_FALSE(counter_called("r1g"));
  EXPECT_FALSE(counter_called("r11111111111111111")) << "65 bits";
  for (const std::string& name : counter_names()) EXPECT_TRUE(counter_called(name)) << name;
  EXPECT_THAT(counter_names(), Contains("cpu-migrations"));
}

TEST(perf_counters, count_between_start_and_stop_alone) {
  PerfCounter faults(*counter_called("page-faults"));
  if (!faults.is_open()) GTEST_SKIP() << faults.reason();
  touch_fresh_pages(100);
  EXPECT_EQ(faults.read().value, 0U);
  faults.start();
  touch_fresh_pages(100);
  faults.stop();
  const std::uint64_t counted = faults.read().value;
  EXPECT_GE(counted, 100U);
  touch_fresh_pages(100);
  EXPECT_EQ(faults.read().value, counted);
}

TEST(process_usage, tells_what_perf_would) {
  for (const char* counter : {"task-clock", "context-switches", "page-faults"}) {
    const double before = process_usage(counter).value();
    touch_fresh_pages(50);
    sleep_a_moment();
    EXPECT_GT(process_usage(counter).value(), before) << counter;
  }
  EXPECT_FALSE(process_usage("cycles"));
}

extend::Findings scored(double score) {
  extend::Findings found;
  Metric& metric = found.metrics.emplace_back();
  metric.label = "x";
  metric.score = metric.min = metric.median = metric.max = score;
  return found;
}

TEST(over_forks, agreement_is_exact) {
  const Metric all = metrics_over({scored(0.1), scored(0.1)}).at(0);
  EXPECT_EQ(all.score, 0.1);
  EXPECT_EQ(all.error, 0);
}

TEST(over_forks, the_error_is_half_the_range) {
  const Metric all = metrics_over({scored(1), scored(4)}).at(0);
  EXPECT_EQ(all.score, 2.5);
  EXPECT_EQ(all.error, 1.5);
  EXPECT_EQ(all.interval_low, 1);
  EXPECT_EQ(all.interval_high, 4);
  EXPECT_EQ(all.min, 1);
  EXPECT_EQ(all.max, 4);
  EXPECT_EQ(all.sample.values, (std::vector<std::vector<double>>{{1}, {4}}));
}

TEST(over_forks, one_fork_knows_no_error_and_none_nothing) {
  EXPECT_TRUE(std::isnan(metrics_over({scored(1)}).at(0).error));
  EXPECT_TRUE(metrics_over({}).empty());
  EXPECT_EQ(metrics_over({scored(3), {}}).at(0).score, 3);
}

}  // namespace
}  // namespace tare::profile
