// SPDX-License-Identifier: Apache-2.0
// What an operation allocates, and what its result keeps:
//
//     15-memory -prof mem
//
// mem.alloc.* is all it asked for, mem.retained.heap is what ~T gives back, mem.retained.residue is
// what is left even then: a leak, a cache, a static made on first use.
#include <map>
#include <memory>
#include <string>
#include <tare/tare.hpp>
#include <vector>

TARE_GROUP(memory);

// 8188 B in 11 allocations (4 + 8 + … + 4096), of which 4096 stay.
TARE_BENCH(vector_grown) {
  std::vector<int> v;
  for (int i = 0; i < 1000; ++i) v.push_back(i);
  return v;
}

// Shrinking pays 4000 B more to keep 96 B less.
TARE_BENCH(vector_shrunk) {
  std::vector<int> v;
  for (int i = 0; i < 1000; ++i) v.push_back(i);
  v.shrink_to_fit();
  return v;
}

// 100 nodes of 40 B.
TARE_BENCH(map_of_100) {
  std::map<int, int> m;
  for (int i = 0; i < 100; ++i) m[i] = i;
  return m;
}

// A short string needs no heap at all: only its own 32 B are kept.
TARE_BENCH(short_string) { return std::string("short"); }

// 48 B a call that nobody gives back: residue.
TARE_BENCH(leak) {
  tare::keep(new char[48]);
  return 0;
}

// Half an allocation per operation prints as 0.500.
TARE_BENCH(every_second_time) {
  static bool turn = false;
  turn = !turn;
  return turn ? std::make_unique<int>(1) : nullptr;
}
