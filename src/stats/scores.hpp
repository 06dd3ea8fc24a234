// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tare::stats {

/// Finite numbers in ascending order. What cannot be computed with (NaN, infinities) is left out
/// on construction, so that everything computed from it is total: NaN where there are too few.
class Scores {
 public:
  explicit Scores(std::vector<double> values);

  std::span<const double> values() const { return values_; }
  std::size_t size() const { return values_.size(); }

  /// NaN if there are none.
  double min() const;
  double max() const;
  double median() const;

  /// Arithmetic mean, exact where all values are equal. NaN if there are none.
  double mean() const;

  /// Standard deviation of a sample (denominator n − 1), from deviations and not from squares of
  /// values, so that a tiny spread around a huge mean is not lost. NaN below two values.
  double deviation() const;

 private:
  std::vector<double> values_;
};

}  // namespace tare::stats
