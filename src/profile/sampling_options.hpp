// SPDX-License-Identifier: Apache-2.0
// What all profilers that sample can be told, and how long they look.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "profile/sampler.hpp"
#include "tare/extend/profiler.hpp"

namespace tare::profile {

/// Options `freq` and `engine`.
class SamplingOptions {
 public:
  explicit SamplingOptions(std::uint32_t frequency) { settings_.frequency = frequency; }

  static bool knows(const std::string& key) { return key == "freq" || key == "engine"; }
  /// As they are set now.
  std::vector<extend::ProfilerOption> options() const;
  /// An error text for the user, or "".
  std::string set(const std::string& key, const std::string& value);

  /// Whether what was asked for works; perf first, if nothing was.
  extend::Support choose();

  /// As choose() chose.
  const SamplerSettings& settings() const { return settings_; }
  /// What must be said of what choose() chose.
  std::optional<Note> note() const;

 private:
  SamplerSettings settings_;
  std::optional<SamplingEngine> wanted_;
  std::string no_perf_;  ///< Why timers serve, where nobody asked for them.
};

/// One process that measures as long in all as the timed forks do together, but a second at least.
CasePlan one_long_look(CasePlan timed);

}  // namespace tare::profile
