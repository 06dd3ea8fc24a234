// SPDX-License-Identifier: Apache-2.0
#include "profile/allocation_tap.hpp"

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>

#include "known_bytes.hpp"
#include "profile/allocation_ledger.hpp"
#include "profile/imports.hpp"
#include "profile/malloc_hooks.hpp"
#include "profile/tap_choice.hpp"

namespace tare::profile {
namespace {

using testing::HasSubstr;

std::unique_ptr<AllocationTap> working_tap() {
  std::string reason;
  std::unique_ptr<AllocationTap> tap = find_working_tap({}, reason);
  EXPECT_NE(tap, nullptr) << reason;
  return tap;
}

class Plugin {
 public:
  using Open = void*(const char*, int);
  explicit Plugin(Open* open = dlopen) : handle_(open(TARE_TEST_PLUGIN, RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr) throw std::runtime_error(dlerror());
  }
  Plugin(const Plugin&) = delete;
  Plugin& operator=(const Plugin&) = delete;
  ~Plugin() { dlclose(handle_); }

  template <class Function>
  Function* function(const char* name) const {
    return reinterpret_cast<Function*>(dlsym(handle_, name));
  }

 private:
  void* handle_;
};

/// What one call of the plugin's malloc adds up to.
OperationTally call_plugin(const Plugin& plugin, AllocationLedger& ledger) {
  auto* const allocate = plugin.function<void*(std::size_t)>("plugin_malloc");
  ledger.begin_operation(0);
  void* const block = allocate(123);
  ledger.end();
  std::free(block);
  return ledger.tally(0);
}

TEST(AllocationTap, sees_a_library_loaded_before_it) {
  const Plugin plugin;
  auto* const make = plugin.function<void*(std::size_t)>("plugin_new");
  auto* const destroy = plugin.function<void(void*)>("plugin_delete");
  const Figures f =
      observe([&] { return std::unique_ptr<void, void (*)(void*)>(make(200), destroy); });
  EXPECT_EQ(f.count(), 2);
  EXPECT_EQ(f.bytes(), 201 + sizeof(std::string));
  EXPECT_EQ(f.heap(), f.bytes());
}

TEST(AllocationTap, sees_a_library_loaded_during_an_operation) {
  const auto tap = working_tap();
  AllocationLedger ledger(1);
  ASSERT_EQ(tap->install(ledger), "");
  {
    const Plugin plugin;
    EXPECT_EQ(call_plugin(plugin, ledger).allocated_bytes, 123u);
  }
  tap->remove();
}

TEST(AllocationTap, sees_a_library_loaded_behind_its_back_from_the_next_operation_on) {
  const auto tap = working_tap();
  auto* const real_dlopen = reinterpret_cast<Plugin::Open*>(dlsym(RTLD_DEFAULT, "dlopen"));
  AllocationLedger ledger(1);
  ASSERT_EQ(tap->install(ledger), "");
  const Plugin plugin(real_dlopen);
  EXPECT_EQ(tap->refresh(), "");
  EXPECT_EQ(call_plugin(plugin, ledger).allocated_bytes, 123u);
  tap->remove();
  EXPECT_EQ(call_plugin(plugin, ledger).allocations, 1u) << "it is removed, yet it counts";
}

TEST(AllocationTap, survives_that_what_it_patched_is_unloaded_and_loaded_again) {
  const auto tap = working_tap();
  AllocationLedger ledger(1);
  ASSERT_EQ(tap->install(ledger), "");
  for (std::uint64_t times = 1; times <= 3; ++times) {
    const Plugin plugin;
    EXPECT_EQ(call_plugin(plugin, ledger).allocations, times);
  }
  tap->remove();
  const Plugin plugin;
  EXPECT_EQ(call_plugin(plugin, ledger).allocations, 3u);
}

/// How a word of memory is protected: `rw-p`.
std::string protection_of(void** word) {
  std::FILE* const maps = std::fopen("/proc/self/maps", "r");
  std::string result;
  char line[4096];
  while (result.empty() && std::fgets(line, sizeof line, maps) != nullptr) {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    char protection[5] = {};
    if (std::sscanf(line, "%zx-%zx %4s", &begin, &end, protection) != 3) continue;
    const auto address = reinterpret_cast<std::uintptr_t>(word);
    if (begin <= address && address < end) result = protection;
  }
  std::fclose(maps);
  return result;
}

using Words = std::map<void**, std::pair<void*, std::string>>;

/// All words that hold the address of a function we hook: what they hold, and their protection.
Words hooked_words() {
  std::vector<void**> words;
  for_each_import([&](const Import& import) {
    for (const Hook& hook : find_hooks()) {
      const bool named = import.symbol != nullptr && std::strcmp(import.symbol, hook.symbol) == 0;
      const bool known = import.symbol == nullptr && *import.word == hook.definition;
      if (hook.definition != nullptr && (named || known)) words.push_back(import.word);
    }
  });
  Words result;
  for (void** word : words) result[word] = {*word, protection_of(word)};
  return result;
}

TEST(AllocationTap, leaves_every_pointer_and_its_protection_as_it_was) {
  if (under_sanitizer) GTEST_SKIP() << "the sanitizer's hooks patch nothing";
  const auto tap = make_symbol_patching_tap();
  ASSERT_EQ(self_test(*tap), "");  // what it is the first to call is bound by that
  const Words before = hooked_words();
  EXPECT_GE(before.size(), 8u) << "malloc and free of the program, libc, libstdc++ and the linker";
  AllocationLedger ledger(1);
  ASSERT_EQ(tap->install(ledger), "");
  std::size_t changed = 0;
  for (const auto& [word, was] : before) changed += *word != was.first;
  EXPECT_EQ(changed, before.size());
  tap->remove();
  EXPECT_EQ(hooked_words(), before);
  tap->remove();
  EXPECT_EQ(hooked_words(), before);
}

void* own_function(std::size_t) { return nullptr; }

TEST(AllocationTap, leaves_a_pointer_alone_that_the_program_has_set_since) {
  static void* (*volatile pointer)(std::size_t) = std::malloc;
  pointer = own_function;
  const auto tap = working_tap();
  AllocationLedger ledger(1);
  ASSERT_EQ(tap->install(ledger), "");
  EXPECT_EQ(pointer, own_function);
  tap->remove();
  EXPECT_EQ(pointer, own_function);
}

TEST(AllocationTap, a_hook_whose_address_was_kept_still_works_after_removal) {
  static void* (*volatile pointer)(std::size_t) = std::malloc;
  static void* (*kept)(std::size_t) = nullptr;
  const auto tap = working_tap();
  AllocationLedger ledger(1);
  ASSERT_EQ(tap->install(ledger), "");
  kept = pointer;
  tap->remove();
  std::free(opaque(kept(10)));
  EXPECT_EQ(ledger.tally(0).allocations, 0u);
}

/// A tap that tells of what it likes.
class FakeTap : public AllocationTap {
 public:
  explicit FakeTap(std::string reason) : reason_(std::move(reason)) {}
  std::string install(AllocationWatcher&) override { return reason_; }
  void remove() override { removed = true; }
  bool removed = false;

 private:
  std::string reason_;
};

TEST(SelfTest, a_tap_that_cannot_see_says_so) {
  FakeTap blind("");
  EXPECT_THAT(self_test(blind), HasSubstr("operator new are not seen"));
  EXPECT_TRUE(blind.removed);
}

TEST(SelfTest, passes_on_why_a_tap_cannot_be_installed) {
  FakeTap impossible("no way");
  EXPECT_EQ(self_test(impossible), "no way");
}

TEST(SelfTest, can_be_repeated) {
  const auto tap = working_tap();
  EXPECT_EQ(self_test(*tap), "");
  EXPECT_EQ(self_test(*tap), "");
}

}  // namespace
}  // namespace tare::profile
