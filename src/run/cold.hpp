// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tare::running {

/// Bytes of the largest cache of a processor: what sysfs says, else sysconf(), else 32 MiB.
std::size_t largest_cache_bytes();

/// Gives free heap back to the system where the C library can (malloc_trim), and fills the calling
/// thread's caches with other data: a buffer a quarter larger than the largest one is written by
/// the trial's first thread; the others write what is larger than a cache of their own. Throws
/// std::bad_alloc if there is no room for the buffer.
void make_cold(bool is_first_thread);

}  // namespace tare::running
