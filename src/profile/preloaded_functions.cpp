// SPDX-License-Identifier: Apache-2.0
// A library of its own, preloaded into a program whose calls cannot be redirected otherwise: it
// stands before every allocator and passes each call on, through the program's hooks while there
// are any. It knows nothing of what is counted, and must run before anything else does.
#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "profile/preload_table.hpp"

extern "C" {
[[gnu::visibility("default")]] constinit tare::profile::PreloadTable tare_preload_table = {};
}

namespace tare::profile {
namespace {

/// All that are passed on take at most three arguments, all of them in registers for integers, and
/// return what fits such a register or nothing. A call with all three is right for each.
using Function = void*(void*, void*, void*);

constinit bool looking = false;
constinit bool found = false;

// Of use while the first definitions are looked for: dlsym() may allocate. Its blocks stay. The
// size is heaptrack's, for the same purpose.
alignas(16) char first_blocks[1024];
constinit std::size_t first_blocks_used = 0;

bool is_first_block(const void* block) {
  const auto* const at = static_cast<const char*>(block);
  return first_blocks <= at && at < first_blocks + sizeof first_blocks;
}

void* take_first_block(std::size_t bytes) {
  const std::size_t whole = (bytes + 15) / 16 * 16;
  if (whole > sizeof first_blocks - first_blocks_used) return nullptr;
  char* const block = first_blocks + first_blocks_used;  // zeroed, as calloc() wants it
  first_blocks_used += whole;
  return block;
}

// Runs in the first thread, before there is any other: the dynamic linker and libraries allocate
// on their way to main.
void find_all() {
  looking = true;
  for (std::size_t id = 0; id < hooked_count; ++id) {
    tare_preload_table[id].next = dlsym(RTLD_NEXT, hooked_symbols[id]);
  }
  looking = false;
  found = true;
}

[[noreturn]] void end_without(const char* symbol) {
  const auto say = [](const char* text) {
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text, std::strlen(text));
  };
  say("tare: the program calls ");
  say(symbol);
  say(", which no library but the preloaded one has; use -prof mem:tap=symbols\n");
  std::abort();
}

/// Serves dlsym() while what it may need is itself looked for.
void* serve_look_up(HookedId id, void* a, void* b) {
  const auto size = reinterpret_cast<std::size_t>(a);
  if (id == malloc_id) return take_first_block(size);
  if (id == calloc_id) return take_first_block(size * reinterpret_cast<std::size_t>(b));
  if (id == free_id) return nullptr;
  end_without(hooked_symbols[id]);
}

void* pass_on(HookedId id, void* a, void* b, void* c) {
  if (id == free_id && is_first_block(a)) return nullptr;
  if (!found && !looking) find_all();
  Redirection& redirection = tare_preload_table[id];
  void* target = redirection.replacement.load(std::memory_order_acquire);
  if (target == nullptr) target = redirection.next;
  if (target != nullptr) return reinterpret_cast<Function*>(target)(a, b, c);
  if (looking) return serve_look_up(id, a, b);
  end_without(hooked_symbols[id]);
}

}  // namespace

// Named by what they export, since the compiler knows other signatures for most of these names.
#define TARE_PASS_ON(name, symbol)                                                                 \
  extern "C" [[gnu::visibility("default")]] void* pass_on_##name(void*, void*, void*) asm(symbol); \
  void* pass_on_##name(void* a, void* b, void* c) { return pass_on(name##_id, a, b, c); }
TARE_HOOKED_SYMBOLS(TARE_PASS_ON)
#undef TARE_PASS_ON

}  // namespace tare::profile
