// SPDX-License-Identifier: Apache-2.0
#include "tare/record.hpp"

namespace tare {

std::string display_name(const Case& benchmark_case) {
  std::string text = benchmark_case.benchmark;
  const char* separator = " (";
  for (const Param& param : benchmark_case.params) {
    text.append(separator).append(param.name).append(" = ").append(param.value);
    separator = ", ";
  }
  if (!benchmark_case.params.empty()) text += ')';
  if (benchmark_case.mode != Mode::average_time)
    text.append(", ").append(short_name(benchmark_case.mode));
  return text;
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

}  // namespace tare
