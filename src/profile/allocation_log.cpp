// SPDX-License-Identifier: Apache-2.0
#include "profile/allocation_log.hpp"

#include <time.h>
#include <unistd.h>

#include <new>

#include "profile/turn.hpp"
#include "recording/moment.hpp"

namespace tare::profile {

AllocationLog::AllocationLog(std::uint64_t interval) : interval_(interval) {
  if (!events_.grow(most_events)) throw std::bad_alloc();
}

void AllocationLog::begin() noexcept {
  const Turn turn;
  on_ = true;
}

void AllocationLog::end() noexcept {
  const Turn turn;
  on_ = false;
}

std::vector<LoggedAllocation> AllocationLog::drain() {
  const Turn turn;
  std::vector<LoggedAllocation> taken(events_.data(), events_.data() + count_);
  count_ = 0;
  return taken;
}

std::uint64_t AllocationLog::bytes() const noexcept {
  const Turn turn;
  return bytes_;
}

std::uint64_t AllocationLog::lost() const noexcept {
  const Turn turn;
  return lost_;
}

void AllocationLog::allocated(const void*, std::uint64_t requested, std::uint64_t,
                              CallPlace place) noexcept {
  if (!on_) return;
  bytes_ += requested;
  // A large one stands for itself: what came before is not its.
  const bool is_large = requested >= interval_;
  if (!is_large) {
    pending_ += requested;
    if (pending_ < wanted_) return;
  }
  if (count_ == events_.size()) {
    ++lost_;  // What it stands for goes to the next that finds room.
    return;
  }
  events_[count_++] = {recording::monotonic_ns(), gettid(),
                       stacks_.at(place.registers(), stacks::own_stack()), requested,
                       is_large ? requested : pending_};
  if (is_large) return;
  pending_ = 0;
  wanted_ = draw_interval();
}

std::uint64_t AllocationLog::draw_interval() noexcept {
  // Marsaglia's xorshift64 (Journal of Statistical Software 8, 14).
  random_ ^= random_ << 13;
  random_ ^= random_ >> 7;
  random_ ^= random_ << 17;
  return 1 + random_ % (2 * interval_ - 1);
}

void AllocationLog::loaded() noexcept { unwinder_.refresh(); }

}  // namespace tare::profile
