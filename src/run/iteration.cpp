// SPDX-License-Identifier: Apache-2.0
#include "run/iteration.hpp"

#include <algorithm>

namespace tare::running {
namespace {

/// A counter over threads, as they come.
struct Counted {
  std::string label;
  CounterKind kind = CounterKind::event;
  double sum = 0;
  std::vector<Tally> threads{};  ///< Of those that have it: what it counted in their time.
};

double value_of(const Counted& counted, Mode mode, double operations) {
  switch (counted.kind) {
    case CounterKind::event:
      return counted.sum;
    case CounterKind::rate:
      return score(mode, counted.threads);
    case CounterKind::time:
      return counted.sum / operations;
    case CounterKind::bytes:
    case CounterKind::items:
      break;
  }
  return score(Mode::throughput, counted.threads);
}

/// Events are summed over threads, bytes and items are throughputs, times are over the operations
/// of all threads; rates are scored as the iteration is, with what each thread counted in the place
/// of its operations.
std::vector<CounterValue> counters(Mode mode, const std::vector<ThreadResult>& threads,
                                   double operations) {
  std::vector<Counted> all;
  for (const ThreadResult& thread : threads)
    for (const CounterValue& one : thread.counters.values) {
      auto known = std::ranges::find(all, one.label, &Counted::label);
      if (known == all.end()) known = all.insert(known, Counted{one.label, one.kind});
      known->sum += one.value;
      known->threads.push_back({one.value, thread.tally.nanoseconds});
    }
  std::vector<CounterValue> values;
  for (const Counted& one : all)
    values.push_back({one.label, one.kind, value_of(one, mode, operations)});
  return values;
}

/// Each role's own score.
void add_roles(std::vector<CounterValue>& values, const CasePlan& plan,
               const std::vector<Post>& posts, const std::vector<ThreadResult>& threads) {
  for (std::uint32_t role = 0; role < plan.roles.size(); ++role) {
    std::vector<Tally> tallies;
    for (std::size_t thread = 0; thread < threads.size(); ++thread)
      if (posts[thread].role == role) tallies.push_back(threads[thread].tally);
    values.push_back({plan.roles[role].role, CounterKind::rate, score(plan.mode, tallies)});
  }
}

Histogram merged_histogram(const CasePlan& plan, const std::vector<ThreadResult>& threads) {
  stats::HistogramRecorder all;
  for (const ThreadResult& thread : threads) all.merge(thread.histogram.value());
  Histogram counts = all.counts();
  for (auto& [ns, count] : counts) ns /= static_cast<double>(plan.operations_per_invocation);
  return counts;
}

}  // namespace

void ThreadCounters::counter(Kind kind, std::string_view label, double value, detail::Place) {
  const auto known = std::ranges::find(values, label, &CounterValue::label);
  if (known == values.end())
    values.push_back({std::string(label), kind, value});
  else
    known->value += value;
}

IterationResult combine(const CasePlan& plan, const std::vector<Post>& posts,
                        const std::vector<ThreadResult>& threads) {
  IterationResult result;
  std::vector<Tally> tallies;
  double operations = 0;
  for (const ThreadResult& thread : threads) {
    tallies.push_back(thread.tally);
    operations += thread.tally.operations;
    result.nanoseconds += thread.tally.nanoseconds;
  }
  result.operations =
      operations < 0x1p64 ? static_cast<std::uint64_t>(operations + 0.5) : UINT64_MAX;
  result.score = score(plan.mode, tallies);
  result.counters = counters(plan.mode, threads, operations);
  add_roles(result.counters, plan, posts, threads);
  if (plan.mode == Mode::sample_time) result.histogram = merged_histogram(plan, threads);
  return result;
}

}  // namespace tare::running
