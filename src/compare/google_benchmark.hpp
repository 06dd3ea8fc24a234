// SPDX-License-Identifier: Apache-2.0
// Results of Google Benchmark (https://github.com/google/benchmark), as JSON.
#pragma once

#include <string_view>

#include "record/json.hpp"

namespace tare::compare {

/// Reads what a program wrote by `--benchmark_out_format=json`. Each repetition stands for a fork
/// of one iteration, though all are of one process; aggregates are left out. The primary figure is
/// `real_time`, and `cpu_time` is a secondary one. Of a name `BM_x/8/n:2/threads:4/repeats:3` the
/// case's parameters are range0, n and threads; how long it was measured, and how often, is no part
/// of it. Other suffixes stay in the benchmark's name. Throws RecordError.
Report from_google_benchmark(std::string_view text, const ReadLimits& limits = {});

}  // namespace tare::compare
