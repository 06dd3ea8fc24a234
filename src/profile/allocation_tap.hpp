// SPDX-License-Identifier: Apache-2.0
// A way to see the process's calls of the malloc family.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace tare::profile {

class AllocationWatcher;

/// Tells a watcher (allocation_watcher.hpp) of every allocation and every free. At most one tap of
/// a kind is installed at a time.
class AllocationTap {
 public:
  virtual ~AllocationTap() = default;

  /// Starts telling `watcher`, which must outlive the installation. Returns why that is impossible
  /// here, or "".
  virtual std::string install(AllocationWatcher& watcher) = 0;

  /// Stops. No effect if it is not installed.
  virtual void remove() = 0;

  /// Called between operations: extends the tap to what was loaded since. Returns as install().
  virtual std::string refresh() { return {}; }
};

/// Patches what calls between loaded objects go through.
std::unique_ptr<AllocationTap> make_symbol_patching_tap();

/// Uses the library that the process was started with for that (preload_library.hpp).
std::unique_ptr<AllocationTap> make_preload_tap();

/// Uses the hooks that the runtimes of AddressSanitizer, ThreadSanitizer and their like offer.
std::unique_ptr<AllocationTap> make_sanitizer_tap();

/// Installs the tap, calls `operator new`, `malloc` and `strdup` from the program's own object,
/// and removes it. Returns what it did not see, or "".
std::string self_test(AllocationTap& tap);

}  // namespace tare::profile
