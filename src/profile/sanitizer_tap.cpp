// SPDX-License-Identifier: Apache-2.0
#include <malloc.h>

#include "profile/allocation_ledger.hpp"
#include "profile/allocation_tap.hpp"
#include "profile/told_ledger.hpp"

// <sanitizer/allocator_interface.h>, which not every compiler brings; present under a sanitizer
// only. There is no way to take hooks out again.
extern "C" [[gnu::weak]] int __sanitizer_install_malloc_and_free_hooks(
    void (*allocated)(const volatile void*, std::size_t), void (*freed)(const volatile void*));

namespace tare::profile {
namespace {

constinit ToldLedger told;

void on_malloc(const volatile void* block, std::size_t size) {
  if (const ToldLedger::Use ledger(told); ledger) {
    void* const plain = const_cast<void*>(block);
    ledger->allocated(plain, size, malloc_usable_size(plain));
  }
}

void on_free(const volatile void* block) {
  if (const ToldLedger::Use ledger(told); ledger) ledger->freed(const_cast<const void*>(block));
}

class SanitizerTap final : public AllocationTap {
 public:
  ~SanitizerTap() override { SanitizerTap::remove(); }

  std::string install(AllocationLedger& ledger) override {
    if (__sanitizer_install_malloc_and_free_hooks == nullptr) {
      return "the program is not built with a sanitizer";
    }
    static const bool hooked = __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free) != 0;
    if (!hooked) return "the sanitizer takes no more hooks";
    told.offer(ledger);
    return {};
  }

  void remove() override { told.withdraw(); }
};

}  // namespace

std::unique_ptr<AllocationTap> make_sanitizer_tap() { return std::make_unique<SanitizerTap>(); }

}  // namespace tare::profile
