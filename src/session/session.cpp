// SPDX-License-Identifier: Apache-2.0
#include "session/session.hpp"

#include <algorithm>

#include "session/forecast.hpp"
#include "session/growth.hpp"
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

class Run {
 public:
  Run(const std::vector<catalog::Planned>& plan, Report head, const Settings& settings,
      const Parts& parts)
      : plan_(plan),
        report_(std::move(head)),
        settings_(settings),
        parts_(parts),
        forecast_(plan, parts.profilers.size()),
        begin_(parts.clock.now_ns()),
        saved_(begin_) {
    run_notes_ = report_.notes;
    for (const catalog::Planned& planned : plan) {
      measured_.emplace_back(planned, parts.profilers.size());
      report_.cases.push_back(planned.benchmark_case);
    }
    std::vector<ProfilerForks> forks;
    for (const auto& profiler : parts.profilers)
      forks.push_back({profiler->forks(), profiler->course()});
    schedule_ = make_schedule(plan, forks, settings.seed);
    for (const Start& start : schedule_) forecast_.expect(start);
  }

  Report run() {
    parts_.progress.run_started(report_);
    std::size_t next = 0;
    for (;;) {
      if (next == schedule_.size() || schedule_[next].profiler != 0) add_further_round(next);
      if (next == schedule_.size()) break;
      take(schedule_[next++]);
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

  void take(const Start& start) {
    MeasuredCase& measured = measured_[start.case_index];
    if (measured.is_over()) return;
    if (!stop_.empty()) return leave_off(measured);
    const double before = seconds_so_far();
    run_fork(start, measured);
    forecast_.took(start, seconds_so_far() - before);
    if (stop_.empty()) stop_ = reason_to_stop(measured);
    if (measured.is_over())
      forecast_.drop(start.case_index);
    else if (settings_.until && start.profiler == 0)
      forecast_.expect_at_least(start.case_index, standing_of(start.case_index).forks_left);
  }

  Standing standing_of(std::size_t case_index) const {
    if (plan_[case_index].benchmark_case.forks == 0) return {};
    return standing(*settings_.until, measured_[case_index].sample(), settings_.confidence,
                    forecast_.spent_s(case_index));
  }

  /// Cases that are not narrow enough get one more fork each, before profilers have theirs.
  void add_further_round(std::size_t place) {
    if (!settings_.until) return;
    std::vector<std::size_t> cases;
    for (std::size_t i = 0; i < plan_.size(); ++i)
      if (!measured_[i].is_over() && standing_of(i).goes_on) cases.push_back(i);
    if (!stop_.empty()) {
      for (const std::size_t i : cases) leave_off(measured_[i]);
      return;
    }
    const std::vector<Start> round =
        make_further_round(plan_, cases, further_rounds_++, settings_.seed);
    for (const Start& start : round) {
      forecast_.expect(start);
      forecast_.expect_at_least(start.case_index, standing_of(start.case_index).forks_left);
    }
    schedule_.insert(schedule_.begin() + static_cast<std::ptrdiff_t>(place), round.begin(),
                     round.end());
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
    const double so_far = seconds_so_far();
    const double remaining = forecast_.remaining_s();
    const bool profiled = start.profiler != 0;
    return {c,
            profiled ? parts_.profilers[start.profiler - 1]->name() : "",
            start.fork + 1u,
            profiled            ? parts_.profilers[start.profiler - 1]->forks()
            : start.warmup_fork ? c.warmup_forks
                                : forks_of(start, c),
            start.warmup_fork,
            so_far > 0 ? so_far / (so_far + remaining) : 0,
            remaining};
  }

  /// As planned, or as many as it seems to take.
  std::size_t forks_of(const Start& start, const Case& c) const {
    return settings_.until && c.forks != 0 ? start.fork + forecast_.left(start.case_index)
                                           : c.forks;
  }

  fork::Job job_of(const Start& start, const Case& c) const {
    fork::Job job;
    static_cast<CasePlan&>(job) = c;
    job.synchronise = settings_.synchronise;
    if (start.profiler == 0) {
      add_bulk_warmup(job);
    } else {
      const extend::Profiler& profiler = *parts_.profilers[start.profiler - 1];
      static_cast<CasePlan&>(job) = profiler.plan(c);
      job.profiler = profiler.name();
      job.fork = start.fork + 1;
      for (std::string& word : profiler.launcher()) job.launcher.push_back(std::move(word));
      job.environment = profiler.environment();
      job.profiler_options = parts_.profiler_options[start.profiler - 1];
    }
    const bool varies =
        start.profiler == 0 || parts_.profilers[start.profiler - 1]->varies_layout();
    job.layout = fork::draw_layout(varies ? start.seed : 0);
    return job;
  }

  /// As in JMH: what `-wmb` says first, then all cases of the run if the mode has it, and the
  /// case's own warm-up only if the mode has that.
  void add_bulk_warmup(fork::Job& job) const {
    job.warmed_up = settings_.warmed_up;
    if (job.warmup_mode == WarmupMode::indi) return;
    for (const catalog::Planned& planned : plan_) {
      const CasePlan& plan = planned.benchmark_case;
      if (std::find(job.warmed_up.begin(), job.warmed_up.end(), plan) == job.warmed_up.end())
        job.warmed_up.push_back(plan);
    }
    if (job.warmup_mode == WarmupMode::bulk) job.warmup.iterations = 0;
  }

  /// A run that is killed leaves its last save.
  static void say_not_yet_run(Case& c) {
    if (c.outcome != Outcome::ok || !c.primary.sample.values.empty()) return;
    c.outcome = Outcome::skipped;
    c.reason = "it has not run yet";
  }

  void save(bool last) {
    report_.duration_s = seconds_so_far();
    report_.complete = last && !left_off_;
    report_.notes = run_notes_;
    for (std::size_t i = 0; i < measured_.size(); ++i) {
      MeasuredCase::View view = measured_[i].view(parts_.profilers, settings_.unit,
                                                  settings_.confidence, settings_.clock_facts);
      report_.cases[i] = std::move(view.benchmark_case);
      if (!last) say_not_yet_run(report_.cases[i]);
      // What is weak about figures is known when all of them are there.
      if (last) std::move(view.notes.begin(), view.notes.end(), std::back_inserter(report_.notes));
      if (last) say_shortfall(i);
    }
    if (last && settings_.fit) fit_growth(report_);
    if (last) parts_.finish(report_);
    parts_.save(report_, last);
    saved_ = parts_.clock.now_ns();
  }

  void say_shortfall(std::size_t case_index) {
    if (!settings_.until || measured_[case_index].is_left_off()) return;
    const Case& c = report_.cases[case_index];
    std::optional<Note> note = shortfall(*settings_.until, c, settings_.confidence);
    if (!note) return;
    note->case_name = display_name(c);
    report_.notes.push_back(std::move(*note));
  }

  const std::vector<catalog::Planned>& plan_;
  Report report_;
  const Settings& settings_;
  const Parts& parts_;
  std::vector<Note> run_notes_;
  std::vector<MeasuredCase> measured_;
  std::vector<Start> schedule_;
  Forecast forecast_;
  std::uint32_t further_rounds_ = 0;
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
