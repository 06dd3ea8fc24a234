// SPDX-License-Identifier: Apache-2.0
#include "history/series.hpp"

#include <fmt/format.h>

#include <cmath>

#include "record/conditions.hpp"
#include "record/unit_ratio.hpp"

namespace tare::history {

std::string case_name(const SeriesKey& key) {
  Case one;
  one.benchmark = key.benchmark;
  one.params = key.params;
  one.mode = key.mode;
  const std::string name = tare::display_name(one);
  return key.conditions == tare::conditions(Case()) ? name : name + ", " + key.conditions;
}

std::string display_name(const SeriesKey& key) {
  return key.label.empty() ? case_name(key) : case_name(key) + ':' + key.label;
}

std::vector<std::size_t> Series::measured() const {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].outcome == Outcome::ok && std::isfinite(points[i].score)) places.push_back(i);
  }
  return places;
}

void unite_units(Series& series) {
  const std::vector<std::size_t> measured = series.measured();
  if (series.points.empty()) return;
  const Point& last = measured.empty() ? series.points.back() : series.points[measured.back()];
  series.unit = last.unit;
  series.better = last.better;
  for (Point& point : series.points) {
    const std::optional<double> ratio = unit_ratio(point.unit, series.unit);
    if (!ratio) point.reason = fmt::format("in {}, not {}", point.unit, series.unit);
    const double factor = ratio.value_or(not_a_number);
    for (double* value : {&point.score, &point.error, &point.interval_low, &point.interval_high})
      *value *= factor;
    for (double& value : point.forks) value *= factor;
    point.unit = series.unit;
  }
}

}  // namespace tare::history
