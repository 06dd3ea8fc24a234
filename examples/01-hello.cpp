// SPDX-License-Identifier: Apache-2.0
// A benchmark is a name and braces. What it returns is kept from the optimiser and destroyed inside
// the measured time.
//
//     build/release/bin/examples/01-hello
//     build/release/bin/examples/01-hello push -prof mem
#include <tare/tare.hpp>
#include <vector>

TARE_BENCH(push_back_1000) {
  std::vector<int> v;
  for (int i = 0; i < 1000; ++i) v.push_back(i);
  return v;
}

// The same with its memory asked for at once. Compare both the time and mem.alloc.*.
TARE_BENCH(reserve_1000) {
  std::vector<int> v;
  v.reserve(1000);
  for (int i = 0; i < 1000; ++i) v.push_back(i);
  return v;
}
