// SPDX-License-Identifier: Apache-2.0
#include "profile/perfnorm.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "profile/over_forks.hpp"
#include "profile/perf_counters.hpp"
#include "profile/process_usage.hpp"
#include "profile/profile_options.hpp"

namespace tare::profile {
namespace {

constexpr std::uint32_t fork_count = 2;
constexpr const char* prefix = "perfnorm.";

Note info(const char* code, std::string text, std::string advice) {
  return {Severity::info, code, "", std::move(text), std::move(advice)};
}

/// One thing that is counted: by perf if that may be, else from what the process is told anyway.
class Counted {
 public:
  explicit Counted(CounterKind kind) : perf_(std::move(kind)) {}

  const std::string& name() const { return perf_.kind().name; }
  bool is_perf() const { return perf_.is_open(); }
  bool counts() const { return is_perf() || process_usage(name()).has_value(); }
  const PerfCounter& perf() const { return perf_; }

  void start() {
    before_ = process_usage(name()).value_or(0);
    if (is_perf()) perf_.start();
  }

  /// What was counted since start().
  double stop() {
    if (!is_perf()) return std::max(0.0, process_usage(name()).value_or(before_) - before_);
    perf_.stop();
    const double all = perf_.read().scaled();
    return all - std::exchange(scaled_, all);
  }

 private:
  PerfCounter perf_;
  double before_ = 0;
  double scaled_ = 0;  ///< All that perf had counted by the last stop().
};

/// Counts in measured iterations.
class Counting final : public extend::IterationWatcher {
 public:
  explicit Counting(const std::vector<CounterKind>& kinds) {
    for (const CounterKind& kind : kinds) counters_.emplace_back(kind);
  }

  void iteration_starts(bool warmup, std::uint32_t) override {
    if (warmup) return;
    for (Counted& counter : counters_) counter.start();
  }

  void iteration_ended(const extend::Iteration& iteration) override {
    if (iteration.warmup) return;
    const auto operations = static_cast<double>(iteration.operations);
    operations_ += operations;
    // Those that started last stop first: none counts what starting and stopping others takes.
    for (auto counter = counters_.rbegin(); counter != counters_.rend(); ++counter) {
      const double count = counter->stop();
      totals_[counter->name()] += count;
      per_operation_[counter->name()].push_back(count / operations);
    }
  }

  extend::Findings findings() const {
    extend::Findings found;
    for (const Counted& counter : counters_)
      if (counter.counts() && operations_ > 0) found.metrics.push_back(metric(counter.name()));
    add_ratio(found, "CPI", "clks/insn", "cycles", "instructions");
    add_ratio(found, "IPC", "insns/clk", "instructions", "cycles");
    add_notes(found);
    return found;
  }

 private:
  Metric metric(const std::string& name) const {
    const std::vector<double>& iterations = per_operation_.at(name);
    Metric metric;
    metric.label = prefix + name;
    metric.unit = name == "task-clock" ? "ns/op" : "#/op";
    metric.score = totals_.at(name) / operations_;
    metric.min = std::ranges::min(iterations);
    metric.max = std::ranges::max(iterations);
    metric.median = middle(iterations);
    return metric;
  }

  void add_ratio(extend::Findings& found, const char* label, const char* unit, const char* above,
                 const char* below) const {
    const auto over = totals_.find(above), under = totals_.find(below);
    if (over == totals_.end() || under == totals_.end() || !(under->second > 0)) return;
    Metric metric;
    metric.label = std::string(prefix) + label;
    metric.unit = unit;
    metric.better = label == std::string_view("IPC") ? Better::higher : Better::lower;
    metric.score = metric.min = metric.median = metric.max = over->second / under->second;
    found.metrics.push_back(std::move(metric));
  }

  void add_notes(extend::Findings& found) const {
    std::vector<std::string> absent, told_anyway, user_only;
    std::string reason, forbidden;
    double least = 1;
    for (const Counted& counter : counters_) {
      if (counter.is_perf()) {
        const Count count = counter.perf().read();
        if (count.enabled_ns > 0)
          least = std::min(
              least, static_cast<double>(count.running_ns) / static_cast<double>(count.enabled_ns));
        if (counter.perf().user_mode_only()) user_only.push_back(counter.name());
      } else if (counter.counts()) {
        told_anyway.push_back(counter.name());
        forbidden = counter.perf().reason();
      } else {
        absent.push_back(counter.name());
        reason = counter.perf().reason();
      }
    }
    if (!absent.empty())
      found.notes.push_back(info("counters-absent",
                                 fmt::format("n/a: {} ({})", fmt::join(absent, ", "), reason), ""));
    if (!told_anyway.empty())
      found.notes.push_back(
          info("counters-of-process",
               fmt::format("{} are the process's own accounts, with what the harness does between "
                           "batches: {}",
                           fmt::join(told_anyway, ", "), forbidden),
               allow_counters));
    if (!user_only.empty())
      found.notes.push_back(info(
          "counters-user-mode", fmt::format("{} count user mode alone", fmt::join(user_only, ", ")),
          "sysctl kernel.perf_event_paranoid=1 lets the kernel's part be counted"));
    constexpr double nearly_always = 0.99;
    if (least < nearly_always)
      found.notes.push_back(
          info("counters-multiplexed",
               fmt::format("some counters ran {:.0f} % of the time only, and are scaled up to all "
                           "of it",
                           100 * least),
               "Ask for fewer at once: -prof perfnorm:events=cycles,instructions"));
  }

  std::vector<Counted> counters_;
  double operations_ = 0;
  std::map<std::string, double> totals_;
  std::map<std::string, std::vector<double>> per_operation_;  ///< By iteration.
};

/// For people.
std::string known_events() { return fmt::format("rNNNN, {}", fmt::join(counter_names(), ", ")); }

class PerfnormProfiler final : public ProfilerWithOptions {
 public:
  PerfnormProfiler() {
    options_.add({"events", "",
                  fmt::format("names joined by ',', by default all usual ones that are there: {}",
                              known_events())},
                 [this](const std::string& value) { return set_events(value); });
  }

  const char* name() const override { return "perfnorm"; }
  const char* summary() const override { return "counters of processor and kernel per operation"; }

  /// What was asked for by name must be there; of the usual ones some always are.
  extend::Support probe() override {
    extend::Support support;
    for (const CounterKind& kind : kinds_) {
      const Counted counter(kind);
      if (counter.perf().is_restricted()) support.enable = allow_counters;
      if (!asked_ || counter.counts()) continue;
      support.works = false;
      support.reason = fmt::format("{}: {}", kind.name, counter.perf().reason());
    }
    return support;
  }

  std::uint32_t forks() const override { return fork_count; }
  extend::Course course() const override { return extend::Course::iterations; }

  extend::Findings watch(const extend::Assignment&, extend::Iterations& iterations) override {
    Counting counting(kinds_);  // Before there are threads: they inherit what counts.
    iterations.run(counting);
    return counting.findings();
  }

  extend::Conclusion conclude(const std::vector<extend::Findings>& forks,
                              const Case&) const override {
    return {metrics_over(forks), {}, {}};
  }

 private:
  std::string set_events(const std::string& value) {
    kinds_.clear();
    asked_ = true;
    for (std::size_t begin = 0; begin <= value.size();) {
      const std::size_t comma = std::min(value.find(',', begin), value.size());
      const std::string event = value.substr(begin, comma - begin);
      const std::optional<CounterKind> kind = counter_called(event);
      if (!kind)
        return fmt::format("perfnorm knows no event '{}'; it knows {}", event, known_events());
      if (std::ranges::find(kinds_, *kind) == kinds_.end()) kinds_.push_back(*kind);
      begin = comma + 1;
    }
    return "";
  }

  std::vector<CounterKind> kinds_ = usual_counters();
  bool asked_ = false;
};

}  // namespace

std::unique_ptr<extend::Profiler> make_perfnorm_profiler() {
  return std::make_unique<PerfnormProfiler>();
}

}  // namespace tare::profile
