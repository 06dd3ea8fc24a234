// SPDX-License-Identifier: Apache-2.0
#include "messages.hpp"

#include <limits>

namespace tare::fork {

Job full_job() {
  Job job;
  job.benchmark = "group.name";
  job.params = {{"size", "10"}, {"text", std::string("a\0b\n,=", 6)}, {"empty", ""}};
  job.mode = Mode::single_shot;
  job.threads = 4;
  job.warmup = {1, 2, 3};
  job.measurement = {0xffffffffu, UINT64_MAX, 0xffffffffu};
  job.timeout_ns = UINT64_MAX;
  job.operations_per_invocation = std::uint64_t{1} << 63;
  job.roles = {{"put", 3}, {"", 0xffffffffu}};
  job.processors = {0, 0xffffffffu};
  job.cold = true;
  job.warmed_up = {CasePlan(), job};
  job.synchronise = false;
  job.profiler = "mem";
  job.profiler_options = {{"key", "value"}, {"", ""}};
  job.layout = {UINT64_MAX, 16, 4080, 65520};
  return job;
}

running::IterationResult full_iteration() {
  running::IterationResult result;
  result.warmup = true;
  result.index = 7;
  result.operations = 128;
  result.nanoseconds = 0.1;
  result.score = -std::numeric_limits<double>::infinity();
  result.histogram = {{0.5, 1}, {1e300, UINT64_MAX}};
  result.counters = {{"bytes", running::CounterKind::items, 1.5},
                     {"events", running::CounterKind::event, -0.0}};
  return result;
}

Metric full_metric() {
  Metric metric;
  metric.label = "mem.alloc.rate.norm";
  metric.unit = "B/op";
  metric.better = Better::higher;
  metric.sample.values = {{1, 2}, {}, {3}};
  metric.sample.histograms = {{{{1, 2}, {3, 4}}, {}}, {}};
  metric.score = 1;
  metric.error = 2;
  metric.interval_low = 3;
  metric.interval_high = 4;
  metric.error_within_forks = true;
  metric.min = 5;
  metric.median = 6;  // And max stays not a number.
  metric.percentiles = {{0, 1}, {99.9, 2}};
  return metric;
}

std::vector<Message> every_message() {
  return {Hello{wire_version, "0.1.0"},
          full_job(),
          IterationStarted{},
          full_iteration(),
          extend::Findings{{full_metric(), Metric()},
                           {{"mem", "sites", {"B/op", "#/op"}, {{"f()", "f.cpp", 7, {1.5, 2}}}}},
                           {{"tare-profiles/x.html", "flame graph"}},
                           {{Severity::info, "code", "case", "text", "advice"}}},
          running::Ending{Outcome::skipped, "no such file"},
          Done{},
          StageStarted{running::Stage::trial_tear_down}};
}

}  // namespace tare::fork
