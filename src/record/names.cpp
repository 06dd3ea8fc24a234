// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

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

/// File systems take names of 255 bytes, and a profiler adds its own to these.
constexpr std::size_t longest_stem = 180;

/// Means itself in a shell, and in names of files everywhere.
bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("._-=,+@").find(c) != std::string_view::npos;
}

/// FNV-1a, 32 bits, in hexadecimal digits.
std::string hash_text(std::string_view text) {
  std::uint32_t hash = 0x811c9dc5;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193u;
  std::string digits;
  for (int shift = 28; shift >= 0; shift -= 4) digits += "0123456789abcdef"[(hash >> shift) & 15];
  return digits;
}

std::string figure_name(std::string name, const std::string& metric) {
  return metric.empty() || metric == primary_metric ? name : name + ':' + metric;
}

}  // namespace

std::string display_name(const CasePlan& plan) { return case_name(plan); }

std::string file_stem(const CasePlan& plan) {
  std::string whole = plan.benchmark;
  char separator = '-';
  for (const Param& param : plan.params) {
    whole.append(1, std::exchange(separator, ','))
        .append(param.name)
        .append("=")
        .append(param.value);
  }
  if (plan.mode != Mode::average_time) whole.append("-").append(short_name(plan.mode));
  std::string stem = whole;
  std::ranges::replace_if(
      stem, [](char c) { return !is_plain(c); }, '_');
  if (stem.starts_with('.') || stem.starts_with('-')) stem.front() = '_';
  if (stem == whole && stem.size() <= longest_stem) return stem;
  // Different cases must not come to share a name.
  return stem.substr(0, longest_stem - 9) + '-' + hash_text(whole);
}

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
