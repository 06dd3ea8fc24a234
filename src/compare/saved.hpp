// SPDX-License-Identifier: Apache-2.0
// Comparisons of saved results, whose programs were run one after the other.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tare/comparison.hpp"

namespace tare::compare {

/// One program's results.
struct SavedRun {
  std::string name;  ///< As people know it: the file.
  Report report;
};

struct SavedSettings {
  double threshold = default_threshold;
  double confidence = 0.99;  ///< Of the intervals.
  /// Labels of the figures to compare, `primary` the primary ones; empty: all.
  std::vector<std::string> metrics;
};

/// Compares each run with the first one, of at least two. Exact figures are compared exactly.
/// Others by Welch's interval for the difference of the means of the forks' logarithms, which is
/// the log of the ratio of their geometric means, which are what is shown of them (Hedges,
/// Gurevitch and Curtis, The Meta-Analysis of Response Ratios in Experimental Ecology, 1999). A
/// direction is decided at the error rate of the interval divided by the number of figures that are
/// so compared (Bonferroni), so that it holds for all verdicts together; `same` says that the
/// interval lies within ± the threshold. Where fewer than three forks have a score, or a score is
/// not above 0, it is `unclear`, and a note tells why. So is said what makes the runs hard to
/// compare. Fills in everything but what belongs to the program that compares: its version and
/// command, when it ran.
ComparisonReport compare_saved(std::span<const SavedRun> runs, const SavedSettings& settings);

}  // namespace tare::compare
