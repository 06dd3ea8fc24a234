// SPDX-License-Identifier: Apache-2.0
// What a program and the library that is preloaded into it share.
#pragma once

#include <atomic>

#include "profile/hooked_symbols.hpp"

namespace tare::profile {

/// What the library's function of one name calls.
struct Redirection {
  std::atomic<void*> replacement;  ///< The program's, while it looks on; else nullptr.
  void* next;  ///< The definition that stands behind the library's; nullptr: there is none.
};

/// One for each of hooked_symbols, by HookedId. The library exports it under this name.
using PreloadTable = Redirection[hooked_count];
inline constexpr const char* preload_table_symbol = "tare_preload_table";

}  // namespace tare::profile
