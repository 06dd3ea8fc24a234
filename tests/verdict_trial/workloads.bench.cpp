// SPDX-License-Identifier: Apache-2.0
// Three workloads of unlike kinds, whose forks tools/verdict-trial records.
#include <cstdint>
#include <string>
#include <tare/tare.hpp>
#include <unordered_map>
#include <vector>

TARE_GROUP(trial);

namespace {

constexpr int size =
    950;  // The vector's growth is then by far the greater part of no power of two.

struct Keys {
  std::vector<std::string> keys;
  void set_up(tare::Trial) {
    for (int i = 0; i < size; ++i) keys.push_back("key-" + std::to_string(i * 7919 % size));
  }
};

}  // namespace

/// A chain of arithmetic: each step of a xorshift generator waits for the one before.
TARE_BENCH(alu) {
  std::uint64_t state = 88172645463325252;  // Marsaglia's
  for (int step = 0; step < size; ++step) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
  }
  return state;
}

/// A table of strings is filled.
TARE_BENCH(map, Keys& words) {
  std::unordered_map<std::string, int> table;
  for (const std::string& key : words.keys) ++table[key];
  return table;
}

/// A vector grows.
TARE_BENCH(vec) {
  std::vector<int> numbers;
  for (int i = 0; i < size; ++i) numbers.push_back(i);
  return numbers;
}
