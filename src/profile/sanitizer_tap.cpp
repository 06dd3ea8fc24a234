// SPDX-License-Identifier: Apache-2.0
#include <malloc.h>

#include "profile/allocation_tap.hpp"
#include "profile/told_watcher.hpp"

// <sanitizer/allocator_interface.h>, which not every compiler brings; present under a sanitizer
// only. There is no way to take hooks out again.
extern "C" [[gnu::weak]] int __sanitizer_install_malloc_and_free_hooks(
    void (*allocated)(const volatile void*, std::size_t), void (*freed)(const volatile void*));

namespace tare::profile {
namespace {

constinit ToldWatcher told;

// The runtime calls them outside of its own locks, and from whatever calls it.
void on_malloc(const volatile void* block, std::size_t size) {
  void* const plain = const_cast<void*>(block);
  const Unseen guard;
  if (plain == nullptr || !guard.outermost()) return;
  const CallPlace place = call_place();
  told.tell([&](AllocationWatcher& watcher) {
    watcher.allocated(plain, size, malloc_usable_size(plain), place);
  });
}

void on_free(const volatile void* block) {
  const Unseen guard;
  if (block == nullptr || !guard.outermost()) return;
  told.tell([&](AllocationWatcher& watcher) { watcher.freed(const_cast<const void*>(block)); });
}

class SanitizerTap final : public AllocationTap {
 public:
  ~SanitizerTap() override { SanitizerTap::remove(); }

  std::string install(AllocationWatcher& watcher) override {
    if (__sanitizer_install_malloc_and_free_hooks == nullptr) {
      return "the program is not built with a sanitizer";
    }
    static const bool hooked = __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free) != 0;
    if (!hooked) return "the sanitizer takes no more hooks";
    told.offer(watcher);
    return {};
  }

  void remove() override { told.withdraw(); }
};

}  // namespace

std::unique_ptr<AllocationTap> make_sanitizer_tap() { return std::make_unique<SanitizerTap>(); }

}  // namespace tare::profile
