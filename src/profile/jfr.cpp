// SPDX-License-Identifier: Apache-2.0
#include "profile/jfr.hpp"

#include <fmt/format.h>

#include <optional>
#include <stdexcept>

#include "profile/flight_recorder.hpp"
#include "profile/profile_files.hpp"
#include "profile/profile_options.hpp"
#include "profile/sampling_options.hpp"
#include "profile/tap_choice.hpp"

namespace tare::profile {
namespace {

class JfrProfiler final : public ProfilerWithOptions {
 public:
  JfrProfiler() {
    options_.add_number("interval", interval_, 1, std::uint64_t{1} << 40,
                        "bytes that an event stands for, in the mean");
    options_.add_number("forks", forks_, 1, 1000, "forks of each case, each with a file");
    options_.add_tap(wanted_);
    options_.add_folder(files_);
  }

  const char* name() const override { return "jfr"; }
  const char* summary() const override {
    return "a Flight Recorder file of each fork, for jfr, Mission Control and tare convert";
  }

  extend::Support probe() override {
    choice_ = choose_tap(wanted_);
    if (!choice_.kind) return choice_.refusal();
    return sampling_.choose();
  }

  std::uint32_t forks() const override { return static_cast<std::uint32_t>(forks_); }
  std::vector<std::string> environment() const override { return choice_.environment(); }
  extend::Course course() const override { return extend::Course::iterations; }
  CasePlan plan(const CasePlan& timed) const override { return one_long_look(timed); }

  extend::Findings watch(const extend::Assignment& assignment,
                         extend::Iterations& iterations) override {
    std::string reason;
    const std::unique_ptr<AllocationTap> tap = find_working_tap(wanted_, reason);
    if (tap == nullptr) throw std::runtime_error(reason);
    sampling_.choose();
    recording::OutputFile file = files_.create(assignment, "", "jfr");
    FlightRecorder recorder(assignment, {sampling_.settings(), interval_}, *tap, file.descriptor());
    iterations.run(recorder);
    recorder.finish();
    extend::Findings found;
    found.files.push_back({file.publish(), "flight recording"});
    if (recorder.lost() > 0)
      found.notes.push_back(
          {Severity::warning, "events-lost", "",
           fmt::format("there was no room for {} events", recorder.lost()),
           "Sample less often (jfr:freq=97;interval=1048576), or for less time."});
    if (const auto note = sampling_.note()) found.notes.push_back(*note);
    return found;
  }

  extend::Conclusion conclude(const std::vector<extend::Findings>&, const Case&) const override {
    return {};
  }

 private:
  SamplingOptions sampling_{options_};
  std::uint64_t interval_ = RecorderSettings().allocation_interval;
  std::uint64_t forks_ = 1;
  ProfileFiles files_{"jfr"};
  std::optional<TapKind> wanted_;
  TapChoice choice_;
};

}  // namespace

std::unique_ptr<extend::Profiler> make_jfr_profiler() { return std::make_unique<JfrProfiler>(); }

}  // namespace tare::profile
