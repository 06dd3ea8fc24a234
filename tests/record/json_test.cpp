// SPDX-License-Identifier: Apache-2.0
// What to_json writes, and that from_json reads the same report back.
#include "record/json.hpp"

#include <gmock/gmock.h>

#include <clocale>
#include <limits>
#include <locale>

#include "spelled.hpp"

namespace tare {
namespace {

using test::spelled;
using testing::HasSubstr;
using testing::Not;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Names as unkind as they come, in UTF-8.
const std::vector<std::string> ugly_names{"",
                                          "\"quotes\"",
                                          "{braces} [brackets], <commas>;",
                                          "</script><!--",
                                          "two\nlines\r\n",
                                          "tab\tand bell\x07 and nul" + std::string(1, '\0'),
                                          "back\\slash",
                                          "Grüße, 東京 🎈",
                                          "std::map<std::string, int>",
                                          "\x7f ",
                                          std::string(3000, 'x')};

Metric plain_metric(const std::string& label, const std::string& unit) {
  Metric metric;
  metric.label = label;
  metric.unit = unit;
  metric.sample.values = {{1.5, 2.5}, {3}};
  metric.score = 2;
  metric.error = 0.5;
  metric.interval_low = 1.5;
  metric.interval_high = 2.5;
  metric.min = 1.5;
  metric.median = 2;
  metric.max = 3;
  metric.percentiles = {{0, 1.5}, {50, 2}, {99.9, 2.9}, {99.9999, 3}, {100, 3}};
  return metric;
}

Case plain_case(const std::string& benchmark) {
  Case one;
  one.benchmark = benchmark;
  one.threads = 4;
  one.forks = 12;
  one.warmup = {1, 50'000'000, 1};
  one.measurement = {3, 1'500'000'000, 2};
  one.timeout_ns = 600'000'000'000;
  one.primary = plain_metric("", "ns/op");
  return one;
}

Report plain_report() {
  Report report;
  report.tare_version = "0.1.0";
  report.started = "2026-01-02T03:04:05Z";
  report.duration_s = 12.25;
  report.command = {"bench-conjure", "-f", "3", ""};
  report.seed = std::numeric_limits<std::uint64_t>::max();
  report.confidence = 0.99;
  report.complete = true;
  report.environment = {{"cpu.model", "A \"fast\" one"}, {"a", ""}};
  report.cases = {plain_case("group.name")};
  return report;
}

void expect_round_trip(const Report& report) {
  const std::string text = to_json(report);
  const Report again = from_json(text);
  EXPECT_EQ(spelled(again), spelled(report));
  EXPECT_EQ(to_json(again), text);
}

TEST(json, every_field_of_a_full_report_comes_back) {
  Report report = plain_report();
  Case& one = report.cases.front();
  one.params = {{"zebra", "1"}, {"ant", "2"}};
  one.warmup_forks = 2;
  one.operations_per_invocation = 1000;
  one.roles = {{"put", 3}, {"take", 1}};
  one.processors = {0, 7};
  one.warmup_mode = WarmupMode::bulk_indi;
  one.cold = true;
  one.launcher = {"nice", "-n", "5"};
  one.fits = {{"size", "n log n", 1.5, 20, 0.01}, {"count", "1", 3, 0, not_a_number}};
  one.secondary = {plain_metric("cpu", "ops/s"), plain_metric("mem.alloc.rate.norm", "B/op")};
  one.secondary[0].better = Better::higher;
  one.primary.error_within_forks = true;
  one.fork_runs = {{1, 2, 3, 4, "", {1.25, 2}, Outcome::ok, "", {}, {}, {}},
                   {1ULL << 63,
                    0,
                    0,
                    0,
                    "mem",
                    {},
                    Outcome::crashed,
                    "signal 11",
                    {"a", "b"},
                    {"f (x.cpp:3)"},
                    {{"a.jfr", "recording"}, {"b.html", "flame graph"}}}};
  one.hot_spots = {{"mem", "sites", {"B/op", "#/op"}, {{"f()", "f.cpp", 7, {8, not_a_number}}}},
                   {"cpu", "functions", {}, {}}};
  report.notes = {{Severity::info, "busy", "", "on the run", "wait"},
                  {Severity::error, "few-forks", display_name(one), "on the case", ""}};
  expect_round_trip(report);
}

TEST(json, ugly_names_come_back_wherever_they_stand) {
  Report report;
  for (const std::string& name : ugly_names) {
    Case one = plain_case(name);
    for (const std::string& other : ugly_names) one.params.push_back({other, name});
    for (const std::string& other : ugly_names) one.secondary.push_back(plain_metric(other, name));
    std::ranges::sort(one.secondary, {}, &Metric::label);
    one.reason = name;
    one.fork_runs = {
        {0, 0, 0, 0, name, {}, Outcome::failed, name, ugly_names, ugly_names, {{name, name}}}};
    one.hot_spots = {{name, name, ugly_names, {{name, name, 1, {}}}}};
    report.cases.push_back(one);
    report.environment.push_back({name, name});
  }
  report.command = ugly_names;
  report.notes = {{Severity::warning, ugly_names[1], "", ugly_names[4], ugly_names[7]}};
  for (const Case& one : report.cases) {
    report.notes.push_back({Severity::info, "code", display_name(one), one.reason, ""});
  }
  expect_round_trip(report);
}

TEST(json, doubles_come_back_bit_for_bit) {
  Report report = plain_report();
  report.cases.front().primary.sample.values = {
      {0.1, 1.0 / 3, 5e-324, std::numeric_limits<double>::max(), -0.0, 1e22, 123456789.123456789}};
  expect_round_trip(report);
}

TEST(json, numbers_json_has_no_word_for_are_jmhs_words) {
  Report report = plain_report();
  Metric& metric = report.cases.front().primary;
  metric.score = not_a_number;
  metric.error = infinity;
  metric.min = -infinity;
  metric.sample.values = {{not_a_number}, {}};
  const std::string text = to_json(report);
  EXPECT_THAT(text, HasSubstr("\"score\": \"NaN\""));
  EXPECT_THAT(text, HasSubstr("\"scoreError\": \"+INF\""));
  EXPECT_THAT(text, HasSubstr("\"min\":\"-INF\""));
  expect_round_trip(report);
}

TEST(json, a_case_that_measured_nothing_has_a_primary_metric_all_the_same) {
  Report report = plain_report();
  Case& one = report.cases.front();
  one.outcome = Outcome::timeout;
  one.reason = "took longer than 10 min";
  one.primary = Metric{};
  one.primary.unit = "ns/op";
  const std::string text = to_json(report);
  EXPECT_THAT(text, HasSubstr("\"score\": \"NaN\""));
  EXPECT_THAT(text, HasSubstr("\"rawData\": []"));
  EXPECT_THAT(text, HasSubstr("\"outcome\": \"timeout\""));
  expect_round_trip(report);
}

TEST(json, mode_sample_writes_histograms_in_the_place_of_values) {
  Report report = plain_report();
  Case& one = report.cases.front();
  one.mode = Mode::sample_time;
  one.primary.sample.values = {{7.25}};
  one.primary.sample.histograms = {{{{5, 10}, {9.5, 1ULL << 60}}, {}}, {}};
  const std::string text = to_json(report);
  EXPECT_THAT(text,
              HasSubstr("\"rawDataHistogram\": [[[[5.0,10],[9.5,1152921504606846976]],[]],[]]"));
  EXPECT_THAT(to_jmh_json(report), Not(HasSubstr("\"rawData\"")));
  expect_round_trip(report);
}

TEST(json, an_empty_report_is_an_empty_array) {
  EXPECT_EQ(to_json(Report{}), "[]\n");
  EXPECT_EQ(to_jmh_json(Report{}), "[]\n");
  expect_round_trip(Report{});
}

TEST(json, bytes_that_are_no_utf8_are_replaced) {
  Report report = plain_report();
  report.cases.front().benchmark =
      "a\xff"
      "b\xc3";
  report.cases.front().params = {{"p\x80", "\xed\xa0\x80"}};  // A lone continuation; a surrogate.
  const Report again = from_json(to_json(report));
  EXPECT_EQ(again.cases.front().benchmark, "a\uFFFDb\uFFFD");
  EXPECT_EQ(again.cases.front().params.front().name, "p\uFFFD");
  EXPECT_THAT(again.cases.front().params.front().value, HasSubstr("\uFFFD"));
}

TEST(json, notes_of_the_run_come_first_and_then_those_of_each_case_in_turn) {
  Report report = plain_report();
  report.cases.push_back(plain_case("second"));
  const auto note = [](const std::string& about) {
    return Note{Severity::info, "code", about, "on " + about, ""};
  };
  report.notes = {note("second"), note("no such case"), note("group.name"), note("")};
  const Report again = from_json(to_json(report));
  EXPECT_THAT(again.notes, testing::ElementsAre(note("no such case"), note(""), note("group.name"),
                                                note("second")));
}

TEST(json, cases_that_differ_in_mode_only_share_their_notes) {
  Report report = plain_report();
  report.cases.push_back(report.cases.front());
  report.cases.back().mode = Mode::throughput;
  report.notes = {{Severity::info, "code", "group.name", "once", ""}};
  expect_round_trip(report);
}

TEST(json, a_case_keeps_the_runs_facts_when_others_are_filtered_away) {
  Report report = plain_report();
  report.cases.push_back(plain_case("second"));
  const std::string both = to_json(report);
  report.cases.erase(report.cases.begin());
  expect_round_trip(report);
  EXPECT_THAT(both, HasSubstr(to_json(report).substr(2)));
}

struct CommaAndDots : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(json, a_locale_with_a_decimal_comma_changes_nothing) {
  const std::string before = to_json(plain_report());
  const std::locale old = std::locale::global(std::locale(std::locale(), new CommaAndDots));
  // The C library's locale too, where the machine has such a one.
  for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "ru_RU.UTF-8"}) {
    if (std::setlocale(LC_ALL, name) != nullptr) break;
  }
  const std::string text = to_json(plain_report());
  const std::string again = spelled(from_json(text));
  std::locale::global(old);
  std::setlocale(LC_ALL, "C");
  EXPECT_EQ(text, before);
  EXPECT_EQ(again, spelled(plain_report()));
}

TEST(json, jmhs_variant_has_ok_cases_with_jmhs_keys_alone) {
  Report report = plain_report();
  report.cases.push_back(plain_case("bad"));
  report.cases.back().outcome = Outcome::failed;
  const std::string text = to_jmh_json(report);
  EXPECT_THAT(text, HasSubstr("\"benchmark\": \"group.name\""));
  EXPECT_THAT(text, Not(HasSubstr("bad")));
  EXPECT_THAT(text, Not(HasSubstr("\"tare\"")));
  const Report again = from_json(text);
  ASSERT_EQ(again.cases.size(), 1U);
  EXPECT_EQ(spelled(again.cases.front().measurement), spelled(report.cases.front().measurement));
}

TEST(json, what_jmh_calls_a_key_is_called_so) {
  Report report = plain_report();
  report.cases.front().params = {{"p", "1"}};
  report.cases.front().secondary = {plain_metric("x", "B/op")};
  const std::string text = to_jmh_json(report);
  std::size_t at = 0;
  for (const char* key : {"jmhVersion",
                          "benchmark",
                          "mode",
                          "threads",
                          "forks",
                          "jvm",
                          "jvmArgs",
                          "jdkVersion",
                          "vmName",
                          "vmVersion",
                          "warmupIterations",
                          "warmupTime\": \"50 ms",
                          "warmupBatchSize",
                          "measurementIterations",
                          "measurementTime\": \"1500 ms",
                          "measurementBatchSize",
                          "params",
                          "primaryMetric",
                          "score",
                          "scoreError",
                          "scoreConfidence",
                          "scorePercentiles",
                          "50.0",
                          "99.9999",
                          "scoreUnit",
                          "rawData",
                          "secondaryMetrics",
                          "x",
                          "score"}) {
    const std::size_t found = text.find(std::string("\"") + key + '"', at);
    EXPECT_NE(found, std::string::npos) << key << " in\n" << text;
    at = found;
  }
}

}  // namespace
}  // namespace tare
