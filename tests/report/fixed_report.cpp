// SPDX-License-Identifier: Apache-2.0
#include "fixed_report.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tare::test {
namespace {

Case planned(std::string benchmark, std::vector<Param> params) {
  Case one;
  one.benchmark = std::move(benchmark);
  one.params = std::move(params);
  one.forks = 12;
  one.warmup = {1, 50'000'000, 1};
  one.measurement = {3, 100'000'000, 1};
  one.timeout_ns = 600'000'000'000;
  return one;
}

Case good() {
  Case one = planned("conjure.deserialize", {{"json", "TEN"}, {"mapImpl", "NORMAL"}});
  one.primary = timed({120.5, 121, 121.25, 121.5, 122, 122.25, 123, 125.75}, 1.5);
  one.secondary = {counted("mem.alloc.count.norm", "#/op", 0.5),
                   counted("mem.alloc.rate.norm", "B/op", 8188),
                   counted("mem.retained.residue.norm", "B/op", 0)};
  one.fork_runs.resize(2);
  one.fork_runs[0].seed = 42;
  one.fork_runs[0].environment_bytes = 16;
  one.fork_runs[0].stack_offset = 32;
  one.fork_runs[0].heap_offset = 48;
  one.fork_runs[0].warmup = {130.5};
  one.fork_runs[1].seed = 43;
  one.fork_runs[1].profiler = "mem";
  one.fork_runs[1].files = {
      {"tare-profiles/conjure.deserialize-mem-1.alloc.html", "flame graph of allocations"}};
  one.hot_spots = {
      {"mem",
       "allocation sites",
       {"B/op", "#/op"},
       {{"conjure::parse<a, b>(std::string)", "/src/conjure/parse.cpp", 77, {8000, 0.25}},
        {"strdup", "", 0, {188, 0.25}}}},
      {"perfasm",
       "hottest region",
       {"%"},
       {{"mov %rax,%rbx", "", 0, {not_a_number}}, {"\x1b[31m<b>|add", "a|b.cpp", 3, {97.25}}}}};
  return one;
}

Case two_forks() {
  Case one =
      planned("conjure.deserialize", {{"json", "THOUSAND"}, {"mapImpl", "\"a\",\nb|</script>"}});
  one.forks = 2;
  one.primary = timed({1234.5, 1236.5}, 20.25, "us/op");
  one.primary.error_within_forks = true;
  one.primary.sample.values = {{1234, 1235}, {1236, 1237}};
  return one;
}

Case few_forks() {
  Case one = planned("東京::Grüße<int, long>", {{"T", "std::map<int, int>"}});
  one.mode = Mode::throughput;
  one.threads = 4;
  one.primary = timed({3, 4, 5}, 1e-4, "ops/ns");
  one.primary.better = Better::higher;
  one.secondary = {counted("lookups", "ops/s", 1e30)};
  return one;
}

Case sampled() {
  Case one = planned("sampled", {});
  one.mode = Mode::sample_time;
  one.primary = timed({250, 251, 252, 253, 254, 255, 256, 257}, 2);
  one.primary.sample.values.clear();
  one.primary.sample.histograms.assign(8, {{{250, 3}, {900.5, 1}}});
  one.primary.percentiles = {{0, 250},         {50, 250},     {90, 900.5},    {95, 900.5},
                             {99, 900.5},      {99.9, 900.5}, {99.99, 900.5}, {99.999, 900.5},
                             {99.9999, 900.5}, {100, 900.5}};
  return one;
}

Case crashed() {
  Case one = planned("bad.crash", {{"json", ""}});
  one.outcome = Outcome::crashed;
  one.reason = "fork 2 of 12 was killed by signal 11 (segmentation fault)";
  one.primary = timed({7}, not_a_number);
  one.fork_runs.resize(2);
  one.fork_runs[0].seed = 1;
  one.fork_runs[1].seed = 2;
  one.fork_runs[1].outcome = Outcome::crashed;
  one.fork_runs[1].reason = "signal 11";
  one.fork_runs[1].output_tail = {"about to crash", "\x1b[31mred\x1b[0m and \xff no UTF-8"};
  return one;
}

/// Numbers as large, small and impossible as they come.
Case odd_numbers() {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Case one = planned("odd.numbers", {{"json", "a\\b`*_{x}$1^2&#%~<br>|\"q\",,;\r\n"}});
  one.mode = Mode::single_shot;
  one.primary = timed({1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9}, 1e-6);
  one.secondary = {counted("count.negative", "#", -3), counted("rate.infinite", "ops/s", infinity),
                   counted("rate.tiny", "ops/s", 1e-30),
                   counted("rate.unknown", "ops/s", not_a_number),
                   counted("x,\"y\"=<a,b>{}\n</script>\xff", "#", 1)};
  one.secondary[1].error = infinity;
  one.secondary[2].error = -1e-30;
  one.secondary[3].error = not_a_number;
  return one;
}

Case without_figures(const char* name, Outcome outcome, const char* reason) {
  Case one = planned(name, {});
  one.outcome = outcome;
  one.reason = reason;
  one.primary.unit = "ns/op";
  return one;
}

}  // namespace

Metric timed(std::vector<double> forks, double error, const char* unit) {
  Metric metric;
  metric.unit = unit;
  metric.score = std::reduce(forks.begin(), forks.end()) / static_cast<double>(forks.size());
  metric.error = error;
  metric.interval_low = metric.score - error;
  metric.interval_high = metric.score + error;
  for (const double fork : forks) metric.sample.values.push_back({fork});
  std::ranges::sort(forks);
  metric.min = forks.front();
  metric.median = forks[forks.size() / 2];
  metric.max = forks.back();
  metric.percentiles = {{0, metric.min}, {50, metric.median}, {100, metric.max}};
  return metric;
}

Metric counted(const char* label, const char* unit, double score) {
  Metric metric;
  metric.label = label;
  metric.unit = unit;
  metric.sample.values = {{score}, {score}};
  metric.score = metric.interval_low = metric.interval_high = score;
  metric.min = metric.median = metric.max = score;
  metric.error = 0;
  return metric;
}

Report fixed_report() {
  Report report;
  report.tare_version = "0.1.0";
  report.started = "2026-01-02T03:04:05Z";
  report.duration_s = 501;
  report.command = {"bin/bench-conjure", "-prof", "mem", "a b"};
  report.seed = 18446744073709551615U;
  report.environment = {{"cpu.model", "A \"fast\" one"}, {"build.compiler", "g++ 12.2.0"}};
  report.cases = {good(),
                  two_forks(),
                  few_forks(),
                  sampled(),
                  odd_numbers(),
                  crashed(),
                  without_figures("bad.hang", Outcome::timeout, "an iteration took over 10 min"),
                  without_figures("bad.throw", Outcome::failed, "std::runtime_error: no\nfile"),
                  without_figures("bad.skip", Outcome::skipped, "")};
  for (const Case& one : report.cases) {
    report.notes.push_back({Severity::warning, "few-forks", display_name(one),
                            "the error rests on few forks.", "Run more forks: -f 12."});
  }
  report.notes.push_back({Severity::info, "busy", "", "2 other processes ran.", ""});
  report.notes.push_back({Severity::error, "nondeterministic", display_name(report.cases[0]),
                          "forks differ.", "Look for hash seeds."});
  for (const std::size_t i : {0, 1}) {
    report.notes.push_back({Severity::warning, "drift", display_name(report.cases[i]),
                            "the score falls by " + std::to_string(i + 2) + " %.",
                            "Warm up longer (-wi, -w)."});
  }
  return report;
}

}  // namespace tare::test
