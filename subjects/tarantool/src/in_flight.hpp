// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tarantool/completion.hpp"
#include "tarantool/sender.hpp"

namespace tarantool {

/// Requests that have no answer yet, each in a slot that is used again. A request's sync is its
/// slot and how often that has been used, so that an answer that comes late finds nothing.
class InFlight {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// Most there can be at once: as many as a sync has bits for a slot.
  static constexpr std::size_t most = std::size_t{1} << 20;

  struct Request {
    Completion done;
    Time deadline{};
    const PushHandler* on_push = nullptr;
  };

  std::size_t size() const { return size_; }

  /// The sync of the request that is added next; not 0.
  std::uint64_t next_sync() const {
    const std::size_t index = free_ == none ? slots_.size() : free_;
    const std::uint64_t uses = free_ == none ? first_uses_ : slots_[free_].uses;
    return (uses + 1) * most + index;
  }

  /// There must be fewer than `most`.
  void add(Completion&& done, Time deadline, const PushHandler* on_push) {
    if (free_ == none) {
      free_ = static_cast<std::uint32_t>(slots_.size());
      slots_.push_back({{}, first_uses_, none});
    }
    Slot& slot = slots_[free_];
    free_ = slot.next_free;
    slot.request.done = std::move(done);
    slot.request.deadline = deadline;
    slot.request.on_push = on_push;
    ++slot.uses;
    ++size_;
  }

  /// The request of that sync, or null.
  Request* find(std::uint64_t sync) {
    const std::size_t index = sync % most;
    if (index >= slots_.size()) return nullptr;
    Slot& slot = slots_[index];
    return slot.uses == sync / most && slot.request.done ? &slot.request : nullptr;
  }

  /// The same, which is not in flight any more. False: there is none.
  bool take(std::uint64_t sync, Request& request) {
    Request* const found = find(sync);
    if (found == nullptr) return false;
    request = std::move(*found);
    release(static_cast<std::uint32_t>(sync % most));
    return true;
  }

  /// Takes those whose deadline is not after `now`; returns the earliest of the others.
  Time take_expired(Time now, std::vector<Request>& expired) {
    Time next = Time::max();
    for (std::uint32_t index = 0; index < slots_.size(); ++index) {  // Which may be given back.
      Request& request = slots_[index].request;
      if (!request.done) continue;
      if (request.deadline <= now) {
        expired.push_back(std::move(request));
        release(index);
      } else {
        next = std::min(next, request.deadline);
      }
    }
    return next;
  }

  std::vector<Request> take_all() {
    std::vector<Request> all;
    take_expired(Time::max(), all);
    return all;
  }

 private:
  static constexpr std::uint32_t none = 0xffffffff;
  static constexpr std::size_t most_kept = 4096;  // Slots, when there is nothing in flight.

  struct Slot {
    Request request;  // Without a completion: free.
    std::uint64_t uses = 0;
    std::uint32_t next_free = none;
  };

  void release(std::uint32_t index) {
    slots_[index].next_free = std::exchange(free_, index);
    if (--size_ == 0 && slots_.size() > most_kept) give_back();
  }

  /// Gives the memory of a burst back. No sync that was is ever again.
  void give_back() {
    for (const Slot& slot : slots_) first_uses_ = std::max(first_uses_, slot.uses);
    slots_ = std::vector<Slot>();
    free_ = none;
  }

  std::vector<Slot> slots_;
  std::uint64_t first_uses_ = 0;  // Of new slots.
  std::uint32_t free_ = none;
  std::size_t size_ = 0;
};

}  // namespace tarantool
