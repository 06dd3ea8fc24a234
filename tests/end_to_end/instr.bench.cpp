// SPDX-License-Identifier: Apache-2.0
// Unlike operations whose instructions are counted.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "tare/tare.hpp"

namespace {

struct Loop {
  unsigned turns = 0;
  static void params(tare::Params<Loop>& p) { p.add("turns", &Loop::turns, {100'000, 101'000}); }
};

struct Words {
  std::unordered_map<std::string, int> numbers;
  void set_up(tare::Trial) {
    for (int i = 0; i < 1000; ++i) numbers["the word number " + std::to_string(i)] = i;
  }
};

/// Of which each call has its own, and changes it.
struct Own {
  static constexpr auto scope = tare::Scope::thread;
  std::vector<int> numbers;
  void set_up(tare::Invocation) {
    numbers.clear();
    for (int i = 0; i < 200; ++i) numbers.push_back(i * 7919 % 200);
  }
};

struct Queue {
  std::atomic<int> size{0};
};

/// Timed, these benchmarks go well.
const bool counted = std::getenv("TARE_INSTRUCTION_COUNTS") != nullptr;

}  // namespace

TARE_GROUP(instr);

TARE_BENCH(loop, const Loop& loop) {
  unsigned sum = 0;
  for (unsigned i = 0; i < loop.turns; ++i) {
    sum += i;
    tare::hide(sum);
  }
  return sum;
}

TARE_BENCH(strings) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "piece " + std::to_string(i);
  return text;
}

TARE_BENCH(lookups, const Words& words) {
  int sum = 0;
  for (int i = 0; i < 1000; i += 10)
    sum += words.numbers.at("the word number " + std::to_string(i));
  return sum;
}

TARE_BENCH(sorts_its_own, Own& own) {
  std::sort(own.numbers.begin(), own.numbers.end());
  return own.numbers.front();
}

TARE_BENCH(by_stack_address) {
  char text[600];
  tare::hide(text);
  std::fill(std::begin(text), std::end(text) - 1, 'x');
  text[599] = '\0';
  return std::string(text).size();
}

TARE_BENCH(starts_a_thread) {
  unsigned sum = 0;
  std::thread([&] {
    for (unsigned i = 0; i < 100'000; ++i) {
      sum += i;
      tare::hide(sum);
    }
  }).join();
  return sum;
}

TARE_BENCH(by_time) {
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  unsigned sum = 0;
  for (unsigned i = 0; i < now % 100'000; ++i) {
    sum += i;
    tare::hide(sum);
  }
  return sum;
}

TARE_BENCH(hangs_when_counted) {
  while (counted) std::this_thread::sleep_for(std::chrono::seconds(1));
}

TARE_BENCH(needs_avx_512_when_counted) {
  if (!counted) return;
#ifdef __x86_64__
  asm volatile(".byte 0x62, 0xf1, 0x7c, 0x48, 0x57, 0xc0" ::: "xmm0");  // vxorps zmm0, zmm0, zmm0
#else
  __builtin_trap();
#endif
}

TARE_ROLE(group, put, Queue& queue) { ++queue.size; }
TARE_ROLE(group, take, Queue& queue) { --queue.size; }
