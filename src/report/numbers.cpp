// SPDX-License-Identifier: Apache-2.0
#include "report/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tare::report {
namespace {

/// From here on three decimals would print as 0.000.
constexpr double smallest_for_decimals = 0.0005;
/// Seven digits can be taken in at a glance.
constexpr double smallest_grouped = 1e7;
/// Beyond it digits are noise: a double has 15 to 17.
constexpr double smallest_scientific = 1e15;

bool counts_things(std::string_view unit) {
  return unit.starts_with("B/") || unit.starts_with("#") || unit == "B";
}

std::string grouped(double number) {
  std::string digits = fmt::format("{:.0f}", number);
  const std::size_t first = number < 0 ? 1 : 0;
  for (std::size_t at = digits.size(); at > first + 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

}  // namespace

std::string score_text(double score, std::string_view unit) {
  const double size = std::abs(score);
  if (std::isnan(score)) return "NaN";
  if (std::isinf(score)) return score > 0 ? "+INF" : "-INF";
  if (score == 0) return "0";
  if (size < smallest_for_decimals) return fmt::format("{:.3g}", score);
  if (size >= smallest_scientific) return fmt::format("{:.3e}", score);
  if (size >= smallest_grouped) return grouped(score);
  if (counts_things(unit) && score == std::floor(score)) return fmt::format("{:.0f}", score);
  return fmt::format("{:.3f}", score);
}

Counts counts_of(const Metric& metric) {
  Counts counts;
  const auto add = [&](const auto& forks, auto&& measured) {
    for (const auto& fork : forks) {
      const auto iterations = static_cast<std::size_t>(std::ranges::count_if(fork, measured));
      counts.forks += iterations == 0 ? 0 : 1;
      counts.iterations += iterations;
    }
  };
  if (metric.sample.histograms.empty()) {
    add(metric.sample.values, [](double value) { return std::isfinite(value); });
  } else {
    add(metric.sample.histograms, [](const Histogram& histogram) { return !histogram.empty(); });
  }
  return counts;
}

std::size_t count_of(const Metric& metric) {
  const Counts counts = counts_of(metric);
  return metric.error_within_forks ? counts.iterations : counts.forks;
}

std::string confidence_text(double confidence) { return fmt::format("{:.6g}%", 100 * confidence); }

std::string clock_text(double seconds) {
  // A run of a million years is one the clock need not tell.
  constexpr double most = 1e6 * 365 * 86400;
  const auto whole = seconds > 0 ? static_cast<std::uint64_t>(std::min(seconds, most) + 0.5) : 0;
  const std::uint64_t days = whole / 86400;
  const std::string time =
      fmt::format("{:02}:{:02}:{:02}", whole / 3600 % 24, whole / 60 % 60, whole % 60);
  return days == 0 ? time : fmt::format("{}, {}", plural(days, "day"), time);
}

std::string plural(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace tare::report
