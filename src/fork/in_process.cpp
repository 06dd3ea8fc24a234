// SPDX-License-Identifier: Apache-2.0
#include "fork/child.hpp"

namespace tare::fork {
namespace {

class InProcessLauncher final : public Launcher {
 public:
  InProcessLauncher(const catalog::Catalog& catalog, ProfilerSource profilers)
      : catalog_(catalog), profilers_(std::move(profilers)) {}

  ForkRun launch(const Job& job, running::Sink& sink) override {
    ForkRun ended;
    ended.profiler = job.profiler;
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
