// SPDX-License-Identifier: Apache-2.0
// Samples measured iterations, and nothing between them.
#pragma once

#include <cstdint>

#include "profile/sampler.hpp"
#include "tare/extend/profiler.hpp"

namespace tare::profile {

/// The sampler must outlive it.
class SamplingWatcher final : public extend::IterationWatcher {
 public:
  explicit SamplingWatcher(Sampler& sampler) : sampler_(sampler) {}

  void iteration_starts(bool warmup, std::uint32_t) override {
    if (!warmup) sampler_.start();
  }
  void iteration_ended(const extend::Iteration& iteration) override {
    sampler_.stop();
    if (!iteration.warmup) operations_ += iteration.operations;
  }

  /// Of the iterations that were sampled, over all threads.
  std::uint64_t operations() const { return operations_; }

 private:
  Sampler& sampler_;
  std::uint64_t operations_ = 0;
};

}  // namespace tare::profile
