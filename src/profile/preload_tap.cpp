// SPDX-License-Identifier: Apache-2.0
#include "profile/allocation_tap.hpp"
#include "profile/malloc_hooks.hpp"
#include "profile/preload_library.hpp"

namespace tare::profile {
namespace {

class PreloadTap final : public AllocationTap {
 public:
  ~PreloadTap() override { PreloadTap::remove(); }

  std::string install(AllocationWatcher& watcher) override {
    if (preload_table() == nullptr) {
      return "the library that counts is not loaded; it can only be where -f is 1 or more, in a "
             "dynamically linked program without special rights";
    }
    redirect_all([](const Hook& hook) { return hook.definition ? hook.replacement : nullptr; });
    told_by_hooks().offer(watcher);
    return {};
  }

  void remove() override {
    if (preload_table() == nullptr) return;
    told_by_hooks().withdraw();
    redirect_all([](const Hook&) { return nullptr; });
  }

 private:
  template <class ReplacementOf>
  static void redirect_all(ReplacementOf replacement_of) {
    Redirection* const table = preload_table();
    const std::span<const Hook> hooks = find_hooks();
    for (std::size_t id = 0; id < hooked_count; ++id) {
      table[id].replacement.store(replacement_of(hooks[id]), std::memory_order_release);
    }
  }
};

}  // namespace

std::unique_ptr<AllocationTap> make_preload_tap() { return std::make_unique<PreloadTap>(); }

}  // namespace tare::profile
