// SPDX-License-Identifier: Apache-2.0
#include "tool/noise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include "catalog/catalog.hpp"
#include "catalog/plan.hpp"
#include "cli/people.hpp"
#include "run/affinity.hpp"
#include "tare/bench.hpp"
#include "tool/interleaved.hpp"

namespace tare::tool {
namespace {

/// The workloads of noise_workloads.cpp, all that is registered in this program.
std::vector<ab::Entry> workloads() {
  const catalog::Catalog catalog = catalog::Catalog::read(detail::registrations());
  std::vector<ab::Entry> cases;
  for (const catalog::Planned& planned : catalog::make_plan(catalog, {}, {}))
    cases.push_back({planned.benchmark_case, {true, true}});
  return cases;
}

}  // namespace

ComparisonReport measure_noise(std::uint64_t case_budget_ns, std::uint64_t seed,
                               const cli::Interruption& interruption) {
  ComparisonReport head;
  head.programs = {{"this program", ""}, {"the same", ""}};
  ab::Settings settings;
  settings.seed = seed;
  settings.case_budget_ns = case_budget_ns;
  settings.stops_when_decided = false;
  settings.processors = running::allowed_processors();
  // Without a path a fork is this very program.
  return compare_interleaved(workloads(), {{""}, {""}}, std::move(head), settings, interruption);
}

double noise_floor(const ComparisonReport& noise) {
  if (noise.comparisons.empty()) return not_a_number;
  double floor = 0;
  for (const Comparison& comparison : noise.comparisons) {
    if (std::isnan(comparison.detectable)) return not_a_number;
    floor = std::max(floor, comparison.detectable);
  }
  return floor;
}

void show_noise(const cli::Interruption& interruption) {
  constexpr std::uint64_t glance_ns = 3'000'000'000;
  const ComparisonReport noise = measure_noise(glance_ns, std::random_device()(), interruption);
  for (const Comparison& comparison : noise.comparisons)
    cli::complain(fmt::format("# noise: {} against itself: {}, {:.3f} [{:.3f}, {:.3f}]",
                              comparison.benchmark, name_of(comparison.verdict), comparison.ratio,
                              comparison.interval_low, comparison.interval_high));
  for (const Note& note : noise.notes)
    if (note.severity != Severity::info)
      cli::complain(fmt::format("# noise: {} {}", note.text, note.advice));
}

}  // namespace tare::tool
