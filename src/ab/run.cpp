// SPDX-License-Identifier: Apache-2.0
#include "ab/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include "ab/conclusion.hpp"
#include "ab/figure.hpp"
#include "ab/trial.hpp"

namespace tare::ab {
namespace {

/// Scores of measured iterations, and what the latest tells of the length of an operation.
class Scores final : public running::Sink {
 public:
  std::vector<double> values;
  double operation_ns = 0;  ///< Of one thread.

  void iteration_started() override {}
  void iteration(const running::IterationResult& result) override {
    if (result.warmup) return;
    values.push_back(result.score);
    operation_ns = result.nanoseconds / static_cast<double>(result.operations);
  }
  void findings(const extend::Findings&) override {}
};

std::string reason_of(const ForkRun& fork) {
  std::string reason = name_of(fork.outcome);
  if (!fork.reason.empty()) reason += ": " + fork.reason;
  return reason;
}

/// A case, and what it took so far.
struct Contest {
  explicit Contest(Trial of) : trial(std::move(of)) { static_cast<CasePlan&>(job) = trial.plan(); }

  Trial trial;
  fork::Job job;  ///< But for its program, processor and layout.
  std::uint64_t spent_ns = 0;
  std::uint64_t longest_block_ns = 0;
  std::size_t next_processor = 0;
  bool is_closed = false;
  std::vector<Comparison> comparisons;  ///< Once it is closed.
};

class Run {
 public:
  Run(const std::vector<Entry>& entries, const std::vector<Placed>& programs, ComparisonReport head,
      const Settings& settings, const Parts& parts)
      : programs_(programs),
        settings_(settings),
        parts_(parts),
        report_(std::move(head)),
        random_(settings.seed),
        begin_(parts.clock.now_ns()) {
    stats::SequentialDesign design;
    design.threshold = settings.threshold;
    design.family = 0;
    for (const Entry& entry : entries)
      design.family +=
          static_cast<std::size_t>(std::count(entry.has_it.begin() + 1, entry.has_it.end(), true));
    for (const Entry& entry : entries) {
      Trial& trial = contests_
                         .emplace_back(Trial(entry.plan, programs.size(), programs.front().size(),
                                             design, settings.stops_when_decided))
                         .trial;
      for (std::size_t program = 0; program < programs.size(); ++program)
        if (!entry.has_it[program]) trial.leave_out(program);
    }
  }

  ComparisonReport run() {
    for (Contest& contest : contests_)
      if (has_total_time()) probe(contest);
    for (std::vector<Contest*> open; !(open = open_contests()).empty();) {
      std::shuffle(open.begin(), open.end(), random_);
      for (Contest* contest : open)
        if (!is_stopped() && has_total_time()) run_block(*contest);
      if (is_stopped()) break;
    }
    for (Contest& contest : contests_) close(contest);
    report_.complete = !is_stopped_;
    save();
    return std::move(report_);
  }

 private:
  bool is_stopped() {
    is_stopped_ = is_stopped_ || parts_.stop();
    return is_stopped_;
  }

  bool has_total_time() const { return parts_.clock.now_ns() - begin_ < settings_.total_budget_ns; }

  std::vector<Contest*> open_contests() {
    std::vector<Contest*> open;
    for (Contest& contest : contests_) {
      if (contest.is_closed) continue;
      const bool has_time =
          contest.spent_ns + contest.longest_block_ns <= settings_.case_budget_ns &&
          has_total_time();
      if (is_stopped() || contest.trial.is_over() || !has_time)
        close(contest);
      else
        open.push_back(&contest);
    }
    return open;
  }

  /// A fork of each program that counts for nothing: it loads the program into the system's cache,
  /// and tells how long an operation takes and how long a start.
  void probe(Contest& contest) {
    // What hangs is not to hold all others up.
    constexpr std::uint64_t least_timeout_ns = 30'000'000'000;
    contest.job.timeout_ns =
        std::min(contest.job.timeout_ns, std::max(settings_.case_budget_ns, least_timeout_ns));
    contest.job.warmup.iterations = 1;
    contest.job.warmup.time_ns = Slices().warmup_ns;
    contest.job.measurement.iterations = 1;
    contest.job.measurement.time_ns = Slices().slice_ns;
    double call_ns = 0;
    double start_ns = 0;
    for (std::size_t program = 0; program < programs_.size() && !is_stopped(); ++program) {
      if (!contest.trial.is_in(program)) continue;
      const std::uint64_t before = parts_.clock.now_ns();
      contest.job.layout = fork::draw_layout(random_());
      const Scores scores = scores_of_fork(contest, {program, 0, {}});
      const auto took = static_cast<double>(parts_.clock.now_ns() - before);
      if (scores.values.empty()) continue;
      // An iteration cannot be shorter than a call of the body.
      const auto operations = static_cast<double>(contest.trial.plan().operations_per_invocation);
      call_ns = std::max(call_ns, scores.operation_ns * operations);
      start_ns = std::max(start_ns, took);
    }
    const Slices slices = slices_for(call_ns, start_ns);
    contest.job.measurement.iterations = slices.count;
  }

  /// Empty where the fork did not end well: its program is out then.
  Scores scores_of_fork(Contest& contest, const Start& start) {
    contest.job.program = programs_[start.program][start.placement];
    contest.job.processors = contest.trial.plan().processors;
    if (start.processor) contest.job.processors = {*start.processor};
    Scores scores;
    const ForkRun fork = parts_.forks.launch(contest.job, scores);
    if (is_stopped()) return Scores();
    if (fork.outcome != Outcome::ok)
      contest.trial.drop(start.program, reason_of(fork));
    else if (scores.values.empty())
      contest.trial.drop(start.program, "it measured nothing");
    if (fork.outcome != Outcome::ok) scores.values.clear();
    return scores;
  }

  std::vector<std::optional<std::uint32_t>> next_processors(Contest& contest) const {
    std::vector<std::optional<std::uint32_t>> chosen(Trial::pairs_of_block);
    const CasePlan& plan = contest.trial.plan();
    if (settings_.processors.empty() || plan.threads != 1 || !plan.processors.empty())
      return chosen;
    for (auto& processor : chosen)
      processor = settings_.processors[contest.next_processor++ % settings_.processors.size()];
    return chosen;
  }

  void run_block(Contest& contest) {
    const std::uint64_t before = parts_.clock.now_ns();
    // Where luck of layout decides, it decides for all of a block alike.
    contest.job.layout = fork::draw_layout(random_());
    for (const Start& start : contest.trial.draw_block(random_, next_processors(contest))) {
      if (!contest.trial.reason_dropped(start.program).empty()) continue;
      const Scores scores = scores_of_fork(contest, start);
      if (is_stopped()) return;  // A block that is not whole is none.
      if (scores.values.empty()) continue;
      const double figure = ab::figure(scores.values, contest.trial.better());
      if (figure > 0)
        contest.trial.take(start, figure);
      else
        contest.trial.drop(start.program, "an operation takes it no time at all");
    }
    contest.trial.end_block();
    const std::uint64_t took = parts_.clock.now_ns() - before;
    contest.spent_ns += took;
    contest.longest_block_ns = std::max(contest.longest_block_ns, took);
  }

  void close(Contest& contest) {
    if (std::exchange(contest.is_closed, true)) return;
    contest.trial.end();
    for (std::size_t program = 1; program < programs_.size(); ++program) conclude(contest, program);
    save();
  }

  void conclude(Contest& contest, std::size_t program) {
    const Trial& trial = contest.trial;
    if (!trial.is_in(program)) return;
    for (const std::size_t side : {program, std::size_t{0}})
      if (!trial.reason_dropped(side).empty())
        return leave_out(contest, side, trial.reason_dropped(side));
    if (trial.pairs(program) == 0)
      return leave_out(contest, program, is_stopped_ ? "interrupted" : "there was no time for it");
    const Comparison comparison = ab::conclude(trial, program);
    note(doubts(comparison));
    if (!is_stopped_ && has_total_time() && !trial.is_decided(program))
      note(doubts_of_budget(comparison, programs_.front().size(), contest.longest_block_ns));
    parts_.say(fmt::format("{}: {} after {} pairs, {:.1f} s", display_name(comparison),
                           name_of(comparison.verdict), comparison.pairs,
                           static_cast<double>(contest.spent_ns) / 1e9));
    contest.comparisons.push_back(comparison);
  }

  void note(const std::vector<Note>& notes) {
    report_.notes.insert(report_.notes.end(), notes.begin(), notes.end());
  }

  void leave_out(const Contest& contest, std::size_t program, const std::string& reason) {
    Case named;
    static_cast<CasePlan&>(named) = contest.trial.plan();
    const Unpaired unpaired{display_name(named), static_cast<std::uint32_t>(program), reason};
    if (std::find(report_.unpaired.begin(), report_.unpaired.end(), unpaired) ==
        report_.unpaired.end())
      report_.unpaired.push_back(unpaired);
  }

  void save() {
    report_.comparisons.clear();
    for (const Contest& contest : contests_)
      report_.comparisons.insert(report_.comparisons.end(), contest.comparisons.begin(),
                                 contest.comparisons.end());
    report_.duration_s = static_cast<double>(parts_.clock.now_ns() - begin_) / 1e9;
    parts_.save(report_);
  }

  const std::vector<Placed>& programs_;
  const Settings& settings_;
  const Parts& parts_;
  ComparisonReport report_;
  std::mt19937_64 random_;
  std::uint64_t begin_;
  std::vector<Contest> contests_;
  bool is_stopped_ = false;
};

}  // namespace

ComparisonReport run(const std::vector<Entry>& entries, const std::vector<Placed>& programs,
                     ComparisonReport head, const Settings& settings, const Parts& parts) {
  return Run(entries, programs, std::move(head), settings, parts).run();
}

}  // namespace tare::ab
