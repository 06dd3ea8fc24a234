// SPDX-License-Identifier: Apache-2.0
// Whom a tap's hooks tell, while threads that nobody stops run through those hooks.
#pragma once

#include <atomic>
#include <cstdint>

#include "profile/allocation_watcher.hpp"
#include "profile/turn.hpp"

namespace tare::profile {

/// Constant-initialised, so that hooks may run before and after main.
class ToldWatcher {
 public:
  constexpr ToldWatcher() noexcept = default;
  ToldWatcher(const ToldWatcher&) = delete;
  ToldWatcher& operator=(const ToldWatcher&) = delete;

  /// Calls `tell(watcher)` within a turn; nothing if there is no watcher. It stays until `tell`
  /// returns.
  template <class Tell>
  void tell(Tell tell) noexcept {
    const Offer& offer = *offer_.load(std::memory_order_acquire);
    if (offer.watcher.load(std::memory_order_relaxed) == nullptr) return;
    const Turn turn;
    // Again: it may have been withdrawn meanwhile.
    if (AllocationWatcher* watcher = offer.watcher.load(std::memory_order_relaxed)) tell(*watcher);
  }

  void offer(AllocationWatcher& watcher) noexcept;

  /// No hook uses the watcher after that.
  void withdraw() noexcept;

  /// How often one was offered: what one of them gave is no other's. Asked within a turn.
  std::uint64_t offers() const noexcept { return offers_; }

 private:
  struct Offer {
    std::atomic<AllocationWatcher*> watcher = nullptr;
  };

  Offer unmapped_;
  // In a page that is empty in forked children, as soon as there is one.
  std::atomic<Offer*> offer_ = &unmapped_;
  std::uint64_t offers_ = 0;
};

}  // namespace tare::profile
