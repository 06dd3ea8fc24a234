// SPDX-License-Identifier: Apache-2.0
// Lesson 22: a profiler of your own. This one says what an operation writes to files, pipes and
// sockets: in bytes, and in calls of the kernel. It runs in forks of its own, like every profiler,
// and what it costs is in no score.
//
//     bin/examples/22-own-profiler -prof written
//
// `letters` calls the kernel for each of its letters, `word` once for all: the same bytes, and a
// fifth of the time. docs/writing-a-profiler.md tells the rest.
#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tare/extend/registration.hpp>
#include <tare/tare.hpp>
#include <vector>

namespace {

/// What the process has written so far.
struct Written {
  std::uint64_t bytes = 0;
  std::uint64_t calls = 0;
};

Written written_so_far() {
  std::ifstream file("/proc/self/io");
  Written written;
  std::string name;
  for (std::uint64_t value = 0; file >> name >> value;) {
    if (name == "wchar:") written.bytes = value;
    if (name == "syscw:") written.calls = value;
  }
  return written;
}

/// Adds up what measured iterations wrote, and their operations.
class Watcher final : public tare::extend::IterationWatcher {
 public:
  void iteration_starts(bool, std::uint32_t) override { before_ = written_so_far(); }

  void iteration_ended(const tare::extend::Iteration& iteration) override {
    const Written after = written_so_far();
    if (iteration.warmup) return;
    written_.bytes += after.bytes - before_.bytes;
    written_.calls += after.calls - before_.calls;
    operations_ += iteration.operations;
  }

  double bytes_per_op() const { return static_cast<double>(written_.bytes) / operations(); }
  double calls_per_op() const { return static_cast<double>(written_.calls) / operations(); }

 private:
  double operations() const { return static_cast<double>(operations_); }

  Written before_;
  Written written_;
  std::uint64_t operations_ = 0;
};

tare::Metric metric(const char* label, const char* unit, double score) {
  tare::Metric metric;
  metric.label = label;
  metric.unit = unit;
  metric.score = metric.min = metric.median = metric.max = score;
  return metric;
}

class WrittenProfiler final : public tare::extend::Profiler {
 public:
  const char* name() const override { return "written"; }
  const char* summary() const override { return "bytes written per operation, and calls for it"; }
  std::string set_option(const std::string& key, const std::string&) override {
    return "there is no option '" + key + "'";
  }

  tare::extend::Support probe() override {
    if (std::ifstream("/proc/self/io").good()) return {};
    return {false, "this system has no /proc/self/io", "a Linux with CONFIG_TASK_IO_ACCOUNTING"};
  }

  std::uint32_t forks() const override { return 1; }
  tare::extend::Course course() const override { return tare::extend::Course::iterations; }

  // In the fork.
  tare::extend::Findings watch(const tare::extend::Assignment&,
                               tare::extend::Iterations& iterations) override {
    Watcher watcher;
    iterations.run(watcher);
    tare::extend::Findings found;
    found.metrics = {metric("written.norm", "B/op", watcher.bytes_per_op()),
                     metric("written.calls.norm", "#/op", watcher.calls_per_op())};
    return found;
  }

  // In the parent, which has what each fork found: here it is one.
  tare::extend::Conclusion conclude(const std::vector<tare::extend::Findings>& forks,
                                    const tare::Case&) const override {
    if (forks.empty()) return {};
    return {forks.front().metrics, {}, {}};
  }
};

struct Sink {
  int descriptor = -1;

  void set_up(tare::Trial) { descriptor = open("/dev/null", O_WRONLY | O_CLOEXEC); }
  void tear_down(tare::Trial) { close(descriptor); }
  void put(std::string_view text) const {
    if (write(descriptor, text.data(), text.size()) < 0) throw std::runtime_error("write failed");
  }
};

constexpr std::string_view text = "hello";

}  // namespace

TARE_PROFILER(WrittenProfiler);

TARE_BENCH(word, const Sink& sink) { sink.put(text); }

TARE_BENCH(letters, const Sink& sink) {
  for (std::size_t i = 0; i < text.size(); ++i) sink.put(text.substr(i, 1));
}
