// SPDX-License-Identifier: Apache-2.0
#include "stats/spending.hpp"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <limits>
#include <numbers>

namespace tare::stats {
namespace {

/// Simpson's rule over half the range between the boundaries, which is symmetric. Its step is at
/// most half a deviation of what the sum grows by until a next look that is one value away.
constexpr std::size_t intervals = 200;

/// No boundary is farther out, in deviations: its level would be 1e-300.
constexpr double farthest = 37;

double normal_density(double x) { return std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi); }

/// Chance that a standard normal value is beyond x.
double normal_tail(double x) { return std::erfc(x / std::numbers::sqrt2) / 2; }

double spent(double alpha, double share) {
  return alpha * std::log1p((std::numbers::e - 1) * std::min(share, 1.0));
}

/// The sum of standard normal values as far as it has crossed no boundary yet.
class Uncrossed {
 public:
  /// Chance that the sum, of no more than `n` values, first crosses ±z·√n there.
  double crossing(double n, double z) const {
    if (points_.empty()) return 2 * normal_tail(z);
    const double step = std::sqrt(n - n_);
    double chance = 0;
    for (const Point& point : points_)
      chance += point.mass * (normal_tail((z * std::sqrt(n) - point.sum) / step) +
                              normal_tail((z * std::sqrt(n) + point.sum) / step));
    return 2 * chance;
  }

  /// Goes on to `n` values and takes out what has crossed ±z·√n there.
  void advance(double n, double z) {
    const double step = std::sqrt(n - n_);
    const double width = z * std::sqrt(n) / intervals;
    std::vector<Point> next;
    for (std::size_t i = 0; i <= intervals; ++i) {
      const double sum = width * static_cast<double>(i);
      const double simpson = i == 0 || i == intervals ? 1 : i % 2 == 1 ? 4 : 2;
      next.push_back({sum, simpson * width / 3 * density(sum, step)});
    }
    points_ = std::move(next);
    n_ = n;
  }

 private:
  struct Point {
    double sum;
    double mass;  ///< Density there, times its weight in the integral.
  };

  double density(double sum, double step) const {
    if (points_.empty()) return normal_density(sum / step) / step;
    double density = 0;
    for (const Point& point : points_)
      density += point.mass * (normal_density((sum - point.sum) / step) +
                               normal_density((sum + point.sum) / step));
    return density / step;
  }

  double n_ = 0;
  std::vector<Point> points_;  ///< Of sums from 0 up; those below are their mirror image.
};

/// The boundary, in deviations, that is first crossed at `n` with this chance.
double boundary(const Uncrossed& sum, double n, double chance) {
  constexpr double least = std::numeric_limits<double>::min();  // Whose logarithm is finite.
  const auto excess = [&](double z) {
    return std::log(std::max(sum.crossing(n, z), least) / chance);
  };
  std::uintmax_t most_steps = 60;
  const auto [low, high] = boost::math::tools::toms748_solve(
      excess, 0.0, farthest, boost::math::tools::eps_tolerance<double>(40), most_steps);
  return (low + high) / 2;
}

}  // namespace

std::vector<double> nominal_levels(std::span<const std::size_t> looks, double alpha,
                                   std::size_t planned) {
  std::vector<double> levels;
  Uncrossed sum;
  double before = 0;
  for (const std::size_t look : looks) {
    const auto n = static_cast<double>(look);
    const double now = spent(alpha, n / static_cast<double>(planned));
    const double z = now > before ? boundary(sum, n, now - before) : farthest;
    levels.push_back(now > before ? 2 * normal_tail(z) : 0);
    sum.advance(n, z);
    before = now;
  }
  return levels;
}

std::vector<double> nominal_levels(std::span<const std::size_t> looks, double alpha) {
  return looks.empty() ? std::vector<double>() : nominal_levels(looks, alpha, looks.back());
}

}  // namespace tare::stats
