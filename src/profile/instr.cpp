// SPDX-License-Identifier: Apache-2.0
#include "profile/instr.hpp"

#include <alloca.h>
#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "profile/instruction_counter.hpp"
#include "profile/operation_cost.hpp"
#include "profile/over_forks.hpp"
#include "profile/profile_options.hpp"

namespace tare::profile {
namespace {

/// As few as can disagree.
constexpr std::uint32_t fork_count = 2;

/// What begins at the same place of a page has its stack aligned in the same way, however large the
/// environment and the name of the program are. Instructions of memcpy and the like depend on it.
constexpr std::uintptr_t page = 4096;

template <class Work>
[[gnu::noinline]] void at_fixed_place_of_page(Work work) {
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  void* volatile moved = alloca(here % page + 1);
  work();
  (void)moved;  // The stack is still moved: this is no tail call.
}

class InstrProfiler final : public ProfilerWithOptions {
 public:
  const char* name() const override { return "instr"; }
  const char* summary() const override {
    return "instructions per operation under valgrind, the same in every run";
  }

  extend::Support probe() override { return counts_instructions(); }
  std::uint32_t forks() const override { return fork_count; }
  std::vector<std::string> launcher() const override { return file().launcher(); }
  std::vector<std::string> environment() const override { return file().environment(); }
  bool varies_layout() const override { return false; }

  extend::Findings observe(const extend::Assignment&, extend::Operations& operations) override {
    Metric metric;
    metric.label = "instr";
    metric.unit = "#/op";
    InstructionCounter counter;
    at_fixed_place_of_page([&] {
      metric.score = operation_cost(
          operations, [&](const std::function<void()>& work) { return counter.count(work); });
    });
    metric.min = metric.median = metric.max = metric.score;
    extend::Findings found;
    found.metrics.push_back(std::move(metric));
    return found;
  }

  extend::Conclusion conclude(const std::vector<extend::Findings>& forks,
                              const Case&) const override {
    extend::Conclusion conclusion{metrics_over(forks), {}, {}};
    for (const Metric& metric : conclusion.metrics)
      if (metric.error > 0)
        conclusion.notes.push_back(
            {Severity::warning, "nondeterministic", "",
             fmt::format(
                 "instructions of an operation were {:.10g} in one fork and {:.10g} in another",
                 metric.interval_low, metric.interval_high),
             "Usual reasons: random numbers without a fixed seed, clocks and identifiers of "
             "processes, hashes of addresses, files and sockets, other threads. The figure is no "
             "exact gate then."});
    return conclusion;
  }

 private:
  /// Made when forks need it: most often this is made to be asked its name.
  const CountsFile& file() const {
    if (!file_) file_.emplace();
    return *file_;
  }

  mutable std::optional<CountsFile> file_;
};

}  // namespace

std::unique_ptr<extend::Profiler> make_instr_profiler() {
  return std::make_unique<InstrProfiler>();
}

}  // namespace tare::profile
