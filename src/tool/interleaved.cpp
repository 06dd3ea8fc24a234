// SPDX-License-Identifier: Apache-2.0
#include "tool/interleaved.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "machine/environment.hpp"
#include "machine/noise_causes.hpp"
#include "machine/usage.hpp"
#include "stacks/failure_stack.hpp"

namespace tare::tool {

ComparisonReport compare_interleaved(const std::vector<ab::Entry>& entries,
                                     const std::vector<ab::Placed>& programs, ComparisonReport head,
                                     const ab::Settings& settings,
                                     const cli::Interruption& interruption,
                                     const Watching& watching) {
  head.interleaved = true;
  head.seed = settings.seed;
  head.threshold = settings.threshold;
  std::vector<Fact> facts = machine::environment_facts();
  head.environment.insert(head.environment.begin(), facts.begin(), facts.end());
  const machine::Usage before = machine::usage();
  const auto forks =
      fork::make_process_launcher(interruption.descriptor(), stacks::describe_failure);
  running::SteadyClock clock;
  ComparisonReport report =
      ab::run(entries, programs, std::move(head), settings,
              {*forks, clock, [&] { return interruption.signal().has_value(); }, watching.save,
               watching.say});
  std::ranges::move(machine::usage_facts(before, machine::usage()),
                    std::back_inserter(report.environment));
  std::ranges::move(machine::noise_causes(report.environment), std::back_inserter(report.notes));
  return report;
}

}  // namespace tare::tool
