// SPDX-License-Identifier: Apache-2.0
// Gates: how much worse than the baseline a figure may be.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tare/comparison.hpp"

namespace tare::compare {

/// `time>2%`
struct Gate {
  std::string text;    ///< As it was written.
  std::string metric;  ///< `primary`, also written `time`, or a label.
  /// The candidate may be worse by so much, and not by more: a share of the baseline, or in the
  /// figure's unit.
  double limit = 0;
  bool relative = false;
};

/// what() is one line that quotes the gate and says what is wrong with it.
class GateError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads `time>2%,mem.alloc.count.norm>0`. Throws GateError.
std::vector<Gate> parse_gates(std::string_view text);

struct GatePolicy {
  bool unclear_fails = false;  ///< Undecided figures that may be worse than the gate allows.
  /// Cases that failed, were killed or are gone in the candidate, and figures that it lacks: of
  /// them nothing is known, least of all that they are as good.
  bool missing_fails = true;
};

/// What the gates have to say. A regression has a verdict for the worse, and its figure is beyond
/// the limit; what is not decided is `unclear` if its interval reaches beyond it. A case that only
/// the baseline lacks has nothing to be worse than. Ordered as the report is.
std::vector<GateFinding> check(const ComparisonReport& report, std::span<const Gate> gates,
                               const GatePolicy& policy);

/// Some gate is to be failed.
bool fails(std::span<const GateFinding> findings);

/// Those of `metrics` that the report has nothing of: a gate on such checks nothing.
std::vector<std::string> unknown_metrics(const ComparisonReport& report,
                                         std::span<const std::string> metrics);

}  // namespace tare::compare
