// SPDX-License-Identifier: Apache-2.0
#include "recording/moment.hpp"

#include <time.h>

namespace tare::recording {
namespace {

std::uint64_t nanoseconds_of(clockid_t clock) noexcept {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000U +
         static_cast<std::uint64_t>(time.tv_nsec);
}

}  // namespace

std::uint64_t monotonic_ns() noexcept { return nanoseconds_of(CLOCK_MONOTONIC); }

Moment now() noexcept { return {nanoseconds_of(CLOCK_REALTIME), monotonic_ns()}; }

}  // namespace tare::recording
