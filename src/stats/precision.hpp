// SPDX-License-Identifier: Apache-2.0
// How narrow an interval is, how many forks it would take to be narrower, and what keeps it wide.
#pragma once

#include "tare/record.hpp"

namespace tare::stats {

/// How sure a score is so far.
struct Precision {
  std::size_t forks = 0;          ///< That measured something.
  double reached = not_a_number;  ///< Half the interval over forks, as a share of the score.

  /// NaN, of too few forks, is not.
  bool is_within(double share) const { return reached <= share; }

  /// Forks that would make it `share`, if further ones scatter as these do: errors shrink with
  /// 1/√n. NaN where that cannot be told.
  double forks_for(double share) const;
};

Precision precision(const Sample& sample, double confidence);

/// What makes forks differ.
enum class Spread {
  within_forks,   ///< At least half of it is what iterations of a single fork scatter.
  between_forks,  ///< Each fork has a level of its own.
  drift,          ///< Forks near in time are alike.
};

/// Forks in the order in which they ran. Drift is what von Neumann's ratio shows: the mean square
/// difference of neighbours is far less than twice the variance (Annals of Mathematical
/// Statistics 12, 1941); one in a thousand runs of independent forks shows it by chance.
Spread spread(const Sample& sample);

}  // namespace tare::stats
