// SPDX-License-Identifier: Apache-2.0
// What a tap tells of allocations, and whom.
#pragma once

#include <cstdint>

#include "profile/block_table.hpp"
#include "stacks/unwinder.hpp"

namespace tare::profile {

/// Where an allocating function was called, known by the frame of the hook in its place: the
/// caller's rbp, then the return address.
class CallPlace {
 public:
  CallPlace() = default;
  explicit CallPlace(const void* frame) noexcept : frame_(frame) {}

  /// What a walk begins with; stacks::own_stack() bounds it. `pc` is inside the call.
  stacks::Registers registers() const noexcept {
    if (frame_ == nullptr) return {};
    const auto* const words = static_cast<const std::uintptr_t*>(frame_);
    return {words[1] - 1, reinterpret_cast<std::uintptr_t>(words + 2), words[0]};
  }

 private:
  const void* frame_ = nullptr;
};

/// Of the function that it is called in, which gets a frame pointer for that.
[[gnu::always_inline]] inline CallPlace call_place() noexcept {
  return CallPlace(__builtin_frame_address(0));
}

/// Installed by `AllocationTap::install(watcher)`, it is told of every allocation and every free of
/// the process, from any thread, as long as it is not removed. It is told within a Turn (turn.hpp):
/// by one thread at a time. What it keeps of that is read within one, too.
///
/// Nothing here may allocate, throw or change errno. Blocks that are not known are to be ignored. A
/// forked child tells nothing.
///
/// To know an allocation's stack: `table.at(place.registers(), stacks::own_stack())` of a
/// stacks::StackTable that is used within turns alone.
class AllocationWatcher {
 public:
  virtual ~AllocationWatcher() = default;

  /// `requested` bytes were asked for; the allocator spends `chunk` on them, its header included.
  virtual void allocated(const void* block, std::uint64_t requested, std::uint64_t chunk,
                         CallPlace place) noexcept = 0;

  /// Comes before the allocator gets the block: it may hand the address on at once.
  virtual void freed(const void*) noexcept {}

  /// realloc in three steps: take() before it, of nullptr too; then count_free() and allocated() if
  /// it succeeded, put_back() if not.
  virtual Block take(const void*) noexcept { return {}; }
  virtual void count_free(const Block&) noexcept {}
  virtual void put_back(const Block&) noexcept {}

  /// Code may have been loaded. This may allocate.
  virtual void loaded() noexcept {}
};

}  // namespace tare::profile
