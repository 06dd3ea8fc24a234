// SPDX-License-Identifier: Apache-2.0
// The functions that allocate and free, named once for all who stand in for them.
#pragma once

#include <cstddef>

/// X(name, symbol) for each. `operator new` and `delete` come last, mangled as the Itanium C++ ABI
/// does, size_t being long.
#define TARE_HOOKED_SYMBOLS(X)                                       \
  X(malloc, "malloc")                                                \
  X(calloc, "calloc")                                                \
  X(realloc, "realloc")                                              \
  X(reallocarray, "reallocarray")                                    \
  X(memalign, "memalign")                                            \
  X(aligned_alloc, "aligned_alloc")                                  \
  X(posix_memalign, "posix_memalign")                                \
  X(valloc, "valloc")                                                \
  X(pvalloc, "pvalloc")                                              \
  X(free, "free")                                                    \
  X(new, "_Znwm")                                                    \
  X(new_array, "_Znam")                                              \
  X(new_nothrow, "_ZnwmRKSt9nothrow_t")                              \
  X(new_array_nothrow, "_ZnamRKSt9nothrow_t")                        \
  X(new_aligned, "_ZnwmSt11align_val_t")                             \
  X(new_array_aligned, "_ZnamSt11align_val_t")                       \
  X(new_aligned_nothrow, "_ZnwmSt11align_val_tRKSt9nothrow_t")       \
  X(new_array_aligned_nothrow, "_ZnamSt11align_val_tRKSt9nothrow_t") \
  X(delete, "_ZdlPv")                                                \
  X(delete_array, "_ZdaPv")                                          \
  X(delete_sized, "_ZdlPvm")                                         \
  X(delete_array_sized, "_ZdaPvm")                                   \
  X(delete_nothrow, "_ZdlPvRKSt9nothrow_t")                          \
  X(delete_array_nothrow, "_ZdaPvRKSt9nothrow_t")                    \
  X(delete_aligned, "_ZdlPvSt11align_val_t")                         \
  X(delete_array_aligned, "_ZdaPvSt11align_val_t")                   \
  X(delete_sized_aligned, "_ZdlPvmSt11align_val_t")                  \
  X(delete_array_sized_aligned, "_ZdaPvmSt11align_val_t")            \
  X(delete_aligned_nothrow, "_ZdlPvSt11align_val_tRKSt9nothrow_t")   \
  X(delete_array_aligned_nothrow, "_ZdaPvSt11align_val_tRKSt9nothrow_t")

namespace tare::profile {

/// Position in the list: malloc_id, …
enum HookedId : std::size_t {
#define TARE_ID(name, symbol) name##_id,
  TARE_HOOKED_SYMBOLS(TARE_ID)
#undef TARE_ID
      hooked_count,
  first_operator_id = new_id
};

inline constexpr const char* hooked_symbols[] = {
#define TARE_SYMBOL(name, symbol) symbol,
    TARE_HOOKED_SYMBOLS(TARE_SYMBOL)
#undef TARE_SYMBOL
};

}  // namespace tare::profile
