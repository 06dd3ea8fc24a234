// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "fork/child.hpp"

namespace tare::fork {
namespace {

/// The job that runs in this process at the moment.
const Job* running_job = nullptr;

/// A benchmark that exits would end the run as if all were well.
void refuse_to_exit() {
  if (running_job == nullptr) return;
  std::fflush(nullptr);
  std::fprintf(stderr, "%s called exit(), which ends the whole run; run it in a fork (-f 1)\n",
               running_job->benchmark.c_str());
  _exit(EXIT_FAILURE);
}

/// While it lives, a job runs.
class Running {
 public:
  explicit Running(const Job& job) {
    [[maybe_unused]] static const bool registered =
        std::atexit(refuse_to_exit) == 0 && std::at_quick_exit(refuse_to_exit) == 0;
    running_job = &job;
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  ~Running() { running_job = nullptr; }
};

class InProcessLauncher final : public Launcher {
 public:
  InProcessLauncher(const catalog::Catalog& catalog, ProfilerSource profilers)
      : catalog_(catalog), profilers_(std::move(profilers)) {}

  ForkRun launch(const Job& job, running::Sink& sink) override {
    ForkRun ended;
    ended.profiler = job.profiler;
    const Running running(job);
    try {
      do_job(job, catalog_, profilers_, sink);
    } catch (const running::Ending& ending) {
      ended.outcome = ending.outcome;
      ended.reason = ending.reason;
    }
    return ended;
  }

 private:
  const catalog::Catalog& catalog_;
  ProfilerSource profilers_;
};

}  // namespace

std::unique_ptr<Launcher> make_in_process_launcher(const catalog::Catalog& catalog,
                                                   ProfilerSource profilers) {
  return std::make_unique<InProcessLauncher>(catalog, std::move(profilers));
}

}  // namespace tare::fork
