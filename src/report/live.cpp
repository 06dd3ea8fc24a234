// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <utility>

#include "report/printable.hpp"
#include "report/progress.hpp"
#include "report/progress_lines.hpp"

namespace tare::report {
namespace {

/// To the start of the line, which is erased (ECMA-48: CR, EL).
constexpr const char* rewrite = "\r\x1b[K";

class LiveProgress : public extend::Progress {
 public:
  LiveProgress(Output output, Columns columns)
      : output_(std::move(output)), columns_(std::move(columns)) {}

  void run_started(const Report& plan) override { output_(run_header(plan) + '\n'); }

  void fork_started(const extend::Step& step) override { show(step, ""); }

  void iteration(const extend::Step& step, bool, std::size_t, double score) override {
    show(step, ": " + base_score_text(step.benchmark_case.mode, score));
  }

  void fork_finished(const extend::Step& step, const ForkRun& fork, double score) override {
    const std::string end = ": " + ending(step, fork, score);
    // What went wrong stays to be read.
    if (fork.outcome != Outcome::ok) output_(rewrite + subject(step) + end + '\n');
    show(step, end);
  }

  void run_finished(const Report& report) override {
    output_(rewrite + closing_line(report) + '\n');
  }

 private:
  static std::string subject(const extend::Step& step) {
    return fmt::format("{}, {}", fork_name(step), shown(display_name(step.benchmark_case)));
  }

  void show(const extend::Step& step, const std::string& end) {
    const std::string line = fmt::format("{}  {}{}", progress_text(step), subject(step), end);
    // A line that fills the last column makes some terminals begin the next one.
    const std::size_t columns = columns_();
    output_(rewrite + truncated(line, columns == 0 ? 0 : columns - 1));
  }

  Output output_;
  Columns columns_;
};

}  // namespace

std::unique_ptr<extend::Progress> live_progress(Output output, Columns columns) {
  return std::make_unique<LiveProgress>(std::move(output), std::move(columns));
}

}  // namespace tare::report
