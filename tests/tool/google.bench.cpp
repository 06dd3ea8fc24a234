// SPDX-License-Identifier: Apache-2.0
// Google Benchmark's own program, for results that are really its own.
#include <benchmark/benchmark.h>

#include <string>

namespace {

void copy(benchmark::State& state) {
  const std::string from(static_cast<std::size_t>(state.range(0)), 'x');
  for ([[maybe_unused]] auto _ : state) {
    std::string to = from;
    benchmark::DoNotOptimize(to);
  }
}
BENCHMARK(copy)->ArgName("n")->Arg(8)->Arg(4096);

void shared(benchmark::State& state) {
  int sum = 0;
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(++sum);
}
BENCHMARK(shared)->Arg(1)->Threads(2)->Iterations(1000);

void refused(benchmark::State& state) {
  state.SkipWithError("no such device");
  for ([[maybe_unused]] auto _ : state) {
  }
}
BENCHMARK(refused);

}  // namespace

BENCHMARK_MAIN();
