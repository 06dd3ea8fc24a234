// SPDX-License-Identifier: Apache-2.0
#include "profile/sampling_options.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tare::profile {
namespace {

/// Perf's sw clocks go no faster than this by much: a sample takes some 12 us.
constexpr std::uint32_t most_frequent = 50'000;

constexpr const char* allow_perf =
    "sysctl kernel.perf_event_paranoid=2, or the capability CAP_PERFMON; in a container a seccomp "
    "profile that lets perf_event_open pass";

/// A share of 10 % is known to 3 points by so many samples: its standard error is
/// sqrt(0.1 · 0.9 / 100).
constexpr std::uint64_t enough_samples = 100;

constexpr std::uint64_t shortest_look_ns = 1'000'000'000;

}  // namespace

SamplingOptions::SamplingOptions(ProfileOptions& options, std::uint32_t frequency)
    : frequency_(frequency) {
  options.add_number("freq", frequency_, 1, most_frequent, "samples per second of processor time");
  options.add({"engine", "", "perf or timer; the first of them that works"},
              [this](const std::string& value) -> std::string {
                wanted_ = parse_engine(value);
                if (wanted_) return "";
                return fmt::format("there is no engine '{}'; there are: perf, timer", value);
              });
}

extend::Support SamplingOptions::choose() {
  settings_.frequency = static_cast<std::uint32_t>(frequency_);
  settings_.engine = wanted_.value_or(SamplingEngine::perf);
  std::string trouble = trouble_with(settings_.engine);
  no_perf_.clear();
  if (trouble.empty()) return {};
  if (!wanted_ && trouble_with(SamplingEngine::timer).empty()) {
    settings_.engine = SamplingEngine::timer;
    no_perf_ = std::move(trouble);
    return {true, "", fmt::format("samples by perf events, not by timers: {}", allow_perf)};
  }
  return {false, std::move(trouble), wanted_ == SamplingEngine::perf ? allow_perf : ""};
}

std::optional<Note> SamplingOptions::note() const {
  if (no_perf_.empty()) return std::nullopt;
  return Note{
      Severity::info, "sampled-by-timer", "",
      fmt::format("threads were sampled by timers of processor time, as often as the kernel "
                  "ticks, and not by perf events: {}",
                  no_perf_),
      ""};
}

std::vector<Note> SamplingOptions::notes(const char* profiler, std::uint64_t samples,
                                         std::uint64_t lost) const {
  std::vector<Note> notes;
  if (samples < enough_samples)
    notes.push_back(
        {Severity::warning, "few-samples", "",
         fmt::format("the shares of -prof {} rest on {} samples", profiler, samples),
         fmt::format("Measure for longer (-i, -r), or sample more often ({}:freq=9973).",
                     profiler)});
  if (lost > 0)
    notes.push_back(
        {Severity::warning, "samples-lost", "",
         fmt::format("there was no room for {} samples", lost),
         fmt::format("Sample less often ({}:freq=97), or for less time (-i, -r).", profiler)});
  if (const auto only = note()) notes.push_back(*only);
  return notes;
}

CasePlan one_long_look(CasePlan timed) {
  Phase& phase = timed.measurement;
  const std::uint64_t in_each = std::max<std::uint64_t>(1, phase.time_ns) * phase.iterations;
  std::uint64_t times = std::max<std::uint64_t>(1, timed.forks);
  if (timed.mode != Mode::single_shot && in_each < shortest_look_ns)
    times = std::max(times, (shortest_look_ns + in_each - 1) / in_each);
  constexpr std::uint64_t most = 1'000'000;  // A second of the shortest that make any sense.
  phase.iterations =
      static_cast<std::uint32_t>(std::clamp<std::uint64_t>(phase.iterations * times, 1, most));
  return timed;
}

}  // namespace tare::profile
