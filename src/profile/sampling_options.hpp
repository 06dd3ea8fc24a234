// SPDX-License-Identifier: Apache-2.0
// What all profilers that sample can be told, and how long they look.
#pragma once

#include <optional>
#include <string>

#include "profile/profile_options.hpp"
#include "profile/sampler.hpp"
#include "tare/extend/profiler.hpp"

namespace tare::profile {

/// Options `freq` and `engine`.
class SamplingOptions {
 public:
  /// Adds them to a profiler's.
  explicit SamplingOptions(ProfileOptions& options);
  SamplingOptions(const SamplingOptions&) = delete;
  SamplingOptions& operator=(const SamplingOptions&) = delete;

  /// Whether what was asked for works; perf first, if nothing was.
  extend::Support choose();

  /// As choose() chose.
  const SamplerSettings& settings() const { return settings_; }
  /// What must be said of what choose() chose.
  std::optional<Note> note() const;

 private:
  std::uint64_t frequency_ = SamplerSettings().frequency;
  SamplerSettings settings_;
  std::optional<SamplingEngine> wanted_;
  std::string no_perf_;  ///< Why timers serve, where nobody asked for them.
};

/// One process that measures as long in all as the timed forks do together, but a second at least.
CasePlan one_long_look(CasePlan timed);

}  // namespace tare::profile
