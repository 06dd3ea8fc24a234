// SPDX-License-Identifier: Apache-2.0
// Operations whose bytes are known beforehand (libstdc++, 64 bits).
#include <dlfcn.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <stdexcept>
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

struct alignas(64) Line {
  char bytes[128];
};

struct Freed {
  void operator()(void* block) const { std::free(block); }
};
using Malloced = std::unique_ptr<void, Freed>;

volatile std::size_t ten = 10;

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

// Nothing but calls that a compiler knows well enough to move what is around them.
TARE_BENCH(inlined) {
  int* const number = new int(1);
  tare::keep(number);
  delete number;
}

TARE_BENCH(aligned) { return std::make_unique<Line>(); }

TARE_BENCH(reallocated) {
  void* const block = std::malloc(ten);
  tare::keep(block);
  return Malloced(std::realloc(block, 10 * ten));
}

TARE_BENCH(duplicate) { return Malloced(strdup("eleven long")); }

TARE_GROUP(unlike);

// Longer by what the place of the stack says, which is another in each fork.
TARE_BENCH(by_address) {
  char here = 0;
  tare::keep(here);
  return std::string(100 + reinterpret_cast<std::uintptr_t>(&here) / 16 % 65536, 'x');
}

TARE_GROUP(library);

TARE_BENCH(is_not_loaded) {
  if (dlsym(RTLD_DEFAULT, "tare_preload_table") != nullptr)
    throw std::runtime_error("the library for counting is loaded");
}
