// SPDX-License-Identifier: Apache-2.0
// Benchmarks that go wrong, each in its own way, among some that do not.
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "tare/tare.hpp"

TARE_GROUP(failing);

TARE_BENCH(good_before) { return 1; }
TARE_BENCH(segfault) {
  std::fprintf(stderr, "last words\n");
  raise(SIGSEGV);
}
TARE_BENCH(abort) { std::abort(); }
TARE_BENCH(exit) { std::exit(0); }
TARE_BENCH(throws) { throw std::runtime_error("out of luck"); }
TARE_BENCH(hang) {
  for (;;) pause();
}
TARE_BENCH(fail) { tare::fail("the answer is wrong"); }
TARE_BENCH(skip) { tare::skip("no such device here"); }
TARE_BENCH(good_after) { return 2.5; }
