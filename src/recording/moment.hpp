// SPDX-License-Identifier: Apache-2.0
// The clocks of recordings.
#pragma once

#include <cstdint>

namespace tare::recording {

/// Nanoseconds of CLOCK_MONOTONIC, which times of events are. May be asked in signal handlers.
std::uint64_t monotonic_ns() noexcept;

/// One moment by two clocks.
struct Moment {
  std::uint64_t wall = 0;       ///< Nanoseconds since 1970.
  std::uint64_t monotonic = 0;  ///< monotonic_ns().
};
Moment now() noexcept;

}  // namespace tare::recording
