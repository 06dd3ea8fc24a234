// SPDX-License-Identifier: Apache-2.0
#include "stats/sequential.hpp"

#include <algorithm>
#include <array>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <map>
#include <mutex>

#include "stats/huber.hpp"
#include "stats/spending.hpp"

namespace tare::stats {
namespace {

/// From the fewest blocks of which a deviation says anything, each a third more than the one
/// before.
constexpr std::array<std::size_t, 12> look_at = {6, 8, 11, 15, 20, 27, 36, 49, 66, 89, 121, 185};

/// Of `same`, at each look by itself: to be wrong with it takes a change as great as the threshold.
constexpr double same_level = 0.05;

/// Of finding what is detectable.
constexpr double power = 0.8;

/// Log ratios that agree better than this agree by the coarseness of a clock.
constexpr double least_scale = 1e-4;

/// Levels of the planned looks. Kept, as they take milliseconds and all cases of a run ask for the
/// same.
const std::vector<double>& planned_levels(double alpha) {
  static std::mutex mutex;
  static std::map<double, std::vector<double>> known;
  const std::scoped_lock lock(mutex);
  std::vector<double>& levels = known[alpha];
  if (levels.empty()) levels = nominal_levels(look_at, alpha);
  return levels;
}

/// Level of an unplanned look at `blocks`, after the planned ones before it.
double level_at(std::size_t blocks, double alpha) {
  std::vector<std::size_t> passed(look_at.begin(),
                                  std::lower_bound(look_at.begin(), look_at.end(), blocks));
  passed.push_back(blocks);
  return nominal_levels(passed, alpha, look_at.back()).back();
}

/// Distance of Student's distribution with this much in each of its tails.
double student(double degrees_of_freedom, double tail) {
  const boost::math::students_t_distribution<double> distribution(degrees_of_freedom);
  return quantile(complement(distribution, tail));
}

}  // namespace

std::span<const std::size_t> looks() { return look_at; }

SequentialComparison::SequentialComparison(const SequentialDesign& design) : design_(design) {}

bool SequentialComparison::at_look() const {
  return std::binary_search(look_at.begin(), look_at.end(), values_.size());
}

void SequentialComparison::add(double log_ratio) {
  if (!std::isfinite(log_ratio)) return;
  values_.push_back(log_ratio);
  if (!at_look()) return;
  const auto place = static_cast<std::size_t>(
      std::lower_bound(look_at.begin(), look_at.end(), values_.size()) - look_at.begin());
  look(planned_levels(design_.alpha)[place],
       planned_levels(design_.alpha / static_cast<double>(design_.family))[place]);
}

void SequentialComparison::end() {
  if (values_.size() < 2 || at_look() || values_.size() > look_at.back()) return;
  look(level_at(values_.size(), design_.alpha),
       level_at(values_.size(), design_.alpha / static_cast<double>(design_.family)));
}

void SequentialComparison::look(double interval_level, double decision_level) {
  const Location location = huber(values_, least_scale);
  const double error = std::hypot(location.standard_error, systematic_error_);
  const auto half_width = [&](double level) {
    return student(location.degrees_of_freedom, level / 2) * error;
  };
  const double bound = std::log1p(design_.threshold);
  const double decisive = bound / 2 + half_width(decision_level);
  state_ = {};
  state_.log_ratio = location.value;
  state_.interval_low = location.value - half_width(interval_level);
  state_.interval_high = location.value + half_width(interval_level);
  state_.detectable = decisive + student(location.degrees_of_freedom, 1 - power) * error;
  state_.same = std::abs(location.value) + half_width(same_level) < bound;
  if (std::abs(location.value) > decisive)
    state_.direction = location.value > 0 ? Direction::up : Direction::down;
}

}  // namespace tare::stats
