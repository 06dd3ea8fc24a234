// SPDX-License-Identifier: Apache-2.0
#include "fixed_comparison.hpp"

#include <limits>

namespace tare::test {
namespace {

Comparison time_of(std::string benchmark, Verdict verdict, double low, double ratio, double high) {
  Comparison one;
  one.benchmark = std::move(benchmark);
  one.metric = primary_metric;
  one.unit = "ns/op";
  one.baseline = 120.5;
  one.candidate = 120.5 * ratio;
  one.ratio = ratio;
  one.interval_low = low;
  one.interval_high = high;
  one.verdict = verdict;
  one.detectable = 0.0125;
  one.pairs = 24;
  one.baseline_spread = 1.0125;
  one.candidate_spread = 1.25;
  return one;
}

Comparison count_of(std::string benchmark, Verdict verdict, double before, double after) {
  Comparison one;
  one.benchmark = std::move(benchmark);
  one.metric = "mem.alloc.count.norm";
  one.unit = "#/op";
  one.baseline = before;
  one.candidate = after;
  if (before != 0) one.ratio = one.interval_low = one.interval_high = after / before;
  one.verdict = verdict;
  one.detectable = 0;
  one.exact = true;
  return one;
}

Comparison odd() {
  Comparison one = time_of("東京::Grüße<int, long>|`*_&\"'\uFFFF\xff\n", Verdict::unclear, 0, 1e-7,
                           std::numeric_limits<double>::infinity());
  one.params = {{"T", "<a> & \"b\"]]>"}, {"n", "1"}};
  one.mode = Mode::throughput;
  one.unit = "ops/s";
  one.better = Better::higher;
  one.detectable = 3;
  return one;
}

Comparison unknown() {
  Comparison one =
      time_of("nothing.known", Verdict::unclear, not_a_number, not_a_number, not_a_number);
  one.baseline = one.candidate = one.detectable = not_a_number;
  one.baseline_spread = one.candidate_spread = not_a_number;
  one.pairs = 0;
  return one;
}

}  // namespace

ComparisonReport fixed_comparison() {
  ComparisonReport report;
  report.tare_version = "0.1.0";
  report.started = "2026-01-02T03:04:05Z";
  report.duration_s = 12.5;
  report.command = {"tare", "ab", "before", "a b"};
  report.seed = 18446744073709551615U;
  report.interleaved = true;
  report.layouts = 3;
  report.programs = {{"before", "0123abc"}, {"after <1>", "4567def"}};
  report.environment = {{"cpu.model", "A \"fast\" one"}};
  report.comparisons = {time_of("conjure.deserialize", Verdict::slower, 1.02, 1.03, 1.04),
                        count_of("conjure.deserialize", Verdict::more, 0, 2),
                        time_of("conjure.serialize", Verdict::faster, 0.5, 0.525, 0.55),
                        count_of("conjure.serialize", Verdict::less, 4, 3),
                        time_of("conjure.skip", Verdict::same, 0.995, 1, 1.005),
                        odd(),
                        unknown()};
  report.comparisons[0].params = {{"json", "TEN"}};
  report.comparisons[1].params = {{"json", "TEN"}};
  report.unpaired = {{"bad.crash", 1, "crashed: signal 11"},
                     {"bad.skip", 1, "skipped"},
                     {"new.case", 0, "there is no such case"}};
  report.gates = {"time>2%", "mem.alloc.count.norm>0"};
  const std::string slower = display_name(report.comparisons[0]);
  report.findings = {
      {GateFinding::Kind::regression, "time>2%", slower, 1, true, "slower, +3%"},
      {GateFinding::Kind::regression, "mem.alloc.count.norm>0", slower + ":mem.alloc.count.norm", 1,
       true, "more, +2 #/op"},
      {GateFinding::Kind::unclear, "time>2%", display_name(odd()), 1, false, "it may be -100%"},
      {GateFinding::Kind::missing, "", "bad.crash", 1, true, "crashed: signal 11"}};
  report.notes = {{Severity::warning, "few-forks", "nothing.known",
                   "fewer than 3 forks have a score", "Run more of them (-f 12)."}};
  return report;
}

}  // namespace tare::test
