// SPDX-License-Identifier: Apache-2.0
#include "run/trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <exception>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

#include "run/affinity.hpp"
#include "run/alternate_stack.hpp"
#include "run/batches.hpp"
#include "run/cold.hpp"
#include "run/company.hpp"
#include "run/ending.hpp"
#include "run/iteration.hpp"
#include "run/states.hpp"

namespace tare::running {
namespace {

using detail::Level;

/// How many processors the threads of a case have.
std::uint32_t processors_for(const CasePlan& plan) {
  const std::vector<std::uint32_t>& bound = plan.processors;
  const std::set<std::uint32_t> different(bound.begin(), bound.end());
  const std::size_t count = bound.empty() ? allowed_processors().size() : different.size();
  return static_cast<std::uint32_t>(std::max<std::size_t>(1, count));
}

/// Thrown in a thread that must stop because another one failed.
struct Stopped {};

/// Raises a Control's end when an iteration's time is up: its threads may all be waiting for that,
/// and look at no clock.
class Timer {
 public:
  Timer(Control& control, Clock& clock, std::uint64_t length_ns)
      : thread_([&control, &clock, end = clock.now_ns() + length_ns](const std::stop_token& stop) {
          clock.wait_until(end, stop);
          if (!stop.stop_requested()) control.end();
        }) {}

 private:
  std::jthread thread_;
};

/// A trial over its threads. Thread 0 is the caller's.
class Threads {
 public:
  Threads(const Trial& trial, Clock& clock, Sink& sink)
      : trial_(trial),
        plan_(trial.benchmark_case),
        clock_(clock),
        sink_(sink),
        shortest_ns_(shortest_batch_ns(measure(clock))),
        posts_(posts_of(plan_)),
        states_(trial.variant.bodies, posts_, plan_.params),
        meeting_(count()),
        company_(count(), processors_for(plan_)),
        results_(count()) {
    for (std::uint32_t thread = 0; thread < count(); ++thread)
      takes_control_ = takes_control_ || states_.takes_control(thread);
  }

  void run() {
    {
      std::vector<std::jthread> others;
      if (start(others)) guarded(0);
    }
    if (failure_) throw *failure_;
  }

 private:
  std::uint32_t count() const { return static_cast<std::uint32_t>(posts_.size()); }
  bool is_timed() const { return plan_.mode != Mode::single_shot; }

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
    company_.disband();
    states_.control().end();
  }

  void guarded(std::uint32_t thread) {
    try {
      const AlternateStack for_overflows;
      const Binding binding(processor_of(thread, plan_.processors));
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
    for (std::size_t step = 0; step < states_.steps(); ++step) {
      states_.set_up(level, thread, step);
      meet();  // The next step may need what others made in this one.
    }
  }

  void tear_down(Level level, std::uint32_t thread) {
    for (std::size_t step = states_.steps(); step-- > 0;) {
      states_.tear_down(level, thread, step);
      meet();  // Until then the others may still use what the next step tears down.
    }
  }

  void work(std::uint32_t thread) {
    const detail::Registration& role = *trial_.benchmark.registrations[posts_[thread].role];
    Batches batches(states_, thread, clock_, {role.options.drop(), shortest_ns_});
    set_up(Level::trial, thread);
    for (std::uint32_t i = 1; i <= plan_.warmup.iterations; ++i)
      iterate(thread, batches, plan_.warmup, true, i);
    for (std::uint32_t i = 1; i <= plan_.measurement.iterations; ++i)
      iterate(thread, batches, plan_.measurement, false, i);
    if (thread == 0) sink_.stage_started(Stage::trial_tear_down);
    tear_down(Level::trial, thread);
  }

  void iterate(std::uint32_t thread, Batches& batches, const Phase& phase, bool warmup,
               std::uint32_t index) {
    if (thread == 0) {
      if (states_.has_set_up(Level::iteration)) sink_.stage_started(Stage::iteration_set_up);
      company_.reset();
      states_.control().reset();
    }
    set_up(Level::iteration, thread);
    if (plan_.cold) make_cold(thread == 0);
    if (thread == 0) {
      sink_.iteration_started();
      if (trial_.watcher != nullptr) trial_.watcher->iteration_starts(warmup, index);
    }
    meet();
    measure_phase(thread, batches, phase);
    meet();
    if (thread == 0) {
      IterationResult result = combine(plan_, posts_, results_);
      result.warmup = warmup;
      result.index = index;
      if (trial_.watcher != nullptr)
        trial_.watcher->iteration_ended({warmup, index, result.operations, result.nanoseconds});
      sink_.iteration(result);
    }
    if (trial_.watcher != nullptr) meet();
    if (thread == 0) {
      if (states_.has_tear_down(Level::iteration)) sink_.stage_started(Stage::iteration_tear_down);
    }
    tear_down(Level::iteration, thread);
  }

  void measure_phase(std::uint32_t thread, Batches& batches, const Phase& phase) {
    ThreadResult& result = results_[thread];
    const bool company = trial_.synchronise && count() > 1 && is_timed();
    if (company) company_.gather(batches);
    states_.control().begin();
    std::uint64_t begin = SteadyClock().now_ns();
    {
      std::optional<Timer> timer;
      if (thread == 0 && takes_control_ && is_timed())
        timer.emplace(states_.control(), clock_, phase.time_ns);
      result.tally = calls(batches, phase, result);
    }
    states_.control().end();
    result.counters.values.clear();
    states_.visit_counters(thread, &result.counters);
    if (company) {
      begin = SteadyClock().now_ns();
      company_.stay(batches);
    }
    if (count() > 1 && is_timed()) company_.leave(batches, begin);
  }

  Tally calls(Batches& batches, const Phase& phase, ThreadResult& result) {
    Tally tally;
    if (plan_.mode == Mode::single_shot) {
      tally = batches.once(phase.batch);
    } else if (plan_.mode == Mode::sample_time) {
      if (!result.histogram) result.histogram.emplace();
      result.histogram->clear();
      tally = batches.record_each(phase.time_ns, phase.batch, *result.histogram);
    } else {
      tally = batches.fill(phase.time_ns);
    }
    tally.operations *= static_cast<double>(plan_.operations_per_invocation) / phase.batch;
    return tally;
  }

  const Trial& trial_;
  const CasePlan& plan_;
  Clock& clock_;
  Sink& sink_;
  double shortest_ns_;
  std::vector<Post> posts_;
  States states_;
  bool takes_control_ = false;  ///< Any of the bodies does.
  std::barrier<> meeting_;
  Company company_;
  std::vector<ThreadResult> results_;
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
