// SPDX-License-Identifier: Apache-2.0
// Samples as signal handlers leave them.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "profile/sampler.hpp"
#include "stacks/mapped_array.hpp"

namespace tare::profile {

/// Memory that is mapped once; handlers of any number of threads append to it without a lock.
class SampleBuffer {
 public:
  static constexpr std::size_t usual_words = std::size_t{1} << 24;  ///< 128 MiB, mapped as used.

  /// Throws std::bad_alloc.
  explicit SampleBuffer(std::size_t words = usual_words);

  /// In a signal handler. What does not fit is counted as lost.
  void add(const CpuSample& sample) noexcept;

  /// While nobody adds: hands out all, and forgets them.
  void take(const std::function<void(const CpuSample&)>& use);

  std::uint64_t lost() const noexcept { return lost_.load(std::memory_order_relaxed); }

 private:
  stacks::MappedArray<std::uintptr_t> words_;
  std::atomic<std::size_t> used_ = 0;
  std::atomic<std::uint64_t> lost_ = 0;
};

}  // namespace tare::profile
