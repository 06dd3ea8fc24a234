// SPDX-License-Identifier: Apache-2.0
// What all profilers that sample can be told, and how long they look.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profile/profile_options.hpp"
#include "profile/sampler.hpp"
#include "tare/extend/profiler.hpp"

namespace tare::profile {

/// Options `freq` and `engine`.
class SamplingOptions {
 public:
  /// Adds them to a profiler's; `frequency` is that which it has if nobody sets another.
  explicit SamplingOptions(ProfileOptions& options,
                           std::uint32_t frequency = SamplerSettings().frequency);
  SamplingOptions(const SamplingOptions&) = delete;
  SamplingOptions& operator=(const SamplingOptions&) = delete;

  /// Whether what was asked for works; perf first, if nothing was.
  extend::Support choose();

  /// As choose() chose.
  const SamplerSettings& settings() const { return settings_; }
  /// What must be said of what choose() chose.
  std::optional<Note> note() const;
  /// That, and what must be said of the shares that a profiler makes of samples: that they are few,
  /// or that some were lost.
  std::vector<Note> notes(const char* profiler, std::uint64_t samples, std::uint64_t lost) const;

 private:
  std::uint64_t frequency_;
  SamplerSettings settings_;
  std::optional<SamplingEngine> wanted_;
  std::string no_perf_;  ///< Why timers serve, where nobody asked for them.
};

/// One process that measures as long in all as the timed forks do together, but a second at least.
CasePlan one_long_look(CasePlan timed);

}  // namespace tare::profile
