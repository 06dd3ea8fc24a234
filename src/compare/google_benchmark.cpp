// SPDX-License-Identifier: Apache-2.0
#include "compare/google_benchmark.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "record/json_document.hpp"
#include "record/json_reader.hpp"
#include "stats/summary.hpp"

namespace tare::compare {
namespace {

using json::JsonReader;
using json::Place;

/// Suffixes `key:value` that say how long or how often a case was measured (BenchmarkName::str()
/// in Google Benchmark's benchmark_name.cc).
constexpr std::array measuring{"iterations", "repeats", "min_time", "min_warmup_time"};

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("-.0123456789") == std::string_view::npos;
}

/// Takes name and parameters from `BM_x/8/n:2/threads:4`.
void name(Case& one, std::string_view whole) {
  one.benchmark = whole.substr(0, whole.find('/'));
  std::size_t ranges = 0;
  for (std::size_t at = one.benchmark.size(); at < whole.size();) {
    const std::size_t end = std::min(whole.find('/', at + 1), whole.size());
    const std::string_view part = whole.substr(at + 1, end - at - 1);
    at = end;
    const std::size_t colon = part.find(':');
    const std::string key(part.substr(0, colon));
    if (is_number(part)) {
      one.params.push_back({fmt::format("range{}", ranges++), std::string(part)});
    } else if (colon == std::string_view::npos || !is_number(part.substr(colon + 1))) {
      one.benchmark.append("/").append(part);
    } else if (std::ranges::find(measuring, key) == measuring.end()) {
      one.params.push_back({key, std::string(part.substr(colon + 1))});
    }
  }
}

/// A figure of a case whose repetitions follow.
Metric timed(const char* label, const std::string& time_unit, const Place& place) {
  const std::optional<TimeUnit> unit = parse_time_unit(time_unit);
  if (!unit) place.fail("expected a unit of time such as \"ns\"");
  Metric metric;
  metric.label = label;
  metric.unit = score_unit(Mode::average_time, *unit);
  return metric;
}

/// Puts repetitions together to cases.
class Reader {
 public:
  void read_context(const JsonReader& context) {
    context.optional("date", report_.started);
    std::string program;
    context.optional("executable", program);
    if (!program.empty()) report_.command = {program};
    std::uint32_t processors = 0;
    context.optional("num_cpus", processors);
    if (processors > 0) report_.environment.push_back({"cpu.count", std::to_string(processors)});
  }

  void add(const JsonReader& run) {
    std::string kind = "iteration";
    run.optional("run_type", kind);
    if (kind == "aggregate") {
      ++aggregates_;
      return;
    }
    Case& one = case_of(run);
    bool failed = false;
    bool skipped = false;
    run.optional("error_occurred", failed);
    run.optional("skipped", skipped);
    if (failed || skipped) {
      one.outcome = failed ? Outcome::failed : Outcome::skipped;
      run.optional(failed ? "error_message" : "skip_message", one.reason);
      return;
    }
    run.required("real_time", one.primary.sample.values.emplace_back().emplace_back());
    run.required("cpu_time", one.secondary.front().sample.values.emplace_back().emplace_back());
  }

  Report report() && {
    if (report_.cases.empty() && aggregates_ > 0)
      throw RecordError(
          "only aggregates, of which nothing can be compared; measure without "
          "--benchmark_report_aggregates_only");
    for (Case& one : report_.cases) {
      one.forks = static_cast<std::uint32_t>(one.primary.sample.values.size());
      stats::summarise(one.primary, report_.confidence);
      stats::summarise(one.secondary.front(), report_.confidence);
    }
    report_.notes.push_back(
        {Severity::warning, "one-process", "",
         "all repetitions are of one process, so that how processes differ is in no interval", ""});
    report_.complete = true;
    return std::move(report_);
  }

 private:
  /// Repetitions of a case have one `run_name`; before version 1.5 there was `name` alone.
  Case& case_of(const JsonReader& run) {
    std::string whole;
    run.required(run.has("run_name", true) ? "run_name" : "name", whole);
    const auto [known, is_new] = places_.try_emplace(whole, report_.cases.size());
    if (!is_new) return report_.cases[known->second];
    Case& one = report_.cases.emplace_back();
    name(one, whole);
    run.optional("threads", one.threads);
    const std::string key = "time_unit";
    std::string unit = "ns";  // What failed has none.
    run.optional(key, unit);
    one.primary = timed("", unit, run.place_of(key));
    one.secondary = {timed("cpu_time", unit, run.place_of(key))};
    return one;
  }

  Report report_;
  std::map<std::string, std::size_t> places_;  ///< Of cases, by `run_name`.
  std::size_t aggregates_ = 0;
};

}  // namespace

Report from_google_benchmark(std::string_view text, const ReadLimits& limits) {
  const json::Json document = json::parse(text, limits);
  const Place top;
  const JsonReader whole(document, top);
  Reader reader;
  if (whole.has("context", true))
    whole.object("context", [&](const JsonReader& context) { reader.read_context(context); });
  const std::string key = "benchmarks";
  if (!whole.has(key, true)) top.fail("\"" + key + "\" is missing");
  const Place list = whole.place_of(key);
  const json::Json& runs = document[key];
  list.expect(runs.is_array(), "array", runs);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Place place{&list, nullptr, i};
    reader.add(JsonReader(runs[i], place));
  }
  return std::move(reader).report();
}

}  // namespace tare::compare
