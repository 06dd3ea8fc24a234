// SPDX-License-Identifier: Apache-2.0
#include "session/session.hpp"

#include <algorithm>

#include "session/measured_case.hpp"
#include "session/schedule.hpp"
#include "stats/summary.hpp"

namespace tare::session {
namespace {

/// Files are written this often at most, in ns: a report of many cases takes longer to write than
/// a short fork to run.
constexpr std::uint64_t save_interval = 1'000'000'000;

/// Passes a fork's iterations on to the display, and keeps them.
class Watched final : public running::Sink {
 public:
  Watched(extend::Progress& progress, const extend::Step& step,
          const std::function<std::string()>& stop)
      : progress_(progress), step_(step), stop_(stop) {}
  void iteration_started() override {
    // A fork is stopped by its launcher; what runs in this process can only be asked.
    if (step_.benchmark_case.forks != 0) return;
    if (const std::string why = stop_(); !why.empty()) throw running::Ending{Outcome::skipped, why};
  }
  void iteration(const running::IterationResult& result) override {
    results.iteration(result);
    progress_.iteration(step_, result.warmup, result.index, result.score);
  }
  void findings(const extend::Findings& findings) override { results.findings(findings); }

  ForkResults results;

 private:
  extend::Progress& progress_;
  const extend::Step& step_;
  const std::function<std::string()>& stop_;
};

/// Seconds that a fork will take, as asked for. A single shot takes nobody knows how long: JMH's
/// guess is a millisecond.
double projected_seconds(const Case& c, std::size_t profiler) {
  constexpr double start_up = 0.01;
  if (profiler != 0) return start_up;
  const auto phase = [&](const Phase& p) {
    const double length = c.mode == Mode::single_shot ? 1e-3 : static_cast<double>(p.time_ns) / 1e9;
    return p.iterations * length;
  };
  return start_up + phase(c.warmup) + phase(c.measurement);
}

class Run {
 public:
  Run(const std::vector<catalog::Planned>& plan, Report head, const Settings& settings,
      const Parts& parts)
      : plan_(plan),
        report_(std::move(head)),
        settings_(settings),
        parts_(parts),
        begin_(parts.clock.now_ns()),
        saved_(begin_) {
    run_notes_ = report_.notes;
    for (const catalog::Planned& planned : plan) {
      measured_.emplace_back(planned, parts.profilers.size());
      report_.cases.push_back(planned.benchmark_case);
    }
    std::vector<std::uint32_t> forks;
    for (const auto& profiler : parts.profilers) forks.push_back(profiler->forks());
    schedule_ = make_schedule(plan, forks, settings.seed);
    for (const Start& start : schedule_) projected_ += projected(start);
  }

  Report run() {
    parts_.progress.run_started(report_);
    for (const Start& start : schedule_) {
      MeasuredCase& measured = measured_[start.case_index];
      if (!measured.is_over()) stop_.empty() ? run_fork(start, measured) : leave_off(measured);
      if (stop_.empty()) stop_ = reason_to_stop(measured);
      projected_done_ += projected(start);
      if (parts_.clock.now_ns() - saved_ >= save_interval) save(false);
    }
    save(true);
    parts_.progress.run_finished(report_);
    return std::move(report_);
  }

 private:
  double seconds_so_far() const {
    return static_cast<double>(parts_.clock.now_ns() - begin_) / 1e9;
  }

  double projected(const Start& start) const {
    return projected_seconds(plan_[start.case_index].benchmark_case, start.profiler);
  }

  /// "" if there is none.
  std::string reason_to_stop(const MeasuredCase& measured) const {
    if (settings_.stop_on_failure && measured.has_failed())
      return "the run stopped at the first case that failed (-foe)";
    return parts_.stop();
  }

  void leave_off(MeasuredCase& measured) {
    measured.leave_off(stop_);
    left_off_ = true;
  }

  void run_fork(const Start& start, MeasuredCase& measured) {
    const Case& c = plan_[start.case_index].benchmark_case;
    const extend::Step step = step_of(start, c);
    parts_.progress.fork_started(step);
    Watched sink(parts_.progress, step, parts_.stop);
    if (c.forks == 0) save(false);  // A crash would take the run along.
    fork::Launcher& launcher = c.forks == 0 ? parts_.in_process : parts_.forks;
    const ForkRun ended = launcher.launch(job_of(start, c), sink);
    if (ended.outcome == Outcome::skipped) stop_ = parts_.stop();
    if (!stop_.empty()) return leave_off(measured);  // Half a fork is none.
    double score = not_a_number;
    if (!start.warmup_fork || ended.outcome != Outcome::ok)
      measured.add(start.profiler, ended, sink.results);
    if (start.profiler == 0) {
      Sample sample;
      for (const running::IterationResult& iteration : sink.results.measured)
        sample.values.resize(1), sample.values.back().push_back(iteration.score);
      const std::vector<double> scores = stats::fork_scores(sample);
      if (!scores.empty()) score = scores.front();
    }
    parts_.progress.fork_finished(step, ended, score);
  }

  extend::Step step_of(const Start& start, const Case& c) const {
    const double done = projected_ > 0 ? projected_done_ / projected_ : 0;
    const bool profiled = start.profiler != 0;
    return {c, profiled ? parts_.profilers[start.profiler - 1]->name() : "", start.fork + 1u,
            profiled            ? parts_.profilers[start.profiler - 1]->forks()
            : start.warmup_fork ? c.warmup_forks
                                : c.forks,
            start.warmup_fork, done,
            // Before the first fork has ended nothing is known but what was asked for.
            done > 0 ? seconds_so_far() * (1 / done - 1) : projected_};
  }

  fork::Job job_of(const Start& start, const Case& c) const {
    fork::Job job;
    static_cast<CasePlan&>(job) = c;
    job.synchronise = settings_.synchronise;
    if (start.profiler != 0) {
      const extend::Profiler& profiler = *parts_.profilers[start.profiler - 1];
      job.profiler = profiler.name();
      job.environment = profiler.environment();
      job.profiler_options = parts_.profiler_options[start.profiler - 1];
    }
    job.layout = fork::draw_layout(start.seed);
    return job;
  }

  void save(bool last) {
    report_.duration_s = seconds_so_far();
    report_.complete = last && !left_off_;
    report_.notes = run_notes_;
    for (std::size_t i = 0; i < measured_.size(); ++i) {
      MeasuredCase::View view = measured_[i].view(parts_.profilers, settings_.unit,
                                                  settings_.confidence, settings_.clock_facts);
      report_.cases[i] = std::move(view.benchmark_case);
      // What is weak about figures is known when all of them are there.
      if (last) std::move(view.notes.begin(), view.notes.end(), std::back_inserter(report_.notes));
    }
    if (last) parts_.finish(report_);
    parts_.save(report_, last);
    saved_ = parts_.clock.now_ns();
  }

  const std::vector<catalog::Planned>& plan_;
  Report report_;
  const Settings& settings_;
  const Parts& parts_;
  std::vector<Note> run_notes_;
  std::vector<MeasuredCase> measured_;
  std::vector<Start> schedule_;
  double projected_ = 0;
  double projected_done_ = 0;
  std::string stop_;  ///< Why no more forks are started; empty: they are.
  bool left_off_ = false;
  std::uint64_t begin_;
  std::uint64_t saved_;
};

}  // namespace

Report run(const std::vector<catalog::Planned>& plan, Report head, const Settings& settings,
           const Parts& parts) {
  return Run(plan, std::move(head), settings, parts).run();
}

}  // namespace tare::session
