// SPDX-License-Identifier: Apache-2.0
// Each key of the format is named once, here: describe…() list the fields of a value for an
// archive, and the archive either writes them (json_writer.hpp) or reads them (json_reader.hpp).
#pragma once

#include <array>
#include <concepts>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tare/record.hpp"

namespace tare::json {

using Json = nlohmann::ordered_json;  // Parameters keep their order.
using Percentiles = std::vector<std::pair<double, double>>;

template <typename T, typename Value>
concept ConstOrNot = std::same_as<std::remove_const_t<T>, Value>;

template <typename T>
concept NameAndValue = std::same_as<T, Param> || std::same_as<T, Fact>;

template <typename T>
concept Enumeration = std::is_enum_v<T>;

template <typename Archive>
void describe(Archive& archive, ConstOrNot<Note> auto& note) {
  archive.required("severity", note.severity);
  archive.required("code", note.code);
  archive.required("case", note.case_name);
  archive.required("text", note.text);
  archive.required("advice", note.advice);
}

template <typename Archive>
void describe(Archive& archive, ConstOrNot<HotSpot> auto& spot) {
  archive.required("what", spot.what);
  archive.required("file", spot.file);
  archive.required("line", spot.line);
  archive.required("values", spot.values);
}

template <typename Archive>
void describe(Archive& archive, ConstOrNot<HotSpots> auto& table) {
  archive.required("profiler", table.profiler);
  archive.required("title", table.title);
  archive.required("units", table.units);
  archive.required("spots", table.spots);
}

template <typename Archive>
void describe(Archive& archive, ConstOrNot<ProfileFile> auto& file) {
  archive.required("path", file.path);
  archive.required("content", file.content);
}

template <typename Archive>
void describe(Archive& archive, ConstOrNot<ForkRun> auto& fork) {
  archive.required_seed("seed", fork.seed);
  archive.required("environmentBytes", fork.environment_bytes);
  archive.required("stackOffset", fork.stack_offset);
  archive.required("heapOffset", fork.heap_offset);
  archive.required("profiler", fork.profiler);
  archive.required("warmup", fork.warmup);
  archive.required("outcome", fork.outcome);
  archive.required("reason", fork.reason);
  archive.required("outputTail", fork.output_tail);
  if (archive.has("stack", !fork.stack.empty())) archive.required("stack", fork.stack);
  if (archive.has("files", !fork.files.empty())) archive.required("files", fork.files);
}

template <typename Archive>
void describe(Archive& archive, ConstOrNot<RoleThreads> auto& group) {
  archive.required("role", group.role);
  archive.required("threads", group.threads);
}

template <typename Archive>
void describe(Archive& archive, ConstOrNot<Fit> auto& fit) {
  archive.required("parameter", fit.parameter);
  archive.required("complexity", fit.complexity);
  archive.required("coefficientNs", fit.coefficient);
  archive.required("fixedNs", fit.fixed_ns);
  archive.required("residual", fit.residual);
}

/// What JMH has of a metric.
template <typename Archive>
void describe_figures(Archive& archive, ConstOrNot<Metric> auto& metric) {
  archive.required("score", metric.score);
  archive.optional("scoreError", metric.error);
  archive.optional_pair("scoreConfidence", metric.interval_low, metric.interval_high);
  archive.optional("scorePercentiles", metric.percentiles);
  archive.required("scoreUnit", metric.unit);
  auto& sample = metric.sample;
  if (archive.has("rawDataHistogram", !sample.histograms.empty())) {
    archive.required("rawDataHistogram", sample.histograms);
  } else {
    archive.optional("rawData", sample.values);
  }
}

/// What we add to a metric.
template <typename Archive>
void describe_additions(Archive& archive, ConstOrNot<Metric> auto& metric) {
  archive.required("better", metric.better);
  archive.required("errorWithinForks", metric.error_within_forks);
  archive.required("min", metric.min);
  archive.required("median", metric.median);
  archive.required("max", metric.max);
  // Where the histogram stands in the place of the values.
  if (archive.has("rawData", !metric.sample.histograms.empty())) {
    archive.required("rawData", metric.sample.values);
  }
}

template <typename Archive>
void describe_identity(Archive& archive, ConstOrNot<Case> auto& one) {
  archive.required("benchmark", one.benchmark);
  archive.required("mode", one.mode);
  archive.optional("threads", one.threads);
  archive.optional("forks", one.forks);
}

template <typename Archive>
void describe_rest(Archive& archive, ConstOrNot<Case> auto& one) {
  archive.optional("warmupIterations", one.warmup.iterations);
  archive.optional_duration("warmupTime", one.warmup.time_ns);
  archive.optional("warmupBatchSize", one.warmup.batch);
  archive.optional("measurementIterations", one.measurement.iterations);
  archive.optional_duration("measurementTime", one.measurement.time_ns);
  archive.optional("measurementBatchSize", one.measurement.batch);
  if (archive.has("params", !one.params.empty())) archive.required("params", one.params);
  archive.object("primaryMetric", [&](auto& inner) { describe_figures(inner, one.primary); });
  if (!archive.has("secondaryMetrics", true)) return;
  archive.object("secondaryMetrics", [&](auto& labels) {
    labels.metrics_of_members(one.secondary);
    for (auto& metric : one.secondary) {
      labels.object(metric.label, [&](auto& inner) { describe_figures(inner, metric); });
    }
  });
}

/// What we add to a case, but for its notes and the run's facts.
template <typename Archive>
void describe_additions(Archive& archive, ConstOrNot<Case> auto& one) {
  archive.required("outcome", one.outcome);
  archive.required("reason", one.reason);
  archive.required("warmupForks", one.warmup_forks);
  archive.required("timeoutNs", one.timeout_ns);
  archive.required("operationsPerInvocation", one.operations_per_invocation);
  if (archive.has("threadGroup", !one.roles.empty())) archive.required("threadGroup", one.roles);
  if (archive.has("affinity", !one.processors.empty()))
    archive.required("affinity", one.processors);
  if (archive.has("warmupMode", one.warmup_mode != WarmupMode::indi))
    archive.required("warmupMode", one.warmup_mode);
  if (archive.has("cold", one.cold)) archive.required("cold", one.cold);
  if (archive.has("launcher", !one.launcher.empty())) archive.required("launcher", one.launcher);
  if (archive.has("fits", !one.fits.empty())) archive.required("fits", one.fits);
  archive.object("primary", [&](auto& inner) { describe_additions(inner, one.primary); });
  archive.object("secondary", [&](auto& labels) {
    for (auto& metric : one.secondary) {
      // A metric that someone else added has none.
      if (!labels.has(metric.label, true)) continue;
      labels.object(metric.label, [&](auto& inner) { describe_additions(inner, metric); });
    }
  });
  archive.required("forkRuns", one.fork_runs);
  if (archive.has("hotSpots", !one.hot_spots.empty())) archive.required("hotSpots", one.hot_spots);
}

template <typename Archive>
void describe_run(Archive& archive, ConstOrNot<Report> auto& report) {
  archive.required("version", report.tare_version);
  archive.required("started", report.started);
  archive.required("durationSeconds", report.duration_s);
  archive.required("command", report.command);
  archive.required_seed("seed", report.seed);
  archive.required("confidence", report.confidence);
  archive.required("complete", report.complete);
  archive.required("environment", report.environment);
}

inline const char* name_of(Better better) { return better == Better::lower ? "lower" : "higher"; }
inline const char* name_of(Mode mode) { return short_name(mode); }

constexpr std::array<Mode, 4> all_of(Mode) {
  return {Mode::throughput, Mode::average_time, Mode::sample_time, Mode::single_shot};
}
constexpr std::array<Outcome, 5> all_of(Outcome) {
  return {Outcome::ok, Outcome::failed, Outcome::timeout, Outcome::crashed, Outcome::skipped};
}
constexpr std::array<Severity, 3> all_of(Severity) {
  return {Severity::info, Severity::warning, Severity::error};
}
constexpr std::array<WarmupMode, 3> all_of(WarmupMode) {
  return {WarmupMode::indi, WarmupMode::bulk, WarmupMode::bulk_indi};
}
constexpr std::array<Better, 2> all_of(Better) { return {Better::lower, Better::higher}; }

/// A number JSON has no word for, and JMH's word.
struct Unspeakable {
  const char* name;
  double value;
};
inline constexpr std::array unspeakables{
    Unspeakable{"NaN", not_a_number}, Unspeakable{"+INF", std::numeric_limits<double>::infinity()},
    Unspeakable{"-INF", -std::numeric_limits<double>::infinity()}};

}  // namespace tare::json
