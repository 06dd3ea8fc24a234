// SPDX-License-Identifier: Apache-2.0
// Allocations as events: when, by whom, where from; one for so many bytes.
#pragma once

#include <cstdint>
#include <vector>

#include "profile/allocation_watcher.hpp"
#include "stacks/mapped_array.hpp"
#include "stacks/stack_table.hpp"
#include "stacks/unwinder.hpp"

namespace tare::profile {

/// An allocation that stands for others before it.
struct LoggedAllocation {
  std::uint64_t time_ns = 0;  ///< CLOCK_MONOTONIC.
  std::int32_t thread = 0;    ///< Its number in the system.
  std::uint32_t stack = 0;    ///< In the log's table; 0: not known.
  std::uint64_t bytes = 0;    ///< Its own.
  std::uint64_t weight = 0;   ///< Bytes of all allocations since the event before.
};

/// Logs the allocation with which so many bytes more have been allocated: `interval` in the mean,
/// drawn anew each time between 1 and nearly twice that, so that a loop does not fall into step
/// with it. So a place's events weigh, in the mean, what it allocates. One of `interval` or more is
/// logged by itself; with an interval of 1 that is each.
class AllocationLog final : public AllocationWatcher {
 public:
  /// Of the events that come before drain() so many are kept.
  static constexpr std::size_t most_events = std::size_t{1} << 20;

  /// `interval` is [1, 2^62]. Throws std::bad_alloc.
  explicit AllocationLog(std::uint64_t interval);

  /// Only in between there are events.
  void begin() noexcept;
  void end() noexcept;

  /// What was logged since the last call, in order; nothing of it is kept.
  std::vector<LoggedAllocation> drain();

  const stacks::StackTable& stacks() const { return stacks_; }

  /// Bytes allocated between begin() and end(), over all.
  std::uint64_t bytes() const noexcept;
  /// Events for which there was no room.
  std::uint64_t lost() const noexcept;

  void allocated(const void* block, std::uint64_t requested, std::uint64_t chunk,
                 CallPlace place) noexcept override;
  void loaded() noexcept override;

 private:
  std::uint64_t draw_interval() noexcept;

  std::uint64_t interval_;
  stacks::Unwinder unwinder_;
  stacks::StackTable stacks_{unwinder_};
  stacks::MappedArray<LoggedAllocation> events_;
  std::size_t count_ = 0;
  std::uint64_t pending_ = 0;  ///< Bytes since the last event.
  std::uint64_t bytes_ = 0;
  std::uint64_t lost_ = 0;
  std::uint64_t wanted_ = 1;                   ///< That make the next event.
  std::uint64_t random_ = 0x9E3779B97F4A7C15;  ///< Any state but 0 will do.
  bool on_ = false;
};

}  // namespace tare::profile
