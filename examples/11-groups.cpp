// SPDX-License-Identifier: Apache-2.0
// Threads that do unlike work at once: three that write for each one that reads, in two ways.
#include <atomic>
#include <shared_mutex>
#include <tare/tare.hpp>

namespace {

struct Atomic {
  std::atomic<long> value = 0;
};

struct Locked {
  std::shared_mutex mutex;
  long value = 0;
};

}  // namespace

// A benchmark of two roles. They share the one state they both take; each has a score of its own
// beneath that of all: `shared.atomic:write`, `shared.atomic:read`.
TARE_GROUP(shared);

TARE_ROLE(atomic, write, Atomic& state) { return ++state.value; }
TARE_ROLE(atomic, read, const Atomic& state) { return state.value.load(); }
TARE_OPTIONS(atomic_write, threads(3));  // In each group; `-tg 1,1` has the last word.

TARE_ROLE(locked, write, Locked& state) {
  const std::lock_guard lock(state.mutex);
  return ++state.value;
}
TARE_ROLE(locked, read, Locked& state) {
  const std::shared_lock lock(state.mutex);
  return state.value;
}
TARE_OPTIONS(locked_write, threads(3));
