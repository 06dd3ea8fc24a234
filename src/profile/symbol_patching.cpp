// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "profile/allocation_tap.hpp"
#include "profile/imports.hpp"
#include "profile/malloc_hooks.hpp"

namespace tare::profile {
namespace {

/// What was patched, and how to undo it. Used only inside for_each_import(), which lets one
/// thread in at a time.
struct Patches {
  std::unordered_map<void**, void*> original;
  bool forbidden = false;
};

bool holds(const Import& import, const Hook& hook) {
  void* const value = *import.word;
  if (import.symbol == nullptr) return value == hook.definition;
  if (std::strcmp(import.symbol, hook.symbol) != 0) return false;
  if (value == hook.definition || value == hook.seen) return true;
  // A word that calls go through may still point at the stub that looks the symbol up. Any other
  // value is somebody else's: a library has its own function, a program has set its own pointer.
  return import.call_only && import.points_into_own_object() && !import.is_bound_to_own_object();
}

void patch(const Import& import, std::span<const Hook> hooks, Patches& patches) {
  const auto hook = std::find_if(hooks.begin(), hooks.end(), [&](const Hook& candidate) {
    return candidate.definition != nullptr && holds(import, candidate);
  });
  if (hook == hooks.end() || *import.word == hook->replacement) return;
  patches.original.insert_or_assign(import.word, *import.word);
  if (!redirect(import, hook->replacement)) patches.forbidden = true;
}

void restore(const Import& import, std::span<const Hook> hooks, const Patches& patches) {
  const bool patched = std::any_of(hooks.begin(), hooks.end(), [&](const Hook& hook) {
    return *import.word == hook.replacement;
  });
  if (!patched) return;
  const auto original = patches.original.find(import.word);
  if (original != patches.original.end()) redirect(import, original->second);
}

Patches& patches() {
  static Patches all;
  return all;
}

void patch_everything() {
  const Unseen guard;
  const std::span<const Hook> hooks = find_hooks();
  for_each_import([&](const Import& import) { patch(import, hooks, patches()); });
}

class SymbolPatchingTap final : public AllocationTap {
 public:
  ~SymbolPatchingTap() override { SymbolPatchingTap::remove(); }

  std::string install(AllocationWatcher& watcher) override {
    if (!is_dynamic_program()) {
      return "the program is linked statically, so that its calls of malloc cannot be redirected";
    }
    installed_ = true;
    seen_ = loads_and_unloads();
    patch_everything();
    on_load(patch_everything);
    told_by_hooks().offer(watcher);
    return verdict();
  }

  void remove() override {
    if (!installed_) return;
    installed_ = false;
    told_by_hooks().withdraw();
    on_load(nullptr);
    const std::span<const Hook> hooks = find_hooks();
    for_each_import([&](const Import& import) { restore(import, hooks, patches()); });
    patches() = {};
  }

  std::string refresh() override {
    const std::uint64_t now = loads_and_unloads();
    if (now != seen_) patch_everything();
    seen_ = now;
    return verdict();
  }

 private:
  static std::string verdict() {
    return patches().forbidden ? "the system forbids patching the program's symbols" : "";
  }

  bool installed_ = false;
  std::uint64_t seen_ = 0;
};

}  // namespace

std::unique_ptr<AllocationTap> make_symbol_patching_tap() {
  return std::make_unique<SymbolPatchingTap>();
}

}  // namespace tare::profile
