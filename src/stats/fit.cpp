// SPDX-License-Identifier: Apache-2.0
#include "stats/fit.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace tare::stats {
namespace {

struct Complexity {
  const char* name;
  double (*of)(double size);
};

/// The simplest first.
constexpr Complexity complexities[] = {
    {"1", [](double) { return 1.0; }},       {"log n", [](double n) { return std::log2(n); }},
    {"n", [](double n) { return n; }},       {"n log n", [](double n) { return n * std::log2(n); }},
    {"n^2", [](double n) { return n * n; }}, {"n^3", [](double n) { return n * n * n; }},
};

/// Batches are timed to a thousandth (docs/statistics.md).
constexpr double least_noise = 1e-3;

/// Akaike criteria within this have substantial support.
constexpr double as_good = 2;

/// f of all points, scaled to 1 at its greatest so that sums of squares of n³ stay numbers.
struct Curve {
  std::vector<double> values;
  double scale = 1;
};

Curve curve(const Complexity& complexity, const std::vector<Point>& points) {
  Curve curve;
  for (const Point& point : points) curve.values.push_back(complexity.of(point.size));
  for (const double value : curve.values) curve.scale = std::max(curve.scale, std::abs(value));
  for (double& value : curve.values) value /= curve.scale;
  return curve;
}

double rms(const std::vector<Point>& points, const std::vector<double>& f, double fixed, double c) {
  double squares = 0;
  for (std::size_t i = 0; i < points.size(); ++i)
    squares += std::pow((fixed + c * f[i]) / points[i].time - 1, 2);
  return std::sqrt(squares / static_cast<double>(points.size()));
}

Fit constant(const std::vector<Point>& points) {
  double sum = 0;
  double squares = 0;
  for (const Point& point : points) sum += 1 / point.time, squares += 1 / (point.time * point.time);
  const double c = sum / squares;
  return {"", "1", c, 0, rms(points, std::vector<double>(points.size(), 1), 0, c)};
}

/// The normal equations of two coefficients; where one would be below 0, it is 0.
Fit fixed_and_growing(const Complexity& complexity, const std::vector<Point>& points) {
  const Curve f = curve(complexity, points);
  double aa = 0, ab = 0, bb = 0, a = 0, b = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double u = 1 / points[i].time;
    const double v = f.values[i] / points[i].time;
    aa += u * u, ab += u * v, bb += v * v, a += u, b += v;
  }
  const double determinant = aa * bb - ab * ab;
  double fixed = (a * bb - b * ab) / determinant;
  double c = (b * aa - a * ab) / determinant;
  if (!(fixed > 0)) fixed = 0, c = b / bb;
  if (!(c > 0)) return constant(points);
  return {"", complexity.name, c / f.scale, fixed, rms(points, f.values, fixed, c)};
}

bool is_above_zero(const Point& point) {
  return std::isfinite(point.size) && std::isfinite(point.time) && point.size > 0 && point.time > 0;
}

double noise_of(const std::vector<Point>& points) {
  double squares = 0;
  for (const Point& point : points)
    squares += std::isfinite(point.noise) ? point.noise * point.noise : 0;
  return std::max(least_noise, std::sqrt(squares / static_cast<double>(points.size())));
}

}  // namespace

std::optional<Fit> fit(const std::vector<Point>& points) {
  std::set<double> sizes;
  for (const Point& point : points) sizes.insert(point.size);
  if (sizes.size() < fewest_sizes || !std::all_of(points.begin(), points.end(), is_above_zero))
    return std::nullopt;
  const double noise = noise_of(points);
  const auto akaike = [&](const Fit& fit) {
    return static_cast<double>(points.size()) * 2 * std::log(std::max(fit.residual, noise)) +
           2 * (fit.complexity == "1" ? 1 : 2);
  };
  std::vector<Fit> fits{constant(points)};
  for (const Complexity& complexity : complexities)
    if (&complexity != complexities) fits.push_back(fixed_and_growing(complexity, points));
  double best = akaike(fits.front());
  for (const Fit& fit : fits) best = std::min(best, akaike(fit));
  return *std::find_if(fits.begin(), fits.end(),
                       [&](const Fit& fit) { return akaike(fit) <= best + as_good; });
}

}  // namespace tare::stats
