// SPDX-License-Identifier: Apache-2.0
#include "stats/sequential.hpp"

#include <algorithm>
#include <array>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <map>
#include <mutex>
#include <utility>

#include "stats/huber.hpp"
#include "stats/spending.hpp"

namespace tare::stats {
namespace {

/// From the fewest blocks of which a deviation says anything, each a third more than the one
/// before.
constexpr std::array<std::size_t, 12> look_at = {6, 8, 11, 15, 20, 27, 36, 49, 66, 89, 121, 185};

/// Of `same`, at each look by itself: to be wrong with it takes a change as great as the threshold.
constexpr double same_level = 0.05;

/// Of a standard normal distribution 0.8 lies below this: the chance to find what is detectable.
constexpr double power_distance = 0.8416;

/// One-sided level of the sign test beside the interval. Of what it lets pass the interval's own
/// level decides; it is there for noise of two humps, of which a few blocks may all show one, so
/// that the interval is narrow and wrong (docs/statistics.md).
constexpr double sign_level = 0.01;

/// Log ratios that agree better than this agree by the coarseness of a clock.
constexpr double least_scale = 1e-4;

/// Distance from 0 beyond which Student's distribution of so many blocks has `level`.
double student(std::size_t blocks, double level) {
  const boost::math::students_t_distribution<double> distribution(static_cast<double>(blocks - 1));
  return quantile(complement(distribution, level / 2));
}

/// Half width of the interval at a look, in standard errors: a planned look, or one at `blocks`
/// after the planned ones before it. Kept, as it takes milliseconds and all cases of a run ask for
/// the same.
double reach(std::size_t blocks, double alpha) {
  static std::mutex mutex;
  static std::map<std::pair<std::size_t, double>, double> known;
  const std::scoped_lock lock(mutex);
  double& distance = known[{blocks, alpha}];
  if (distance == 0) {
    std::vector<std::size_t> passed(look_at.begin(),
                                    std::lower_bound(look_at.begin(), look_at.end(), blocks));
    passed.push_back(blocks);
    distance = student(blocks, nominal_levels(passed, alpha, look_at.back()).back());
  }
  return distance;
}

/// Distance beyond the interval's `reach`, in standard errors, of what is found with `power`: from
/// the approximation of noncentral t by a normal distribution (N. L. Johnson, B. L. Welch,
/// Applications of the Non-Central t-Distribution, Biometrika 31, 1940), as the standard error is
/// an estimate too.
double beyond(double reach, std::size_t blocks) {
  const double uncertain = reach * reach / (2 * static_cast<double>(blocks - 1));
  return power_distance * std::sqrt(1 + uncertain);
}

/// Of so many blocks, as many lie on one side as the sign test asks for; all of them where they are
/// too few for any to suffice.
bool has_enough(std::size_t on_side, std::size_t blocks) {
  if (on_side == blocks) return true;
  const boost::math::binomial_distribution<double> fair(static_cast<double>(blocks), 0.5);
  return cdf(fair, static_cast<double>(blocks - on_side)) <= sign_level;
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
  if (at_look()) look();
}

void SequentialComparison::end() {
  if (values_.size() >= 2 && !at_look() && values_.size() < look_at.back()) look();
}

void SequentialComparison::look() {
  const Location location = huber(values_, least_scale);
  const double error = std::hypot(location.standard_error, systematic_error_);
  const double interval = reach(blocks(), design_.alpha);
  const double decision = reach(blocks(), design_.alpha / static_cast<double>(design_.family));
  const double bound = std::log1p(design_.threshold);
  const double distance = std::abs(location.value);
  state_ = {};
  state_.log_ratio = location.value;
  state_.interval_low = location.value - interval * error;
  state_.interval_high = location.value + interval * error;
  state_.detectable = bound / 2 + (decision + beyond(decision, blocks())) * error;
  // Of fewer blocks than the first look has, agreement is chance.
  state_.same =
      blocks() >= look_at.front() && distance + student(blocks(), same_level) * error < bound;
  const double sign = location.value > 0 ? 1 : -1;
  const auto beyond_half = std::count_if(values_.begin(), values_.end(),
                                         [&](double value) { return sign * value > bound / 2; });
  if (distance > bound / 2 + decision * error &&
      has_enough(static_cast<std::size_t>(beyond_half), blocks()))
    state_.direction = sign > 0 ? Direction::up : Direction::down;
}

}  // namespace tare::stats
