// SPDX-License-Identifier: Apache-2.0
// google-until NAME SHARE SECONDS: repeats one workload in Google Benchmark until the interval over
// its repetitions is so small a share of the mean, as its users do by hand. It prints
// `mean_ns half_width_ns repetitions seconds`. Student's t at 99.9 %, at least 8 repetitions of
// Google Benchmark's usual half second, all of them in this one process.
#include <benchmark/benchmark.h>

#include <boost/math/distributions/students_t.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "workloads.hpp"

namespace {

constexpr std::size_t fewest_repetitions = 8;
constexpr double confidence = 0.999;

template <class Workload>
void run(benchmark::State& state) {
  Workload work;
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(work());
}

template <class Workload>
void add_if_called(const std::string& name) {
  if (name == Workload::name) benchmark::RegisterBenchmark(Workload::name, run<Workload>);
}

/// Keeps each repetition's time per operation, and prints nothing.
class Times final : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& one : runs)
      ns.push_back(one.real_accumulated_time * 1e9 / static_cast<double>(one.iterations));
  }
  std::vector<double> ns;
};

struct Interval {
  double mean;
  double half_width;
};

Interval interval_of(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  double mean = 0;
  for (const double value : values) mean += value / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const boost::math::students_t t(count - 1);
  return {mean, boost::math::quantile(t, (1 + confidence) / 2) *
                    std::sqrt(squares / (count - 1) / count)};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: google-until NAME SHARE SECONDS\n");
    return 2;
  }
  add_if_called<suite::Chain>(argv[1]);
  add_if_called<suite::Append>(argv[1]);
  add_if_called<suite::Lookup>(argv[1]);
  add_if_called<suite::Sort>(argv[1]);
  add_if_called<suite::Chase>(argv[1]);
  int words = 1;
  benchmark::Initialize(&words, argv);
  const double share = std::atof(argv[2]);
  const double most_seconds = std::atof(argv[3]);
  const auto begin = std::chrono::steady_clock::now();
  for (Times times;;) {
    if (benchmark::RunSpecifiedBenchmarks(&times) != 1) {
      std::fprintf(stderr, "google-until: no workload %s\n", argv[1]);
      return 2;
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    if (times.ns.size() < fewest_repetitions) continue;
    const Interval interval = interval_of(times.ns);
    if (interval.half_width > share * interval.mean && taken.count() < most_seconds) continue;
    std::printf("%.17g %.17g %zu %.3f\n", interval.mean, interval.half_width, times.ns.size(),
                taken.count());
    return 0;
  }
}
