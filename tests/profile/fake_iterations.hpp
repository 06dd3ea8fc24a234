// SPDX-License-Identifier: Apache-2.0
// A trial as profilers watch it, made of a lambda.
#pragma once

#include <cstdint>
#include <utility>

#include "tare/extend/profiler.hpp"

namespace tare::profile {

/// A warm-up iteration and some measured ones, in each of which the body runs so many times.
template <class Body>
class FakeIterations final : public extend::Iterations {
 public:
  FakeIterations(std::uint32_t measured, std::uint64_t operations, Body body)
      : measured_(measured), operations_(operations), body_(std::move(body)) {}

  void run(extend::IterationWatcher& watcher) override {
    iterate(watcher, true, 1);
    for (std::uint32_t i = 1; i <= measured_; ++i) iterate(watcher, false, i);
  }

 private:
  void iterate(extend::IterationWatcher& watcher, bool warmup, std::uint32_t index) {
    watcher.iteration_starts(warmup, index);
    for (std::uint64_t i = 0; i < operations_; ++i) body_();
    watcher.iteration_ended({warmup, index, operations_, 1e6});
  }

  std::uint32_t measured_;
  std::uint64_t operations_;
  Body body_;
};

}  // namespace tare::profile
