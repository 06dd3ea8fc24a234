// SPDX-License-Identifier: Apache-2.0
// The lines that displays of progress have in common.
#pragma once

#include <string>

#include "tare/extend/progress.hpp"

namespace tare::report {

/// `# Tare version: …` and what there is to know before a run: machine, plan, seed. Each line
/// begins with `#` and ends in a newline.
std::string run_header(const Report& plan);

/// JMH's closing block: score, error, range, interval and, in mode `sample`, percentiles.
std::string result_block(const Case& one, double confidence);

/// `fork 3 of 12`, `warmup fork 1 of 2`, `mem fork 1 of 2`, `in this process`.
std::string fork_name(const extend::Step& step);

/// `123.456 ns/op` from a score in ns/op, or ops/s for throughput, in the unit that suits it.
/// Without a score: `no score`.
std::string base_score_text(Mode mode, double score);

/// How a fork ended: its score, or `CRASHED: reason`; `done` where a profiler or a warm-up fork
/// has no score to tell.
std::string ending(const extend::Step& step, const ForkRun& fork, double score);

/// `12.5% complete, ETA 00:00:30`; without an estimate the share alone.
std::string progress_text(const extend::Step& step);

/// `# Run complete. Total time: 00:08:21`, or that it was stopped. Ends in a newline.
std::string closing_line(const Report& report);

}  // namespace tare::report
