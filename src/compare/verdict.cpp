// SPDX-License-Identifier: Apache-2.0
#include "compare/verdict.hpp"

namespace tare::compare {

using stats::Direction;

Verdict verdict_of(const Comparison& comparison, Direction direction, bool same) {
  if (direction == Direction::none) return same ? Verdict::same : Verdict::unclear;
  const bool up = direction == Direction::up;
  if (comparison.metric != primary_metric) return up ? Verdict::more : Verdict::less;
  return up == (comparison.better == Better::higher) ? Verdict::faster : Verdict::slower;
}

bool is_worse(const Comparison& comparison) {
  switch (comparison.verdict) {
    case Verdict::slower:
      return true;
    case Verdict::less:
      return comparison.better == Better::higher;
    case Verdict::more:
      return comparison.better == Better::lower;
    case Verdict::faster:
    case Verdict::same:
    case Verdict::unclear:
      break;
  }
  return false;
}

}  // namespace tare::compare
