// SPDX-License-Identifier: Apache-2.0
#include "scripted_run.hpp"

namespace tare::session {
namespace {

class FakeLauncher final : public fork::Launcher {
 public:
  FakeLauncher(ScriptedRun& run, std::string name, std::function<void()> after)
      : run_(run), name_(std::move(name)), after_(std::move(after)) {}
  ForkRun launch(const fork::Job& job, running::Sink& sink) override {
    run_.jobs.push_back(job);
    run_.launchers.push_back(name_);
    ForkRun ended = run_.fork(job, sink);
    ended.profiler = job.profiler;
    after_();
    return ended;
  }

 private:
  ScriptedRun& run_;
  std::string name_;
  std::function<void()> after_;
};

class FakeClock final : public running::Clock {
 public:
  std::uint64_t now_ns() override { return now; }
  std::uint64_t now = 0;
};

class Storyteller final : public extend::Progress {
 public:
  explicit Storyteller(ScriptedRun& run) : run_(run) {}
  void run_started(const Report& plan) override {
    tell("start " + std::to_string(plan.cases.size()));
  }
  void fork_started(const extend::Step& step) override {
    run_.steps.push_back(step);
    tell(step.benchmark_case.benchmark + " " + step.profiler + std::to_string(step.fork) + "/" +
         std::to_string(step.forks) + (step.warmup_fork ? " warm-up" : ""));
  }
  void iteration(const extend::Step&, bool warmup, std::size_t, double) override {
    tell(warmup ? "w" : "i");
  }
  void fork_finished(const extend::Step&, const ForkRun& fork, double score) override {
    run_.fork_scores.push_back(score);
    tell(name_of(fork.outcome));
  }
  void run_finished(const Report&) override { tell("end"); }

 private:
  void tell(const std::string& event) { run_.story += event + "; "; }
  ScriptedRun& run_;
};

}  // namespace

catalog::Planned planned(const std::string& benchmark, std::uint32_t forks) {
  catalog::Planned planned;
  Case& c = planned.benchmark_case;
  c.benchmark = benchmark;
  c.forks = forks;
  c.warmup = {1, 50'000'000, 1};
  c.measurement = {2, 100'000'000, 1};
  c.timeout_ns = 12345;
  return planned;
}

void report(running::Sink& sink, double score, bool warmup,
            std::vector<running::CounterValue> counters) {
  running::IterationResult result;
  result.warmup = warmup;
  result.score = score;
  result.counters = std::move(counters);
  sink.iteration(result);
}

extend::Conclusion CountingProfiler::conclude(const std::vector<extend::Findings>& forks,
                                              const Case& timed) const {
  Metric metric;
  metric.label = "counting.forks";
  metric.unit = timed.primary.unit;
  metric.score = static_cast<double>(forks.size()) * timed.primary.score;
  return {{metric}, {}, {{Severity::info, "counted", "", "it counted", ""}}};
}

Report ScriptedRun::run() {
  FakeClock clock;
  const auto pass = [&] { clock.now += static_cast<std::uint64_t>(seconds_per_fork * 1e9); };
  FakeLauncher forks(*this, "fork", pass);
  FakeLauncher in_process(*this, "in process", pass);
  Storyteller progress(*this);
  const std::vector<fork::ProfilerOptions> options(profilers.size(), {{"key", "value"}});
  const auto finish = [&](Report& report) {
    story += "finish; ";
    report.environment.push_back({"finished", "yes"});
  };
  const auto save = [&](const Report& report, bool last) {
    story += last ? "save; " : "partial save; ";
    saves.push_back(report);
  };
  return session::run(plan, head, settings,
                      {forks, in_process, progress, clock, profilers, options, stop, finish, save});
}

}  // namespace tare::session
