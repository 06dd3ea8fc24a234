// SPDX-License-Identifier: Apache-2.0
#include "stats/change_points.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

#include "stats/scores.hpp"

namespace tare::stats {
namespace {

using Values = std::span<const double>;

/// Permutations that may part as well as the series does. With none, its verdict would hang on a
/// single one; there are as many in all as make one more than this, itself, the level's share.
constexpr std::size_t most_as_good = 1;

/// A place that parts a segment, and how far apart its sides are.
struct Split {
  std::size_t index = 0;
  double distance = 0;  ///< 0: there is none.
};

/// Mean distance of two values, of `sum` over all pairs of `n`.
double mean_of_pairs(double sum, std::size_t n) {
  const auto count = static_cast<double>(n);
  return 2 * sum / (count * (count - 1));
}

/// Energy distance of two neighbours of m and n values, scaled by mn/(m + n): equation 5 of
/// Matteson & James. Of each sum of distances: within the first, within the second, within both
/// together.
double scaled_distance(double first, std::size_t m, double second, std::size_t n, double both) {
  const auto product = static_cast<double>(m * n);
  const double between = both - first - second;
  return product / static_cast<double>(m + n) *
         (2 * between / product - mean_of_pairs(first, m) - mean_of_pairs(second, n));
}

/// The best place, over all pairs of neighbours that begin where the segment does: the second need
/// not reach its end, so that a change that is taken back hides neither.
Split best_split(Values segment, std::size_t least) {
  Split best;
  // Sums of distances of all pairs from each place up to `end`, and from the beginning up to each.
  std::vector<double> from(segment.size() + 1, 0.0);
  std::vector<double> until(segment.size() + 1, 0.0);
  for (std::size_t end = 1; end <= segment.size(); ++end) {
    double to_last = 0;
    for (std::size_t begin = end; begin-- > 0;) {
      to_last += std::abs(segment[begin] - segment[end - 1]);
      from[begin] += to_last;
    }
    until[end] = from[0];
    for (std::size_t place = least; place + least <= end; ++place) {
      const double distance =
          scaled_distance(until[place], place, from[place], end - place, until[end]);
      if (distance > best.distance) best = {place, distance};
    }
  }
  return best;
}

class Bisection {
 public:
  Bisection(Values series, const ChangePointSearch& search)
      : series_(series),
        least_(std::max<std::size_t>(2, search.least_segment)),
        random_(search.seed),
        permutations_(static_cast<std::size_t>(std::ceil((most_as_good + 1) / search.level)) - 1),
        borders_{0, series.size()},
        splits_{best_split(series, least_)},
        p_{1, 1} {}

  /// Takes one change more, if chance does not explain it.
  bool advance() {
    const auto widest =
        std::max_element(splits_.begin(), splits_.end(),
                         [](const Split& a, const Split& b) { return a.distance < b.distance; });
    if (!(widest->distance > 0)) return false;
    const std::optional<double> p = chance_of(widest->distance);
    if (!p) return false;
    const auto part = widest - splits_.begin();
    borders_.insert(borders_.begin() + part + 1,
                    borders_[static_cast<std::size_t>(part)] + widest->index);
    p_.insert(p_.begin() + part + 1, *p);
    splits_.insert(widest, Split());
    for (const auto changed : {part, part + 1}) {
      const auto place = static_cast<std::size_t>(changed);
      splits_[place] = best_split(segment(series_, place), least_);
    }
    return true;
  }

  /// Places each change anew between its neighbours: some were found while others were hidden, and
  /// of changes of three deviations twice as many were then more than two values off.
  void settle() {
    for (std::size_t i = 1; i + 1 < borders_.size(); ++i) {
      const std::size_t begin = borders_[i - 1];
      const Split split = best_split(series_.subspan(begin, borders_[i + 1] - begin), least_);
      if (split.distance > 0) borders_[i] = begin + split.index;
    }
  }

  std::vector<ChangePoint> found() const {
    std::vector<ChangePoint> points;
    for (std::size_t i = 1; i + 1 < borders_.size(); ++i)
      points.push_back({borders_[i], median(i - 1), median(i), p_[i]});
    return points;
  }

 private:
  Values segment(Values values, std::size_t part) const {
    return values.subspan(borders_[part], borders_[part + 1] - borders_[part]);
  }

  double median(std::size_t part) const {
    const Values values = segment(series_, part);
    return Scores({values.begin(), values.end()}).median();
  }

  /// Share of orders of the values within their parts that have a split as wide. None as soon as
  /// it is certain to be above the level.
  std::optional<double> chance_of(double distance) {
    std::vector<double> shuffled(series_.begin(), series_.end());
    std::size_t as_good = 0;
    for (std::size_t i = 0; i < permutations_; ++i) {
      double widest = 0;
      for (std::size_t part = 0; part + 1 < borders_.size(); ++part) {
        std::shuffle(shuffled.begin() + static_cast<std::ptrdiff_t>(borders_[part]),
                     shuffled.begin() + static_cast<std::ptrdiff_t>(borders_[part + 1]), random_);
        widest = std::max(widest, best_split(segment(shuffled, part), least_).distance);
      }
      if (widest >= distance && ++as_good > most_as_good) return std::nullopt;
    }
    return static_cast<double>(as_good + 1) / static_cast<double>(permutations_ + 1);
  }

  Values series_;
  std::size_t least_;
  std::mt19937_64 random_;
  std::size_t permutations_;
  std::vector<std::size_t> borders_;  ///< The beginning, all changes, the end.
  std::vector<Split> splits_;         ///< The best of each part.
  std::vector<double> p_;             ///< Of each border.
};

bool is_finite(double value) { return std::isfinite(value); }

}  // namespace

std::vector<ChangePoint> change_points(std::span<const double> series,
                                       const ChangePointSearch& search) {
  if (!std::all_of(series.begin(), series.end(), is_finite)) return {};
  const std::size_t skipped = series.size() - std::min(series.size(), most_points);
  Bisection bisection(series.subspan(skipped), search);
  while (bisection.advance()) {
  }
  bisection.settle();
  std::vector<ChangePoint> points = bisection.found();
  for (ChangePoint& point : points) point.index += skipped;
  return points;
}

}  // namespace tare::stats
