// SPDX-License-Identifier: Apache-2.0
// Workloads of different kinds, by which a machine's noise is told.
#include <cstdint>
#include <string>
#include <tare/tare.hpp>
#include <unordered_map>
#include <vector>

TARE_GROUP(noise);

namespace {

/// A thousand elements, but not quite: no table is full.
constexpr int size = 950;

}  // namespace

/// Arithmetic alone: a thousand dependent steps of a generator (xorshift, G. Marsaglia, 2003).
TARE_BENCH(alu) {
  std::uint64_t state = 88172645463325252U;
  for (int i = 0; i < 1000; ++i) {
    state ^= state << 13U;
    state ^= state >> 7U;
    state ^= state << 17U;
  }
  return state;
}

/// Hashing, comparing, many small blocks.
TARE_BENCH(map) {
  std::unordered_map<std::string, int> map;
  for (int i = 0; i < size; ++i) map.emplace(std::to_string(i), i);
  return map.size();
}

/// Few blocks that grow, and are copied.
TARE_BENCH(vector) {
  std::vector<int> vector;
  for (int i = 0; i < size; ++i) vector.push_back(i);
  return vector;
}
