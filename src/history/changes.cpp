// SPDX-License-Identifier: Apache-2.0
#include "history/changes.hpp"

#include <algorithm>
#include <cmath>

#include "stats/scores.hpp"

namespace tare::history {
namespace {

using Places = std::vector<std::size_t>;

/// Where in `measured` a new level begins.
Places starts_of_exact(const Series& series, const Places& measured) {
  Places starts;
  for (std::size_t i = 1; i < measured.size(); ++i) {
    if (series.points[measured[i]].score != series.points[measured[i - 1]].score)
      starts.push_back(i);
  }
  return starts;
}

/// Permutations are made in proportion to 1 / level; so many take about a second for each change of
/// 200 revisions.
constexpr double least_level = 1e-4;

Places starts_of_estimated(const Series& series, const Places& measured, std::size_t family) {
  stats::ChangePointSearch search;
  search.level = std::max(search.level / static_cast<double>(family), least_level);
  std::vector<double> logarithms;
  for (const std::size_t place : measured)
    logarithms.push_back(std::log(series.points[place].score));
  Places starts;
  for (const stats::ChangePoint& change : stats::change_points(logarithms, search))
    starts.push_back(change.index);
  return starts;
}

/// Median of the points at the places from `first` on, and before `end`.
double level(const Series& series, const Places& measured, std::size_t first, std::size_t end) {
  std::vector<double> scores;
  for (std::size_t i = first; i < end; ++i) scores.push_back(series.points[measured[i]].score);
  return stats::Scores(std::move(scores)).median();
}

}  // namespace

bool is_exact(const Series& series) {
  return !series.key.label.empty() &&
         std::ranges::all_of(series.measured(), [&](std::size_t place) {
           return series.points[place].error == 0 && !series.points[place].error_within_forks;
         });
}

std::vector<Change> changes(const Series& series, std::size_t family) {
  Places measured = series.measured();
  const bool exact = is_exact(series);
  if (!exact)
    std::erase_if(measured, [&](std::size_t place) { return series.points[place].score <= 0; });
  Places edges =
      exact ? starts_of_exact(series, measured) : starts_of_estimated(series, measured, family);
  edges.insert(edges.begin(), 0);
  edges.push_back(measured.size());

  std::vector<Change> found;
  for (std::size_t i = 1; i + 1 < edges.size(); ++i) {
    Change& change = found.emplace_back();
    change.last_before = measured[edges[i] - 1];
    change.first_after = measured[edges[i]];
    change.before = level(series, measured, edges[i - 1], edges[i]);
    change.after = level(series, measured, edges[i], edges[i + 1]);
    change.worse = (change.after > change.before) == (series.better == Better::lower);
  }
  return found;
}

}  // namespace tare::history
