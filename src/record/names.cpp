// SPDX-License-Identifier: Apache-2.0
#include "tare/comparison.hpp"
#include "tare/record.hpp"

namespace tare {
namespace {

/// What cases and comparisons of cases are called alike by.
std::string case_name(const auto& of) {
  std::string text = of.benchmark;
  const char* separator = " (";
  for (const Param& param : of.params) {
    text.append(separator).append(param.name).append(" = ").append(param.value);
    separator = ", ";
  }
  if (!of.params.empty()) text += ')';
  if (of.mode != Mode::average_time) text.append(", ").append(short_name(of.mode));
  return text;
}

std::string figure_name(std::string name, const std::string& metric) {
  return metric.empty() || metric == primary_metric ? name : name + ':' + metric;
}

}  // namespace

std::string display_name(const Case& benchmark_case) { return case_name(benchmark_case); }

std::string display_name(const Comparison& comparison) {
  return figure_name(case_name(comparison), comparison.metric);
}

std::string display_name(const Unpaired& unpaired) {
  return figure_name(unpaired.name, unpaired.metric);
}

const char* short_name(Mode mode) {
  switch (mode) {
    case Mode::throughput:
      return "thrpt";
    case Mode::average_time:
      return "avgt";
    case Mode::sample_time:
      return "sample";
    case Mode::single_shot:
      return "ss";
  }
  return "?";
}

const char* name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::ok:
      return "ok";
    case Outcome::failed:
      return "failed";
    case Outcome::timeout:
      return "timeout";
    case Outcome::crashed:
      return "crashed";
    case Outcome::skipped:
      return "skipped";
  }
  return "?";
}

const char* name_of(WarmupMode mode) {
  switch (mode) {
    case WarmupMode::indi:
      return "INDI";
    case WarmupMode::bulk:
      return "BULK";
    case WarmupMode::bulk_indi:
      return "BULK_INDI";
  }
  return "?";
}

const char* name_of(Severity severity) {
  switch (severity) {
    case Severity::info:
      return "info";
    case Severity::warning:
      return "warning";
    case Severity::error:
      return "error";
  }
  return "?";
}

const char* name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::faster:
      return "faster";
    case Verdict::slower:
      return "slower";
    case Verdict::less:
      return "less";
    case Verdict::more:
      return "more";
    case Verdict::same:
      return "same";
    case Verdict::unclear:
      return "unclear";
  }
  return "?";
}

const char* name_of(GateFinding::Kind kind) {
  switch (kind) {
    case GateFinding::Kind::regression:
      return "regression";
    case GateFinding::Kind::unclear:
      return "unclear";
    case GateFinding::Kind::missing:
      return "missing";
  }
  return "?";
}

}  // namespace tare
