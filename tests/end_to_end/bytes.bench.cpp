// SPDX-License-Identifier: Apache-2.0
// Operations whose bytes are known beforehand (libstdc++, 64 bits).
#include <map>
#include <string>
#include <vector>

#include "tare/tare.hpp"

namespace {

/// A leak that leak checkers do not mind: all of it can be reached from here.
struct Block {
  Block* before;
  char rest[40];
};
Block* leaked = nullptr;

struct Turns {
  bool odd = false;
};

}  // namespace

TARE_GROUP(bytes);

TARE_BENCH(push_back) {
  std::vector<int> v;
  for (int i = 0; i < 1000; ++i) v.push_back(i);
  return v;
}

TARE_BENCH(map) {
  std::map<int, int> m;
  for (int i = 0; i < 100; ++i) m[i] = i;
  return m;
}

TARE_BENCH(string) { return std::string(100, 'x'); }

TARE_BENCH(every_second_time, Turns& turns) {
  turns.odd = !turns.odd;
  char* const block = turns.odd ? new char[64] : nullptr;
  tare::keep(block);
  delete[] block;
}

TARE_BENCH(leak) {
  leaked = new Block{leaked, {}};
  return 0;
}
