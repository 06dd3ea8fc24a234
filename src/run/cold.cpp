// SPDX-License-Identifier: Apache-2.0
#include "run/cold.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>
#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

#include "run/memory_region.hpp"
#include "tare/keep.hpp"

namespace tare::running {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

/// `/sys/devices/system/cpu/cpu0/cache/indexN/size` reads `32768K`.
std::size_t sysfs_cache_bytes() {
  std::size_t largest = 0;
  for (int index = 0;; ++index) {
    std::ifstream file("/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) +
                       "/size");
    std::size_t kibibytes = 0;
    if (!(file >> kibibytes)) return largest;
    largest = std::max(largest, kibibytes * 1024);
  }
}

std::size_t sysconf_cache_bytes() {
#ifdef _SC_LEVEL3_CACHE_SIZE
  const long bytes = std::max(sysconf(_SC_LEVEL3_CACHE_SIZE), sysconf(_SC_LEVEL2_CACHE_SIZE));
  return bytes > 0 ? static_cast<std::size_t>(bytes) : 0;
#else
  return 0;
#endif
}

/// Most private caches of a core have no more than 2 MiB.
constexpr std::size_t private_cache_bytes = 4 * mebibyte;

}  // namespace

std::size_t largest_cache_bytes() {
  if (const std::size_t bytes = sysfs_cache_bytes(); bytes > 0) return bytes;
  if (const std::size_t bytes = sysconf_cache_bytes(); bytes > 0) return bytes;
  return 32 * mebibyte;
}

void make_cold(bool is_first_thread) {
#ifdef __GLIBC__
  if (is_first_thread) malloc_trim(0);
#endif
  static const std::size_t largest = largest_cache_bytes();
  // Kept, as its pages would have to be had anew each time. Twice: caches keep some of what is
  // older, and hashes spread lines unevenly.
  const std::size_t cache = is_first_thread ? largest : private_cache_bytes;
  static thread_local const MemoryRegion region(cache / 4 * 5);
  auto* const bytes = static_cast<unsigned char*>(region.data());
  constexpr std::size_t line = 64;
  for (std::size_t i = 0; i < region.size(); i += line) bytes[i] = 1;
  keep(bytes);
}

}  // namespace tare::running
