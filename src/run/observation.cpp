// SPDX-License-Identifier: Apache-2.0
// A case as a profiler gets it: operations one by one, or iterations as they are when timed.
#include <algorithm>

#include "run/affinity.hpp"
#include "run/ending.hpp"
#include "run/states.hpp"
#include "run/trial.hpp"

namespace tare::running {
namespace {

using detail::Level;

/// Most results a profiler may keep: more would only make it slower, not more exact.
constexpr std::size_t most_slots = 1024;

/// Of states that are set up around every call there are as few as a profiler can do with: how much
/// heap each holds is not known before.
constexpr std::size_t few_slots = 2;

class CaseOperations final : public extend::Operations {
 public:
  CaseOperations(States& states, std::uint64_t operations, Sink& sink)
      : body_(states.body(0)),
        states_(states),
        operations_(operations),
        sink_(sink),
        slots_(states.has_invocation_level(0) ? std::min(few_slots, states.most_slots(0))
                                              : most_slots),
        results_(slots_ * std::max<std::size_t>(1, body_.result_size)),
        pointers_(body_.argument_count) {}

  bool returns_value() const override { return body_.returns_value; }
  std::size_t result_size() const override { return body_.result_size; }
  std::uint64_t operations_per_invocation() const override { return operations_; }
  std::size_t slots() const override { return slots_; }

  void set_up(std::size_t count) override { states_.set_up_invocations(0, count); }
  void still_running() override { sink_.iteration_started(); }
  void invoke(std::size_t slot) override {
    for (std::size_t i = 0; i < pointers_.size(); ++i) {
      char* base = static_cast<char*>(states_.bases(0)[i]);
      const detail::ArgumentType& type = body_.arguments[i];
      pointers_[i] = type.per_invocation ? base + slot * type.size : base;
    }
    body_.repeat_keeping(pointers_.data(), result(slot), 1);
  }
  void repeat(std::uint64_t count) override { body_.repeat(states_.bases(0), count); }
  void drop(std::size_t slot) override { body_.destroy(result(slot), 1); }
  void tear_down(std::size_t count) override { states_.tear_down_invocations(0, count); }

 private:
  void* result(std::size_t slot) const {
    return static_cast<char*>(results_.data()) + slot * body_.result_size;
  }

  const detail::Body& body_;
  States& states_;
  std::uint64_t operations_;
  Sink& sink_;
  std::size_t slots_;
  MemoryRegion results_;
  std::vector<void*> pointers_;
};

void set_up(States& states, Level level) {
  for (std::size_t step = 0; step < states.steps(); ++step) states.set_up(level, 0, step);
}

void tear_down(States& states, Level level) {
  for (std::size_t step = states.steps(); step-- > 0;) states.tear_down(level, 0, step);
}

void refuse_groups(const CasePlan& plan) {
  if (!plan.roles.empty())
    throw Ending{Outcome::failed, "operations one by one are not what a group of roles does"};
}

extend::Findings observe_operations(const Trial& trial, extend::Profiler& profiler,
                                    const extend::Assignment& assignment, Sink& sink) {
  const CasePlan& plan = trial.benchmark_case;
  refuse_groups(plan);
  const Binding binding(processor_of(0, plan.processors));
  sink.stage_started(Stage::trial_set_up);
  // One thread drives: figures per operation are then exact, and all threads' allocations count.
  States states(trial.variant.bodies, {Post()}, plan.params);
  set_up(states, Level::trial);
  sink.iteration_started();
  set_up(states, Level::iteration);
  states.control().begin();
  CaseOperations operations(states, plan.operations_per_invocation, sink);
  extend::Findings findings = profiler.observe(assignment, operations);
  sink.stage_started(Stage::trial_tear_down);
  tear_down(states, Level::iteration);
  tear_down(states, Level::trial);
  return findings;
}

/// Passes on what the time-out needs: scores of a fork that is watched are nobody's.
class ScorelessSink final : public Sink {
 public:
  explicit ScorelessSink(Sink& sink) : sink_(sink) {}
  void stage_started(Stage stage) override { sink_.stage_started(stage); }
  void iteration_started() override { sink_.iteration_started(); }
  void iteration(const IterationResult&) override {}
  void findings(const extend::Findings&) override {}

 private:
  Sink& sink_;
};

class CaseIterations final : public extend::Iterations {
 public:
  CaseIterations(const Trial& trial, Clock& clock, Sink& sink)
      : trial_(trial), clock_(clock), sink_(sink) {}

  void run(extend::IterationWatcher& watcher) override {
    trial_.watcher = &watcher;
    run_trial(trial_, clock_, sink_);
  }

 private:
  Trial trial_;
  Clock& clock_;
  ScorelessSink sink_;
};

}  // namespace

void run_observation(const Trial& trial, extend::Profiler& profiler, std::uint32_t fork,
                     Clock& clock, Sink& sink) {
  run_to_ending([&] {
    const extend::Assignment assignment{trial.benchmark_case, fork};
    if (profiler.course() == extend::Course::operations) {
      sink.findings(observe_operations(trial, profiler, assignment, sink));
    } else {
      CaseIterations iterations(trial, clock, sink);
      sink.findings(profiler.watch(assignment, iterations));
    }
  });
}

}  // namespace tare::running
