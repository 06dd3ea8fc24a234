// SPDX-License-Identifier: Apache-2.0
// Jobs done in this process (`-f 0`).
#include <gmock/gmock.h>

#include "fork/child.hpp"
#include "tare/tare.hpp"

TARE_GROUP(in_process);

TARE_BENCH(good) { return 1; }
TARE_BENCH(fails) { tare::fail("it said so"); }

namespace tare::fork {
namespace {

struct Kept final : running::Sink {
  std::vector<running::IterationResult> results;
  std::vector<extend::Findings> found;
  void iteration_started() override {}
  void iteration(const running::IterationResult& result) override { results.push_back(result); }
  void findings(const extend::Findings& findings) override { found.push_back(findings); }
};

/// Finds what it was told to find.
class Finder final : public extend::Profiler {
 public:
  explicit Finder(std::string label) : label_(std::move(label)) {}
  const char* name() const override { return "finder"; }
  const char* summary() const override { return ""; }
  std::string set_option(const std::string&, const std::string&) override { return ""; }
  extend::Support probe() override { return {}; }
  std::uint32_t forks() const override { return 1; }
  extend::Findings observe(const extend::Assignment&, extend::Operations&) override {
    extend::Findings found;
    found.metrics.resize(1);
    found.metrics[0].label = label_;
    return found;
  }
  extend::Conclusion conclude(const std::vector<extend::Findings>&, const Case&) const override {
    return {};
  }

 private:
  std::string label_;
};

std::unique_ptr<extend::Profiler> find_profiler(const std::string& name,
                                                const ProfilerOptions& options) {
  return name == "finder" ? std::make_unique<Finder>(options.at(0).second) : nullptr;
}

ForkRun launch(const Job& job, Kept& kept) {
  const catalog::Catalog catalog = catalog::Catalog::read(detail::registrations());
  return make_in_process_launcher(catalog, find_profiler)->launch(job, kept);
}

Job job_of(const std::string& name) {
  Job job;
  job.benchmark = "in_process." + name;
  job.measurement = {2, 1000, 1};
  return job;
}

TEST(in_process_launcher, hands_results_on) {
  Kept kept;
  EXPECT_EQ(launch(job_of("good"), kept).outcome, Outcome::ok);
  EXPECT_EQ(kept.results.size(), 2U);
}

TEST(in_process_launcher, says_how_it_ended) {
  Kept kept;
  const ForkRun run = launch(job_of("fails"), kept);
  EXPECT_EQ(run.outcome, Outcome::failed);
  EXPECT_EQ(run.reason, "it said so");
  EXPECT_EQ(launch(job_of("unknown"), kept).reason, "this program has no in_process.unknown");
}

TEST(in_process_launcher, lets_profilers_look) {
  Kept kept;
  Job job = job_of("good");
  job.profiler = "finder";
  job.profiler_options = {{"label", "treasure"}};
  EXPECT_EQ(launch(job, kept).profiler, "finder");
  ASSERT_EQ(kept.found.size(), 1U);
  EXPECT_EQ(kept.found[0].metrics.at(0).label, "treasure");
  job.profiler = "other";
  EXPECT_EQ(launch(job, kept).reason, "this program has no profiler other");
}

}  // namespace
}  // namespace tare::fork
