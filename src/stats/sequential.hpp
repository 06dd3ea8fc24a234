// SPDX-License-Identifier: Apache-2.0
// Comparing two programs block by block, stopping as soon as the answer is known, with error rates
// that hold all the same: a group sequential test on log ratios. docs/statistics.md tells why it is
// built like this, and what its error rates came to.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tare/record.hpp"

namespace tare::stats {

/// Numbers of blocks at which a comparison is looked at.
std::span<const std::size_t> looks();

/// How a comparison is decided.
struct SequentialDesign {
  double threshold = 0.01;  ///< A share: `same` is within ± log(1 + threshold).
  double alpha = 0.01;      ///< Two-sided error rate of the interval, over all looks.
  /// Comparisons whose verdicts are to be right together: each of them decides at alpha / family.
  std::size_t family = 1;
};

enum class Direction { none, up, down };

/// What is known after some blocks.
struct SequentialState {
  double log_ratio = not_a_number;     ///< Estimate of log(candidate ÷ baseline).
  double interval_low = not_a_number;  ///< Interval at design.alpha, over all looks; of log ratios.
  double interval_high = not_a_number;
  /// Least |log ratio| whose direction a look at as many blocks that scatter as much finds with
  /// probability 0.8.
  double detectable = not_a_number;
  /// The 95 % interval of this look alone, of as many blocks as the first one has at least, lies
  /// within ± log(1 + threshold).
  bool same = false;
  /// The interval at alpha / family, over all looks, lies beyond ± ½·log(1 + threshold), and as
  /// many single blocks do as a sign test asks for. This may be true of what is `same`: a change of
  /// 0.8 % known to 0.1 % is both.
  Direction direction = Direction::none;
  bool decided() const { return same || direction != Direction::none; }
};

/// One comparison. Blocks are independent log ratios, candidate over baseline.
class SequentialComparison {
 public:
  explicit SequentialComparison(const SequentialDesign& design);

  /// Adds a block, and looks if this is a number of blocks at which to look. One that is not
  /// finite is left out. After the last look nothing changes.
  void add(double log_ratio);
  /// Standard error, of the log ratio, that more blocks do not lessen; it counts at looks from now
  /// on. 0 until it is set.
  void set_systematic_error(double standard_error) { systematic_error_ = standard_error; }
  std::size_t blocks() const { return values_.size(); }
  /// The latest block made the comparison be looked at.
  bool at_look() const;
  /// As of the last look; before the first, nothing is known.
  const SequentialState& state() const { return state_; }
  /// Looks now although none is due, since there will be no more blocks. Spends what the looks
  /// passed so far leave for one at this number of blocks.
  void end();

 private:
  void look();

  std::vector<double> values_;
  SequentialDesign design_;
  double systematic_error_ = 0;
  SequentialState state_;
};

}  // namespace tare::stats
