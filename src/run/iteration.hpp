// SPDX-License-Identifier: Apache-2.0
// From what each thread did in an iteration to the iteration's result.
#pragma once

#include <optional>
#include <vector>

#include "run/own_lines.hpp"
#include "run/posts.hpp"
#include "run/score.hpp"
#include "run/sink.hpp"
#include "stats/histogram.hpp"
#include "tare/state.hpp"

namespace tare::running {

/// What one thread counted, over all its objects.
class ThreadCounters final : public detail::CounterVisitor {
 public:
  void counter(Kind kind, std::string_view label, double value, detail::Place place) override;

  std::vector<CounterValue> values;
};

/// What one thread did in one iteration. Others do not look at it before it is over.
struct alignas(own_lines) ThreadResult {
  Tally tally;
  ThreadCounters counters;
  std::optional<stats::HistogramRecorder> histogram;  ///< Mode sample.
};

/// What the threads of an iteration come to; `posts` says what each does. Scores of roles, and
/// rates, are made as the iteration's is, out of the threads that have them.
IterationResult combine(const CasePlan& plan, const std::vector<Post>& posts,
                        const std::vector<ThreadResult>& threads);

}  // namespace tare::running
