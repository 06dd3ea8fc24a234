// SPDX-License-Identifier: Apache-2.0
// Functions to be called in place of the malloc family's: they call what they replace, and tell.
#pragma once

#include <span>

#include "profile/told_watcher.hpp"

namespace tare::profile {

/// One function that is replaced.
struct Hook {
  const char* symbol = nullptr;
  void* replacement = nullptr;
  /// What the replacement calls. nullptr: the process has none, or it must not be replaced.
  void* definition = nullptr;
  /// The function's address as the program sees it: the definition, or a stub of a program that is
  /// not position-independent, which leads to the definition.
  void* seen = nullptr;
};

/// All of them, with their definitions found: first those of hooked_symbols, by HookedId. Those
/// that must not be replaced have none.
///
/// `operator new` and `delete` are replaced only where an allocator brings its own together with
/// its own malloc, which its `new` then need not call. All others end in malloc, and are counted
/// there.
std::span<const Hook> find_hooks();

/// Whom the hooks tell. Hooks stay valid for ever: pointers to them may have been copied.
ToldWatcher& told_by_hooks();

/// Called after each dlopen(), in the thread that loaded something; nullptr: nothing is.
void on_load(void (*loaded)());

}  // namespace tare::profile
