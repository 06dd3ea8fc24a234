// SPDX-License-Identifier: Apache-2.0
// Workloads of unlike kinds, by which a machine's noise is told, and verdicts are put on trial
// (tools/verdict-trial, which builds them in a greater size too: a slowdown that is known).
#include <cstdint>
#include <string>
#include <tare/tare.hpp>
#include <unordered_map>
#include <vector>

#ifndef TARE_WORKLOAD_SIZE
#define TARE_WORKLOAD_SIZE 950  // The vector then grows eleven times, and its end is half full.
#endif

TARE_GROUP(noise);

namespace {

constexpr int size = TARE_WORKLOAD_SIZE;

struct Keys {
  std::vector<std::string> keys;
  void set_up(tare::Trial) {
    for (int i = 0; i < size; ++i) keys.push_back("key-" + std::to_string(i * 7919 % size));
  }
};

}  // namespace

/// A chain of arithmetic: each step of a xorshift generator waits for the one before.
TARE_BENCH(alu) {
  std::uint64_t state = 88172645463325252U;  // G. Marsaglia's, 2003
  for (int step = 0; step < size; ++step) {
    state ^= state << 13U;
    state ^= state >> 7U;
    state ^= state << 17U;
  }
  return state;
}

/// A table of strings is filled: hashing, comparing, many small blocks.
TARE_BENCH(map, const Keys& words) {
  std::unordered_map<std::string, int> table;
  for (const std::string& key : words.keys) ++table[key];
  return table;
}

/// A vector grows: few blocks, and copies.
TARE_BENCH(vector) {
  std::vector<int> numbers;
  for (int i = 0; i < size; ++i) numbers.push_back(i);
  return numbers;
}
