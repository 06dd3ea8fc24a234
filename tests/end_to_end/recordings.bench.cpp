// SPDX-License-Identifier: Apache-2.0
// Benchmarks of known allocations to be recorded, and some that end while they are.
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>

#include "tare/tare.hpp"

namespace sites {
namespace {

[[gnu::noinline]] auto allocates_600() { return std::make_unique_for_overwrite<char[]>(600); }
[[gnu::noinline]] auto allocates_300() { return std::make_unique_for_overwrite<char[]>(300); }
[[gnu::noinline]] auto allocates_100() { return std::make_unique_for_overwrite<char[]>(100); }
[[gnu::noinline]] auto allocates_100_kb() {
  return std::make_unique_for_overwrite<char[]>(100'000);
}

/// What takes longer than to allocate, so that a second has not too many events.
[[gnu::noinline]] void works() {
  unsigned sum = 0;
  for (int i = 0; i < 10'000; ++i) tare::hide(sum);
}

/// Whether this is the fork of a profiler, which alone makes the folder that the test names; and
/// some operations have been recorded.
bool is_recorded() {
  static const char* const folder = std::getenv("TARE_TEST_PROFILES");
  static int operations = 0;
  return folder != nullptr && access(folder, F_OK) == 0 && ++operations == 50'000;
}

}  // namespace
}  // namespace sites

TARE_GROUP(recorded);

TARE_BENCH(small) {
  tare::keep(sites::allocates_600());
  tare::keep(sites::allocates_300());
  tare::keep(sites::allocates_100());
  sites::works();
}

TARE_BENCH(large) {
  tare::keep(sites::allocates_100_kb());
  tare::keep(sites::allocates_300());
  for (int i = 0; i < 10; ++i) sites::works();  // Each has an event of its own.
}

TARE_BENCH(crashes) {
  tare::keep(sites::allocates_300());
  volatile int* volatile nowhere = nullptr;
  if (sites::is_recorded()) *nowhere = 1;
}

TARE_BENCH(is_killed) {
  tare::keep(sites::allocates_300());
  if (sites::is_recorded()) kill(getpid(), SIGKILL);
}
