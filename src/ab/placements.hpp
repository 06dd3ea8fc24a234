// SPDX-License-Identifier: Apache-2.0
// Luck of where code landed, when a program comes in several placements.
#pragma once

#include <cstddef>
#include <vector>

namespace tare::ab {

/// Log ratios of blocks, sorted by the placement of one of their two programs. Ratios, since what
/// else differs from block to block is the same for both programs.
///
/// LAYOUTS of tare_add_benchmark() moves code by 16 bytes more, in a cache line of 64, from each
/// placement to the next. So every fourth one has it at the same place of a line, and all places
/// there are, are there equally often: how these differ is no luck, only how placements of one such
/// stratum do. With fewer than two of each stratum all are one.
class Placements {
 public:
  explicit Placements(std::size_t count) : log_ratios_(count) {}

  void add(std::size_t placement, double log_ratio) { log_ratios_[placement].push_back(log_ratio); }

  /// Variance of the mean over placements, of which these are a sample, by strata (W. G. Cochran,
  /// Sampling Techniques, 1977, 5.3): in each what is left of the variance between means of
  /// placements when that within them is taken out. 0 of one placement; infinite while one of
  /// several has no two log ratios.
  double variance_of_mean() const;
  /// Of that variance.
  std::size_t degrees_of_freedom() const { return log_ratios_.size() - strata(); }

 private:
  std::size_t strata() const;
  double variance_in(std::size_t stratum) const;

  std::vector<std::vector<double>> log_ratios_;
};

/// Standard error of a log ratio of two programs by the luck of their placements, from the same log
/// ratios, sorted by the baseline's placement and by the candidate's. As few placements as there
/// are tell little of others: it is made greater by as much as Student's t at 99 % is above the
/// normal quantile.
double luck_of_placements(const Placements& by_baseline, const Placements& by_candidate);

}  // namespace tare::ab
