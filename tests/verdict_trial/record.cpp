// SPDX-License-Identifier: Apache-2.0
// Records forks of one benchmark as `tare ab` starts them, but all of one program:
//     record-trial PROGRAM BENCHMARK FORKS block|fork PROCESSOR…
// Prints a line for each fork: seconds it took, and ns per operation of its slices. Four in turn
// are a block: two neighbours on one processor and two on the next. Forks of a block, or each fork,
// have a layout of their own.
#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "ab/figure.hpp"
#include "fork/launcher.hpp"
#include "run/clock.hpp"
#include "trace.hpp"

namespace tare::trial {
namespace {

class Slices final : public running::Sink {
 public:
  void iteration_started() override {}
  void iteration(const running::IterationResult& result) override {
    if (!result.warmup) fmt::format_to(std::back_inserter(line), " {:.6g}", result.score);
  }
  void findings(const extend::Findings&) override {}

  std::string line;
};

fork::Job job_of(const std::string& program, const std::string& benchmark) {
  const ab::Slices slices;
  fork::Job job;
  job.program = program;
  job.benchmark = benchmark;
  job.warmup.iterations = 1;
  job.warmup.time_ns = slices.warmup_ns;
  job.measurement.iterations = slices.count;
  job.measurement.time_ns = slices.slice_ns;
  job.timeout_ns = 10'000'000'000;
  return job;
}

void record(fork::Job job, std::size_t forks, bool layout_of_block,
            const std::vector<std::uint32_t>& processors) {
  const auto launcher = fork::make_process_launcher();
  running::SteadyClock clock;
  std::random_device random;
  for (std::size_t i = 0; i < forks; ++i) {
    if (!layout_of_block || i % forks_of_block == 0) job.layout = fork::draw_layout(random());
    job.processors = {processors[i / 2 % processors.size()]};
    Slices slices;
    const std::uint64_t begin = clock.now_ns();
    const ForkRun fork = launcher->launch(job, slices);
    if (fork.outcome != Outcome::ok) throw std::runtime_error("a fork failed: " + fork.reason);
    fmt::print("{:.6f}{}\n", static_cast<double>(clock.now_ns() - begin) / 1e9, slices.line);
  }
}

}  // namespace
}  // namespace tare::trial

int main(int count, char** words) {
  if (count < 6) {
    fmt::print(stderr, "usage: record-trial PROGRAM BENCHMARK FORKS block|fork PROCESSOR…\n");
    return 2;
  }
  try {
    std::vector<std::uint32_t> processors;
    for (int i = 5; i < count; ++i)
      processors.push_back(static_cast<std::uint32_t>(std::stoul(words[i])));
    tare::trial::record(tare::trial::job_of(words[1], words[2]), std::stoul(words[3]),
                        std::string_view(words[4]) == "block", processors);
  } catch (const std::exception& error) {
    fmt::print(stderr, "record-trial: {}\n", error.what());
    return 1;
  }
}
