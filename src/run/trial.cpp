// SPDX-License-Identifier: Apache-2.0
#include "run/trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "run/alternate_stack.hpp"
#include "run/batches.hpp"
#include "run/ending.hpp"
#include "run/states.hpp"

namespace tare::running {
namespace {

using detail::Level;

/// What one thread counted, over all its objects.
class ThreadCounters final : public detail::CounterVisitor {
 public:
  void counter(Kind kind, std::string_view label, double value, detail::Place) override {
    const auto known = std::ranges::find(values, label, &CounterValue::label);
    if (known == values.end())
      values.push_back({std::string(label), kind == Kind::rate, value});
    else
      known->value += value;
  }
  std::vector<CounterValue> values;
};

/// Thrown in a thread that must stop because another one failed.
struct Stopped {};

/// A trial over its threads. Thread 0 is the caller's.
class Threads {
 public:
  Threads(const Trial& trial, Clock& clock, Sink& sink)
      : trial_(trial),
        clock_(clock),
        sink_(sink),
        settings_{trial.drop, shortest_batch_ns(measure(clock))},
        states_(trial.body, trial.benchmark_case.params, trial.benchmark_case.threads),
        meeting_(trial.benchmark_case.threads),
        tallies_(trial.benchmark_case.threads),
        counters_(trial.benchmark_case.threads),
        histograms_(trial.benchmark_case.mode == Mode::sample_time ? trial.benchmark_case.threads
                                                                   : 0) {}

  void run() {
    {
      std::vector<std::jthread> others;
      if (start(others)) guarded(0);
    }
    if (failure_) throw *failure_;
  }

 private:
  std::uint32_t count() const { return trial_.benchmark_case.threads; }

  /// False if the system has no more threads; those that started then find the trial failed.
  bool start(std::vector<std::jthread>& others) {
    try {
      for (std::uint32_t thread = 1; thread < count(); ++thread)
        others.emplace_back([this, thread] { guarded(thread); });
      return true;
    } catch (const std::exception& error) {
      keep_failure({Outcome::failed, fmt::format("only {} of {} threads could be started: {}",
                                                 others.size() + 1, count(), error.what())});
      for (std::size_t thread = others.size(); thread < count(); ++thread)
        meeting_.arrive_and_drop();
      return false;
    }
  }

  /// Of several failures the first tells.
  void keep_failure(Ending ending) {
    const std::lock_guard lock(failure_mutex_);
    if (!failure_) failure_ = std::move(ending);
    failed_ = true;
  }

  void guarded(std::uint32_t thread) {
    try {
      const AlternateStack for_overflows;
      work(thread);
    } catch (const Stopped&) {
      meeting_.arrive_and_drop();
    } catch (...) {
      keep_failure(ending_of_current_exception());
      meeting_.arrive_and_drop();
    }
  }

  /// Waits for all threads; throws Stopped if one of them has failed.
  void meet() {
    if (count() > 1) meeting_.arrive_and_wait();
    if (failed_) throw Stopped();
  }

  void set_up(Level level, std::uint32_t thread) {
    for (std::size_t i = 0; i < states_.count(); ++i) {
      const bool shared = states_.is_shared(i);
      if (!shared || thread == 0) states_.set_up(level, thread, i);
      if (shared) meet();
    }
  }

  void tear_down(Level level, std::uint32_t thread) {
    for (std::size_t i = states_.count(); i-- > 0;) {
      const bool shared = states_.is_shared(i);
      if (shared) meet();  // The others may still use it.
      if (!shared || thread == 0) states_.tear_down(level, thread, i);
    }
  }

  void work(std::uint32_t thread) {
    Batches batches(trial_.body, states_, thread, clock_, settings_);
    set_up(Level::trial, thread);
    meet();
    const CasePlan& c = trial_.benchmark_case;
    for (std::uint32_t i = 1; i <= c.warmup.iterations; ++i)
      iterate(thread, batches, c.warmup, true, i);
    for (std::uint32_t i = 1; i <= c.measurement.iterations; ++i)
      iterate(thread, batches, c.measurement, false, i);
    if (thread == 0) sink_.stage_started(Stage::trial_tear_down);
    tear_down(Level::trial, thread);
  }

  void iterate(std::uint32_t thread, Batches& batches, const Phase& phase, bool warmup,
               std::uint32_t index) {
    if (thread == 0) {
      if (states_.has_set_up(Level::iteration)) sink_.stage_started(Stage::iteration_set_up);
      running_ = 0;
      measured_ = 0;
    }
    set_up(Level::iteration, thread);
    if (thread == 0) sink_.iteration_started();
    meet();
    tallies_[thread] = measure_phase(thread, batches, phase);
    meet();
    if (thread == 0) {
      sink_.iteration(result(warmup, index));
      if (states_.has_tear_down(Level::iteration)) sink_.stage_started(Stage::iteration_tear_down);
    }
    tear_down(Level::iteration, thread);
    meet();
  }

  Tally measure_phase(std::uint32_t thread, Batches& batches, const Phase& phase) {
    const Mode mode = trial_.benchmark_case.mode;
    const bool company = trial_.synchronise && count() > 1 && mode != Mode::single_shot;
    if (company) keep_busy_until(running_, batches);
    Tally tally;
    if (mode == Mode::single_shot) {
      tally = batches.once(phase.batch);
    } else if (mode == Mode::sample_time) {
      histograms_[thread].clear();
      tally = batches.record_each(phase.time_ns, phase.batch, histograms_[thread]);
    } else {
      tally = batches.fill(phase.time_ns);
    }
    counters_[thread].values.clear();
    states_.visit_counters(thread, &counters_[thread]);
    if (company) keep_busy_until(measured_, batches);
    tally.operations *=
        static_cast<double>(trial_.benchmark_case.operations_per_invocation) / phase.batch;
    return tally;
  }

  /// Goes on working until all threads have arrived here, so that nobody is measured alone.
  void keep_busy_until(std::atomic<std::uint32_t>& arrived, Batches& batches) {
    batches.keep_busy();  // Arrived is who works, not who is about to.
    ++arrived;
    while (arrived < count() && !failed_) batches.keep_busy();
  }

  IterationResult result(bool warmup, std::uint32_t index) {
    const Mode mode = trial_.benchmark_case.mode;
    IterationResult result;
    result.warmup = warmup;
    result.index = index;
    double operations = 0;
    for (const Tally& tally : tallies_) {
      operations += tally.operations;
      result.nanoseconds += tally.nanoseconds;
    }
    result.operations = static_cast<std::uint64_t>(operations + 0.5);
    result.score = score(mode, tallies_);
    result.counters = counters();
    if (mode == Mode::sample_time) result.histogram = merged_histogram();
    return result;
  }

  /// Events are summed over threads; rates are scored as the iteration is, with what each thread
  /// counted in the place of its operations. All threads have the same counters: a state that they
  /// share has none.
  std::vector<CounterValue> counters() const {
    std::vector<CounterValue> all = counters_.front().values;
    for (std::size_t i = 0; i < all.size(); ++i) {
      std::vector<Tally> counted = tallies_;
      double sum = 0;
      for (std::uint32_t thread = 0; thread < count(); ++thread)
        sum += counted[thread].operations = counters_[thread].values.at(i).value;
      all[i].value = all[i].is_rate ? score(trial_.benchmark_case.mode, counted) : sum;
    }
    return all;
  }

  Histogram merged_histogram() {
    stats::HistogramRecorder all;
    for (const stats::HistogramRecorder& histogram : histograms_) all.merge(histogram);
    Histogram counts = all.counts();
    for (auto& [ns, count] : counts)
      ns /= static_cast<double>(trial_.benchmark_case.operations_per_invocation);
    return counts;
  }

  const Trial& trial_;
  Clock& clock_;
  Sink& sink_;
  Batches::Settings settings_;
  States states_;
  std::barrier<> meeting_;
  std::vector<Tally> tallies_;
  std::vector<ThreadCounters> counters_;
  std::vector<stats::HistogramRecorder> histograms_;
  std::atomic<std::uint32_t> running_ = 0;
  std::atomic<std::uint32_t> measured_ = 0;
  std::atomic<bool> failed_ = false;
  std::optional<Ending> failure_;
  std::mutex failure_mutex_;
};

}  // namespace

void run_trial(const Trial& trial, Clock& clock, Sink& sink) {
  run_to_ending([&] {
    sink.stage_started(Stage::trial_set_up);
    Threads(trial, clock, sink).run();
  });
}

}  // namespace tare::running
