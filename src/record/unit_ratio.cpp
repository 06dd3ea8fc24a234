// SPDX-License-Identifier: Apache-2.0
#include "record/unit_ratio.hpp"

#include "record/units.hpp"

namespace tare {
namespace {

constexpr std::string_view per_operation = "/op";
constexpr std::string_view operations_per = "ops/";

std::optional<double> nanoseconds(std::string_view unit) {
  const std::optional<TimeUnit> known = parse_time_unit(unit);
  if (!known) return std::nullopt;
  return static_cast<double>(nanoseconds_in(*known));
}

/// Nanoseconds in the `us` of `us/op`.
std::optional<double> time_of(std::string_view unit) {
  if (!unit.ends_with(per_operation)) return std::nullopt;
  return nanoseconds(unit.substr(0, unit.size() - per_operation.size()));
}

/// Nanoseconds in the `us` of `ops/us`.
std::optional<double> period_of(std::string_view unit) {
  if (!unit.starts_with(operations_per)) return std::nullopt;
  return nanoseconds(unit.substr(operations_per.size()));
}

}  // namespace

std::optional<double> unit_ratio(std::string_view from, std::string_view to) {
  if (from == to) return 1;
  if (const auto time = time_of(from), wanted = time_of(to); time && wanted) return *time / *wanted;
  if (const auto period = period_of(from), wanted = period_of(to); period && wanted)
    return *wanted / *period;
  return std::nullopt;
}

}  // namespace tare
