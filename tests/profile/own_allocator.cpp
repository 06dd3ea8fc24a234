// SPDX-License-Identifier: Apache-2.0
// An allocator in the place of the C library's, whose operator new does not call its malloc: as
// tcmalloc's, jemalloc's and mimalloc's do not. It never gives memory back.
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <new>

namespace {

constexpr std::size_t arena_bytes = std::size_t{1} << 28;
alignas(4096) char arena[arena_bytes];
std::atomic<std::size_t> used = 0;

struct Header {
  std::size_t bytes;
  std::size_t unused;
};

void* take(std::size_t bytes, std::size_t alignment = 16) {
  const std::size_t whole = sizeof(Header) + bytes + alignment + 16;
  const std::size_t begin = used.fetch_add((whole + 15) / 16 * 16);
  if (begin + whole > arena_bytes) return nullptr;
  const std::size_t offset = (begin + sizeof(Header) + alignment - 1) / alignment * alignment;
  Header* const header = reinterpret_cast<Header*>(arena + offset) - 1;
  header->bytes = bytes;
  return arena + offset;
}

void* take_or_throw(std::size_t bytes, std::size_t alignment = 16) {
  if (void* block = take(bytes, alignment)) return block;
  throw std::bad_alloc();
}

}  // namespace

#define EXPORTED extern "C" [[gnu::visibility("default")]]

EXPORTED void* malloc(std::size_t bytes) { return take(bytes); }
EXPORTED void* calloc(std::size_t count, std::size_t size) { return take(count * size); }
EXPORTED void free(void*) {}
EXPORTED std::size_t malloc_usable_size(void* block) {
  return block == nullptr ? 0 : (static_cast<Header*>(block) - 1)->bytes;
}
EXPORTED void* realloc(void* old, std::size_t bytes) {
  void* const block = take(bytes);
  const std::size_t before = malloc_usable_size(old);
  if (old != nullptr) std::memcpy(block, old, before < bytes ? before : bytes);
  return block;
}
EXPORTED void* memalign(std::size_t alignment, std::size_t bytes) { return take(bytes, alignment); }
EXPORTED void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  return take(bytes, alignment);
}
EXPORTED int posix_memalign(void** block, std::size_t alignment, std::size_t bytes) {
  *block = take(bytes, alignment);
  return *block == nullptr ? ENOMEM : 0;
}

void* operator new(std::size_t bytes) { return take_or_throw(bytes); }
void* operator new[](std::size_t bytes) { return take_or_throw(bytes); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return take_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void*) noexcept {}
void operator delete[](void*) noexcept {}
void operator delete(void*, std::size_t) noexcept {}
void operator delete[](void*, std::size_t) noexcept {}
void operator delete(void*, std::align_val_t) noexcept {}
void operator delete(void*, std::size_t, std::align_val_t) noexcept {}
