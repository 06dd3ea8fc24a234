// SPDX-License-Identifier: Apache-2.0
// Five workloads of unlike kinds, for both harnesses.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace suite {

/// Steps of a xorshift generator, each waiting for the one before: arithmetic alone.
struct Chain {
  static constexpr const char* name = "chain";
  std::uint64_t state = 88172645463325252;  // Marsaglia's
  std::uint64_t operator()() {
    for (int step = 0; step < 64; ++step) {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
    }
    return state;
  }
};

/// Many small allocations and copies.
struct Append {
  static constexpr const char* name = "append";
  std::vector<int> operator()() {
    std::vector<int> numbers;
    for (int i = 0; i < 1000; ++i) numbers.push_back(i);
    return numbers;
  }
};

/// Lookups of strings that are there.
struct Lookup {
  static constexpr const char* name = "lookup";
  std::unordered_map<std::string, int> table;
  std::vector<std::string> keys;
  Lookup() {
    for (int i = 0; i < 1000; ++i) {
      keys.push_back("key-" + std::to_string(i * 7919 % 1000));
      table.emplace(keys.back(), i);
    }
  }
  int operator()() const {
    int sum = 0;
    for (const std::string& key : keys) sum += table.find(key)->second;
    return sum;
  }
};

/// Branches that cannot be foreseen.
struct Sort {
  static constexpr const char* name = "sort";
  std::vector<std::uint32_t> numbers = std::vector<std::uint32_t>(2000);
  Sort() {
    std::mt19937 random(1);
    std::generate(numbers.begin(), numbers.end(), random);
  }
  std::vector<std::uint32_t> operator()() const {
    std::vector<std::uint32_t> sorted = numbers;
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  }
};

/// Loads that wait for one another, over 4 MiB: caches, and where pages lie.
struct Chase {
  static constexpr const char* name = "chase";
  std::vector<std::uint32_t> next = std::vector<std::uint32_t>(1 << 20);
  std::uint32_t at = 0;
  Chase() {  // One cycle through all (Sattolo's shuffle).
    std::iota(next.begin(), next.end(), 0u);
    std::mt19937 random(1);
    for (std::size_t i = next.size() - 1; i > 0; --i) std::swap(next[i], next[random() % i]);
  }
  std::uint32_t operator()() {
    for (int step = 0; step < 1000; ++step) at = next[at];
    return at;
  }
};

}  // namespace suite
