// SPDX-License-Identifier: Apache-2.0
#include "report/progress.hpp"

namespace tare::report {
namespace {

class SilentProgress : public extend::Progress {
 public:
  void run_started(const Report&) override {}
  void fork_started(const extend::Step&) override {}
  void iteration(const extend::Step&, bool, std::size_t, double) override {}
  void fork_finished(const extend::Step&, const ForkRun&, double) override {}
  void run_finished(const Report&) override {}
};

}  // namespace

std::unique_ptr<extend::Progress> silent_progress() { return std::make_unique<SilentProgress>(); }

}  // namespace tare::report
