// SPDX-License-Identifier: Apache-2.0
// What tools/profiler-cost times. It knows nothing of who looks on.
#pragma once

#include <chrono>
#include <cstddef>

namespace tare::cost {

/// Frames below the loop that allocates.
inline constexpr int depth = 20;
/// Frames that an exception leaves.
inline constexpr int thrown_frames = 10;

/// Compiled with frame pointers, and without.
namespace with_frame_pointers {
void allocate(int depth, std::size_t count);
}
namespace without_frame_pointers {
void allocate(int depth, std::size_t count);
}

void throw_and_catch(std::size_t count);

/// Nanoseconds per round of what does `count` of them.
template <class Work>
double nanoseconds(std::size_t count, Work work) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  work(count);
  const std::chrono::duration<double, std::nano> time = Clock::now() - begin;
  return time.count() / static_cast<double>(count);
}

}  // namespace tare::cost
