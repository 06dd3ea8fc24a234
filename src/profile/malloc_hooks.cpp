// SPDX-License-Identifier: Apache-2.0
#include "profile/malloc_hooks.hpp"

#include <dlfcn.h>
#include <gnu/libc-version.h>
#include <link.h>
#include <malloc.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <new>

#include "profile/preload_library.hpp"

namespace tare::profile {
namespace {

constinit ToldWatcher told;
constinit std::atomic<void (*)()> loaded = nullptr;

// Behind those that a preloaded library stands in for, since it notices what is loaded anyway.
enum : std::size_t { dlopen_id = hooked_count, hook_count };

template <class Function>
Function* definition(std::size_t id);  // of the hook; defined below the table it reads

bool glibc_serves = false;

std::uint64_t chunk_bytes(void* block) {
  if (!glibc_serves) return malloc_usable_size(block);
  // glibc keeps the chunk's size in the word before the block, with flags in its three low bits
  // (malloc/malloc.c, "Chunk representation").
  std::size_t size;
  std::memcpy(&size, static_cast<const char*>(block) - sizeof size, sizeof size);
  return size & ~std::size_t{7};
}

// Everything that an allocating function calls in turn (reallocarray() realloc(), operator new
// malloc()) is a part of the one allocation.
template <class Call>
void* allocate(std::size_t bytes, CallPlace place, Call call) {
  const Unseen guard;
  void* const block = call();
  if (block != nullptr && guard.outermost()) {
    told.tell([&](AllocationWatcher& watcher) {
      watcher.allocated(block, bytes, chunk_bytes(block), place);
    });
  }
  return block;
}

template <class Call>
void release(void* block, Call call) {
  const Unseen guard;
  if (block != nullptr && guard.outermost())
    told.tell([&](AllocationWatcher& watcher) { watcher.freed(block); });
  call();
}

template <class Call>
void* resize(void* old, std::size_t bytes, CallPlace place, Call call) {
  const Unseen guard;
  if (!guard.outermost()) return call();
  Block taken;
  std::uint64_t taken_from = 0;
  told.tell([&](AllocationWatcher& watcher) {
    taken = watcher.take(old);
    taken_from = told.offers();
  });
  void* const block = call();
  const bool failed = block == nullptr && bytes != 0;
  told.tell([&](AllocationWatcher& watcher) {
    if (taken_from == told.offers()) failed ? watcher.put_back(taken) : watcher.count_free(taken);
    if (block != nullptr) watcher.allocated(block, bytes, chunk_bytes(block), place);
  });
  return block;
}

std::size_t product(std::size_t count, std::size_t size) {
  std::size_t bytes;
  return __builtin_mul_overflow(count, size, &bytes) ? SIZE_MAX : bytes;  // SIZE_MAX: will fail
}

void* malloc_hook(std::size_t bytes) {
  return allocate(bytes, call_place(),
                  [&] { return definition<decltype(malloc)>(malloc_id)(bytes); });
}

void* calloc_hook(std::size_t count, std::size_t size) {
  return allocate(product(count, size), call_place(),
                  [&] { return definition<decltype(calloc)>(calloc_id)(count, size); });
}

void* realloc_hook(void* old, std::size_t bytes) {
  return resize(old, bytes, call_place(),
                [&] { return definition<decltype(realloc)>(realloc_id)(old, bytes); });
}

void* reallocarray_hook(void* old, std::size_t count, std::size_t size) {
  return resize(old, product(count, size), call_place(), [&] {
    return definition<decltype(reallocarray)>(reallocarray_id)(old, count, size);
  });
}

template <std::size_t id>  // memalign, aligned_alloc
void* aligned_hook(std::size_t alignment, std::size_t bytes) {
  return allocate(bytes, call_place(),
                  [&] { return definition<decltype(memalign)>(id)(alignment, bytes); });
}

int posix_memalign_hook(void** block, std::size_t alignment, std::size_t bytes) {
  int error = 0;
  allocate(bytes, call_place(), [&]() -> void* {
    error = definition<decltype(posix_memalign)>(posix_memalign_id)(block, alignment, bytes);
    return error == 0 ? *block : nullptr;
  });
  return error;
}

template <std::size_t id>  // valloc, pvalloc
void* page_hook(std::size_t bytes) {
  return allocate(bytes, call_place(), [&] { return definition<decltype(valloc)>(id)(bytes); });
}

void free_hook(void* block) {
  release(block, [&] { definition<decltype(free)>(free_id)(block); });
}

template <std::size_t id, class... Extra>
void* new_hook(std::size_t bytes, Extra... extra) {
  return allocate(bytes, call_place(),
                  [&] { return definition<void*(std::size_t, Extra...)>(id)(bytes, extra...); });
}

template <std::size_t id, class... Extra>
void delete_hook(void* block, Extra... extra) {
  release(block, [&] { definition<void(void*, Extra...)>(id)(block, extra...); });
}

void* dlopen_hook(const char* file, int mode) {
  void* const handle = definition<decltype(dlopen)>(dlopen_id)(file, mode);
  if (handle != nullptr) {
    if (auto* const notify = loaded.load()) notify();
    told.tell([](AllocationWatcher& watcher) { watcher.loaded(); });
  }
  return handle;
}

template <class Function>
void* untyped(Function* function) {
  return reinterpret_cast<void*>(function);
}

using Nothrow = const std::nothrow_t&;
using Align = std::align_val_t;

// Filled in when it is first asked for, which may be before other parts of the program have been
// initialised.
constinit Hook hooks[hook_count] = {};

void name_hooks() {
  for (std::size_t id = 0; id < hooked_count; ++id) hooks[id].symbol = hooked_symbols[id];
  hooks[dlopen_id].symbol = "dlopen";
  void* const replacements[] = {
      // In the order of HookedId.
      untyped(malloc_hook),
      untyped(calloc_hook),
      untyped(realloc_hook),
      untyped(reallocarray_hook),
      untyped(aligned_hook<memalign_id>),
      untyped(aligned_hook<aligned_alloc_id>),
      untyped(posix_memalign_hook),
      untyped(page_hook<valloc_id>),
      untyped(page_hook<pvalloc_id>),
      untyped(free_hook),
      untyped(new_hook<new_id>),
      untyped(new_hook<new_array_id>),
      untyped(new_hook<new_nothrow_id, Nothrow>),
      untyped(new_hook<new_array_nothrow_id, Nothrow>),
      untyped(new_hook<new_aligned_id, Align>),
      untyped(new_hook<new_array_aligned_id, Align>),
      untyped(new_hook<new_aligned_nothrow_id, Align, Nothrow>),
      untyped(new_hook<new_array_aligned_nothrow_id, Align, Nothrow>),
      untyped(delete_hook<delete_id>),
      untyped(delete_hook<delete_array_id>),
      untyped(delete_hook<delete_sized_id, std::size_t>),
      untyped(delete_hook<delete_array_sized_id, std::size_t>),
      untyped(delete_hook<delete_nothrow_id, Nothrow>),
      untyped(delete_hook<delete_array_nothrow_id, Nothrow>),
      untyped(delete_hook<delete_aligned_id, Align>),
      untyped(delete_hook<delete_array_aligned_id, Align>),
      untyped(delete_hook<delete_sized_aligned_id, std::size_t, Align>),
      untyped(delete_hook<delete_array_sized_aligned_id, std::size_t, Align>),
      untyped(delete_hook<delete_aligned_nothrow_id, Align, Nothrow>),
      untyped(delete_hook<delete_array_aligned_nothrow_id, Align, Nothrow>),
      untyped(dlopen_hook),
  };
  static_assert(std::size(replacements) == hook_count);
  for (std::size_t id = 0; id < hook_count; ++id) hooks[id].replacement = replacements[id];
}

template <class Function>
Function* definition(std::size_t id) {
  return reinterpret_cast<Function*>(hooks[id].definition);
}

// The object that defines what is at an address; nullptr if nobody knows.
void* object_of(void* address) {
  Dl_info info;
  return address != nullptr && dladdr(address, &info) != 0 ? info.dli_fbase : nullptr;
}

void find_definition(Hook& hook) {
  hook.seen = dlsym(RTLD_DEFAULT, hook.symbol);
  hook.definition = hook.seen;
  if (hook.seen == nullptr) return;
  Dl_info info;
  void* symbol = nullptr;
  const bool known = dladdr1(hook.seen, &info, &symbol, RTLD_DL_SYMENT) != 0;
  const bool is_stub =
      known && symbol != nullptr && static_cast<const ElfW(Sym)*>(symbol)->st_shndx == SHN_UNDEF;
  if (is_stub) hook.definition = dlsym(RTLD_NEXT, hook.symbol);
}

bool find_definitions() {
  name_hooks();
  for (Hook& hook : hooks) find_definition(hook);
  if (const Redirection* const preloaded = preload_table(); preloaded != nullptr) {
    for (std::size_t id = 0; id < hooked_count; ++id) hooks[id].definition = preloaded[id].next;
  }
  void* const allocator = object_of(hooks[malloc_id].definition);
  glibc_serves = allocator == object_of(reinterpret_cast<void*>(gnu_get_libc_version));
  if (allocator != object_of(hooks[new_id].definition)) {
    for (std::size_t id = first_operator_id; id < hooked_count; ++id)
      hooks[id].definition = nullptr;
  }
  return true;
}

}  // namespace

std::span<const Hook> find_hooks() {
  // Once: hooks that are in use must not see their definitions change.
  [[maybe_unused]] static const bool found = find_definitions();
  return hooks;
}

ToldWatcher& told_by_hooks() { return told; }

void on_load(void (*notify)()) { loaded.store(notify); }

}  // namespace tare::profile
