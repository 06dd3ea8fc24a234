// SPDX-License-Identifier: Apache-2.0
// A trial that is run to be sampled.
#pragma once

#include <cstdint>

#include "profile/sampler.hpp"
#include "profile/sampling_options.hpp"
#include "tare/extend/profiler.hpp"

namespace tare::profile {

/// Measured iterations are sampled, and nothing between them.
class SampledTrial final : private extend::IterationWatcher {
 public:
  /// Runs it, whole. Throws std::runtime_error if nothing samples here as the options say.
  SampledTrial(SamplingOptions& options, extend::Iterations& iterations)
      : sampler_(chosen(options)) {
    iterations.run(*this);
  }

  /// With what it has sampled.
  Sampler& sampler() { return sampler_; }
  /// Of the iterations that were sampled, over all threads.
  std::uint64_t operations() const { return operations_; }

 private:
  static const SamplerSettings& chosen(SamplingOptions& options) {
    options.choose();
    return options.settings();
  }

  void iteration_starts(bool warmup, std::uint32_t) override {
    if (!warmup) sampler_.start();
  }
  void iteration_ended(const extend::Iteration& iteration) override {
    sampler_.stop();
    if (!iteration.warmup) operations_ += iteration.operations;
  }

  Sampler sampler_;
  std::uint64_t operations_ = 0;
};

}  // namespace tare::profile
