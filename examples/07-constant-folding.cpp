// SPDX-License-Identifier: Apache-2.0
// What is known when the program is compiled is computed then, and the benchmark measures how fast
// a finished number is handed over. An input must come from where the compiler cannot see: a state
// (its members are set at run time), or tare::hide().
//
// You see both wrong ones take what an empty benchmark takes, the right ones much more, and alike.
#include <cstdint>
#include <tare/tare.hpp>

namespace {

constexpr std::uint64_t mix(std::uint64_t x) {
  for (int i = 0; i < 8; ++i) x = (x ^ (x >> 31)) * 0x9e3779b97f4a7c15u;
  return x;
}

const std::uint64_t constant = 42;

struct Input {
  std::uint64_t value = 42;
};

}  // namespace

TARE_BENCH(wrong_literal) { return mix(42); }

TARE_BENCH(wrong_constant) { return mix(constant); }

TARE_BENCH(right_state, const Input& input) { return mix(input.value); }

TARE_BENCH(right_hidden) {
  std::uint64_t value = 42;
  tare::hide(value);
  return mix(value);
}
