// SPDX-License-Identifier: Apache-2.0
// A benchmark whose hottest instruction is known beforehand: the division in a loop.
#include <cstdint>

#include "tare/tare.hpp"

namespace divides {

// Each division needs the one before, and no compiler knows what by: the loop takes as long as they
// do. Of 32 bits, since of 64 clang makes two ways to divide.
[[gnu::noinline]] std::uint32_t remains(std::uint32_t x, std::uint32_t by) {
  for (int i = 0; i < 4000; ++i) x = x / by + 0x9abcdef0u;
  return x;
}

volatile std::uint32_t divisor = 3;

}  // namespace divides

TARE_BENCH(divides) { return divides::remains(~std::uint32_t{0}, divides::divisor); }
