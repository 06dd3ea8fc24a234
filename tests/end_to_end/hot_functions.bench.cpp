// SPDX-License-Identifier: Apache-2.0
// A benchmark whose costs are known beforehand: three functions take 60, 30 and 10 % of its time,
// and four places in it allocate (libstdc++, 64 bits).
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "tare/tare.hpp"

namespace hot {
namespace {

struct Freed {
  void operator()(char* text) const { std::free(text); }
};
using Duplicate = std::unique_ptr<char, Freed>;

struct Kept {
  std::vector<int> numbers;
  std::string text;
  std::uint64_t sum = 0;
};

// Each step needs the one before, and no compiler makes one of two: a loop takes as long as it has
// steps (Knuth's factor of MMIX, and a shift, as in Vigna's splitmix64).
constexpr std::uint64_t factor = 6364136223846793005u;

[[gnu::noinline]] std::uint64_t takes_60(std::uint64_t x) {
  for (int i = 0; i < 6000; ++i) x = (x ^ x >> 30) * factor;
  return x;
}

[[gnu::noinline]] std::uint64_t takes_30(std::uint64_t x) {
  for (int i = 0; i < 3000; ++i) x = (x ^ x >> 30) * factor;
  return x;
}

[[gnu::noinline]] std::uint64_t takes_10(std::uint64_t x) {
  for (int i = 0; i < 1000; ++i) x = (x ^ x >> 30) * factor;
  return x;
}

[[gnu::noinline]] std::vector<int> makes_numbers() {
  return std::vector<int>(100, 7);  // 400 bytes, kept.
}

[[gnu::noinline]] std::string makes_text() {
  return std::string(200, 'x');  // 201 bytes, kept; within libstdc++.
}

[[gnu::noinline]] std::uint64_t makes_duplicate() {
  const Duplicate duplicate(strdup("thirty-one characters are in it"));  // 32 bytes, within libc.
  tare::keep(duplicate);
  return static_cast<unsigned char>(*duplicate);
}

inline std::unique_ptr<char[]> inlined(std::size_t size) {
  return std::unique_ptr<char[]>(new char[size]);  // 64 bytes, twice; inlined.
}

[[gnu::noinline]] void makes_two() {
  for (int i = 0; i < 2; ++i) tare::keep(inlined(64));
}

}  // namespace
}  // namespace hot

TARE_BENCH(known) {
  hot::Kept kept{hot::makes_numbers(), hot::makes_text(), hot::makes_duplicate()};
  hot::makes_two();
  kept.sum += hot::takes_60(kept.sum);
  kept.sum += hot::takes_30(kept.sum);
  kept.sum += hot::takes_10(kept.sum);
  return kept;
}
