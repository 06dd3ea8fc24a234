// SPDX-License-Identifier: Apache-2.0
#include "profile/cpu.hpp"

#include <fmt/format.h>

#include <utility>

#include "profile/measured_stacks.hpp"
#include "profile/over_forks.hpp"
#include "profile/profile_files.hpp"
#include "profile/profile_options.hpp"
#include "profile/sampled_trial.hpp"
#include "profile/sampler.hpp"
#include "profile/sampling_options.hpp"
#include "recording/collapsed.hpp"
#include "stacks/flame_graph.hpp"
#include "stacks/stack_profile.hpp"
#include "stacks/top_functions.hpp"

namespace tare::profile {
namespace {

/// Most functions in the table.
constexpr std::size_t most_functions = 10;

/// Processor time that a sample stands for, in ns.
std::int64_t period_of(const SamplerSettings& settings) {
  return 1'000'000'000 / settings.frequency;
}

/// The benchmark's stacks, with the processor time that samples stand for.
stacks::StackProfile profile_of(Sampler& sampler, const SamplerSettings& settings,
                                std::string title, std::uint64_t operations) {
  stacks::StackProfileBuilder builder(std::move(title), {{"cpu", "nanoseconds"}});
  MeasuredStacks names;
  const std::int64_t period_ns = period_of(settings);
  sampler.take([&](const CpuSample& sample) {
    if (const auto* frames = names.frames(sample.pcs))
      builder.add(*frames, {sample.weight * period_ns});
  });
  stacks::StackProfile profile = builder.take();
  profile.operations = operations;
  return profile;
}

std::int64_t total_of(const stacks::StackProfile& profile) {
  std::int64_t total = 0;
  for (const stacks::WeightedStack& stack : profile.stacks) total += stack.values.front();
  return total;
}

HotSpots functions_of(const stacks::StackProfile& profile) {
  HotSpots table{"cpu", "top functions", {"% self", "% total"}, {}};
  const auto all = static_cast<double>(total_of(profile));
  const auto share = [&](std::int64_t part) { return 100 * static_cast<double>(part) / all; };
  for (const stacks::FunctionCost& cost : stacks::top_functions(profile, 0)) {
    if (table.spots.size() == most_functions || cost.self == 0) break;
    table.spots.push_back({cost.hottest.function,
                           cost.hottest.file,
                           static_cast<std::uint32_t>(cost.hottest.line),
                           {share(cost.self), share(cost.total)}});
  }
  return table;
}

class CpuProfiler final : public ProfilerWithOptions {
 public:
  CpuProfiler() {
    options_.add_switch("flamegraph", draws_, "false: no flame graph is drawn");
    options_.add_switch("collapsed", collapses_, "true: writes collapsed stacks, too");
    options_.add_folder(files_);
  }

  const char* name() const override { return "cpu"; }
  const char* summary() const override {
    return "where processor time goes: top functions and a flame graph";
  }

  extend::Support probe() override { return sampling_.choose(); }
  std::uint32_t forks() const override { return 1; }
  extend::Course course() const override { return extend::Course::iterations; }
  CasePlan plan(const CasePlan& timed) const override { return one_long_look(timed); }

  extend::Findings watch(const extend::Assignment& assignment,
                         extend::Iterations& iterations) override {
    SampledTrial trial(sampling_, iterations);
    const stacks::StackProfile profile = profile_of(
        trial.sampler(), sampling_.settings(), display_name(assignment.plan), trial.operations());
    extend::Findings found;
    found.hot_spots.push_back(functions_of(profile));
    add_files(found, assignment, profile);
    found.notes = sampling_.notes(name(), samples_of(profile), trial.sampler().lost());
    return found;
  }

  extend::Conclusion conclude(const std::vector<extend::Findings>& forks,
                              const Case&) const override {
    return {{}, hot_spots_over(forks), {}};
  }

 private:
  void add_files(extend::Findings& found, const extend::Assignment& assignment,
                 const stacks::StackProfile& profile) const {
    if (draws_)
      found.files.push_back(files_.write(assignment, "", "html",
                                         stacks::flame_graph_html({profile}),
                                         "flame graph of processor time"));
    if (collapses_)
      found.files.push_back(files_.write(assignment, "", "collapsed",
                                         recording::collapsed_text(profile, 0),
                                         "collapsed stacks, processor time in ns"));
  }

  std::uint64_t samples_of(const stacks::StackProfile& profile) const {
    return static_cast<std::uint64_t>(total_of(profile) / period_of(sampling_.settings()));
  }

  SamplingOptions sampling_{options_};
  ProfileFiles files_{"cpu"};
  bool draws_ = true;
  bool collapses_ = false;
};

}  // namespace

std::unique_ptr<extend::Profiler> make_cpu_profiler() { return std::make_unique<CpuProfiler>(); }

}  // namespace tare::profile
