// SPDX-License-Identifier: Apache-2.0
// The cost of an operation that does nothing, by this harness and by Google Benchmark's loop, in
// one run and with forks interleaved.
#include <benchmark/benchmark.h>

#include <string>
#include <tare/tare.hpp>
#include <vector>

TARE_GROUP(self);

TARE_BENCH(empty) {}

TARE_BENCH(return_int) { return 1; }

namespace {

void google_empty(benchmark::State& state) {
  // The barrier that our loop has too: without it the compiler leaves the whole loop out.
  for ([[maybe_unused]] auto _ : state) benchmark::ClobberMemory();
}

/// Hands the time that Google Benchmark measured on to ours, and prints nothing.
class Handover final : public benchmark::BenchmarkReporter {
 public:
  explicit Handover(tare::ManualTime& time) : time_(time) {}
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.error_occurred) tare::fail(run.error_message);
      time_.record_ns(run.real_accumulated_time * 1e9, static_cast<std::uint64_t>(run.iterations));
    }
  }

 private:
  tare::ManualTime& time_;
};

/// Google Benchmark with one benchmark registered.
struct Google {
  void set_up(tare::Trial) {
    std::vector<std::string> words{"bench-self", "--benchmark_min_time=0.02"};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    int count = static_cast<int>(arguments.size());
    benchmark::Initialize(&count, arguments.data());
    benchmark::RegisterBenchmark("empty", google_empty);
  }
  void tear_down(tare::Trial) { benchmark::ClearRegisteredBenchmarks(); }
};

}  // namespace

/// One call is a whole run of Google Benchmark; the time is the one it reports.
TARE_BENCH(empty_google, Google&, tare::ManualTime& time) {
  Handover handover(time);
  benchmark::RunSpecifiedBenchmarks(&handover);
}
