// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <utility>

#include "report/printable.hpp"
#include "report/progress.hpp"
#include "report/progress_lines.hpp"

namespace tare::report {
namespace {

/// A log of a long run needs no more than some twenty lines that say how far it is.
constexpr double least_advance = 0.05;

class PlainProgress : public extend::Progress {
 public:
  PlainProgress(Output output, bool each_iteration)
      : output_(std::move(output)), each_iteration_(each_iteration) {}

  void run_started(const Report& plan) override { output_(run_header(plan) + '\n'); }

  void fork_started(const extend::Step& step) override {
    if (step.done >= next_shown_) {
      output_(fmt::format("# Run progress: {}\n", progress_text(step)));
      next_shown_ = step.done + least_advance;
    }
    if (each_iteration_) output_(fmt::format("\n# Started: {}\n", subject(step)));
  }

  void iteration(const extend::Step& step, bool warmup, std::size_t index, double score) override {
    if (!each_iteration_) return;
    output_(fmt::format("{} {:3}: {}\n", warmup ? "# Warmup Iteration" : "Iteration", index,
                        base_score_text(step.benchmark_case.mode, score)));
  }

  void fork_finished(const extend::Step& step, const ForkRun& fork, double score) override {
    if (each_iteration_) {
      output_(
          fmt::format("# Layout: seed {}, {} B of environment, stack moved by {} B, heap by {} "
                      "B\n",
                      fork.seed, fork.environment_bytes, fork.stack_offset, fork.heap_offset));
    }
    output_(fmt::format("# {}: {}\n", subject(step), ending(step, fork, score)));
  }

  void run_finished(const Report& report) override {
    std::string text = "\n";
    if (each_iteration_) {
      for (const Case& one : report.cases) text += result_block(one, report.confidence) + '\n';
    }
    output_(text + closing_line(report) + '\n');
  }

 private:
  static std::string subject(const extend::Step& step) {
    return fmt::format("{}, {}", shown(display_name(step.benchmark_case)), fork_name(step));
  }

  Output output_;
  bool each_iteration_;
  double next_shown_ = 0;
};

}  // namespace

std::unique_ptr<extend::Progress> plain_progress(Output output, Verbosity verbosity) {
  return std::make_unique<PlainProgress>(std::move(output), verbosity == Verbosity::extra);
}

}  // namespace tare::report
