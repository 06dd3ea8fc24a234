// SPDX-License-Identifier: Apache-2.0
#include "profile/told_watcher.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <new>

namespace tare::profile {
namespace {

/// Memory that reads as zeros in forked children; nullptr if there is none.
void* page_of_this_process() noexcept {
  const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* const page =
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return nullptr;
  madvise(page, size, MADV_WIPEONFORK);
  return page;
}

}  // namespace

void ToldWatcher::offer(AllocationWatcher& watcher) noexcept {
  const Turn turn;
  if (offer_.load() == &unmapped_) {
    // For good: hooks may read it at any time.
    if (void* const page = page_of_this_process()) offer_.store(new (page) Offer);
  }
  ++offers_;
  offer_.load()->watcher.store(&watcher);
}

void ToldWatcher::withdraw() noexcept {
  const Turn turn;
  offer_.load()->watcher.store(nullptr);
}

}  // namespace tare::profile
