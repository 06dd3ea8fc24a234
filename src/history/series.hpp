// SPDX-License-Identifier: Apache-2.0
// The plain values of a history.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tare/record.hpp"

namespace tare::history {

/// A state of the code. Times are seconds since 1970, UTC.
struct Revision {
  std::string name;
  std::optional<std::int64_t> committed;  ///< Where that is known.
  std::int64_t added = 0;                 ///< When its first result was.
  bool operator==(const Revision&) const = default;

  /// What revisions are in order of; those of one second are in the order they were added in.
  std::int64_t time() const { return committed.value_or(added); }
};

/// What one series of figures is of.
struct SeriesKey {
  std::string machine;
  std::string benchmark;
  std::vector<Param> params;  ///< Ascending by name: their order says nothing.
  Mode mode = Mode::average_time;
  std::string conditions;  ///< conditions() of the case.
  std::string label;       ///< As Metric::label: empty for the primary metric.
  bool operator==(const SeriesKey&) const = default;
};

/// display_name() of the case, then conditions that are not usual: `parse (n = 8), 4 threads`.
std::string case_name(const SeriesKey& key);

/// case_name() with the label of a secondary metric: `parse (n = 8):mem.alloc.rate.norm`.
std::string display_name(const SeriesKey& key);

/// A figure of one revision. Numbers are as in Metric.
struct Point {
  Revision revision;
  std::size_t results = 1;  ///< Of this figure at this revision; this is the last added.
  std::int64_t added = 0;   ///< When this result was: seconds since 1970, UTC.
  Outcome outcome = Outcome::ok;
  std::string reason;   ///< Why there is no score to compare, where that is so.
  std::string started;  ///< ISO 8601, UTC; empty where the file did not say.
  std::string tare_version;

  std::string unit;
  Better better = Better::lower;
  double score = not_a_number;
  double error = not_a_number;
  double interval_low = not_a_number;
  double interval_high = not_a_number;
  bool error_within_forks = false;
  std::vector<double> forks;  ///< A score for each.
};

/// One figure of one case on one machine over time: a point for each revision that has it, the
/// oldest first. All scores are in `unit`.
struct Series {
  SeriesKey key;
  std::string unit;
  Better better = Better::lower;
  std::vector<Point> points;

  /// Places of the points that can be compared: those that are ok and have a finite score.
  std::vector<std::size_t> measured() const;
};

/// Turns all points into the unit of the last that is measured(): a time of 990 ns/op may have
/// grown to 1.01 us/op. Those in a unit of another kind lose their score, and say why.
void unite_units(Series& series);

/// What is asked for.
struct Selection {
  /// Which cases, by case_name(). Empty: all.
  std::function<bool(const std::string& name)> wants_case;
  /// As Metric::label, empty for the primary metric; or all metrics.
  std::optional<std::string> label;
  std::optional<std::string> machine;
};

}  // namespace tare::history
