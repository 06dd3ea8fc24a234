// SPDX-License-Identifier: Apache-2.0
// Luck of where code landed, when a program comes in several placements.
#pragma once

#include <cstddef>
#include <vector>

namespace tare::ab {

/// Logarithms of a program's figures, sorted by the placement that gave them.
class Placements {
 public:
  explicit Placements(std::size_t count) : logs_(count) {}

  std::size_t count() const { return logs_.size(); }
  void add(std::size_t placement, double log_figure) { logs_[placement].push_back(log_figure); }

  /// Variance of the mean over placements, of which these are a sample: what is left of the
  /// variance between their means when that within them is taken out (one-way analysis of variance,
  /// R. A. Fisher, 1925), divided by their number. 0 of one placement; infinite while one of
  /// several has no two figures.
  double variance_of_mean() const;

 private:
  std::vector<std::vector<double>> logs_;
};

/// Standard error of a log ratio of two programs by the luck of their placements. As few as there
/// are tell little of others: it is made greater by as much as Student's t at 99 % is above the
/// normal quantile.
double luck_of_placements(const Placements& baseline, const Placements& candidate);

}  // namespace tare::ab
