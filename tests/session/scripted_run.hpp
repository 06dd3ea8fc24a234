// SPDX-License-Identifier: Apache-2.0
// A session whose forks, clock and display are the test's.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "session/session.hpp"

namespace tare::session {

/// A case in mode avgt with so many forks, one warm-up iteration and two measured ones.
catalog::Planned planned(const std::string& benchmark, std::uint32_t forks);

/// Hands `score` on as the result of one iteration.
void report(running::Sink& sink, double score, bool warmup = false,
            std::vector<running::CounterValue> counters = {});

/// Concludes with the number of forks that found something, and a note.
class CountingProfiler : public extend::Profiler {
 public:
  const char* name() const override { return "counting"; }
  const char* summary() const override { return ""; }
  std::string set_option(const std::string&, const std::string&) override { return ""; }
  extend::Support probe() override { return {}; }
  std::uint32_t forks() const override { return 2; }
  std::vector<std::string> environment() const override { return {"COUNTING=1"}; }
  std::vector<std::string> launcher() const override { return {"counter", "-q"}; }
  extend::Findings observe(const extend::Assignment&, extend::Operations&) override { return {}; }
  extend::Conclusion conclude(const std::vector<extend::Findings>& forks,
                              const Case& timed) const override;
};

/// Everything a run is made of. Each fork does `fork`; all that happens is told in `story`.
class ScriptedRun {
 public:
  using Fork = std::function<ForkRun(const fork::Job& job, running::Sink& sink)>;

  std::vector<catalog::Planned> plan;
  std::vector<std::unique_ptr<extend::Profiler>> profilers;
  Settings settings;
  Report head;
  Fork fork;
  double seconds_per_fork = 0;
  std::function<std::string()> stop = [] { return ""; };

  Report run();

  std::string story;
  std::vector<fork::Job> jobs;
  std::vector<std::string> launchers;  ///< "fork" or "in process", for each job.
  std::vector<Report> saves;
  std::vector<extend::Step> steps;  ///< Their cases are gone when the run has ended.
  std::vector<double> fork_scores;
};

}  // namespace tare::session
