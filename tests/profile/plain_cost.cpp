// SPDX-License-Identifier: Apache-2.0
// The times of a program that nothing of tare is in, for tools/profiler-cost.
#include <cstdio>
#include <cstdlib>

#include "cost_work.hpp"

int main(int count, char** words) {
  using namespace tare::cost;
  const std::size_t times = count > 1 ? std::strtoull(words[1], nullptr, 10) : 1'000'000;
  std::printf("allocate with %.2f\n",
              nanoseconds(times, [](std::size_t n) { with_frame_pointers::allocate(depth, n); }));
  std::printf("allocate without %.2f\n", nanoseconds(times, [](std::size_t n) {
                without_frame_pointers::allocate(depth, n);
              }));
  std::printf("throw %.2f\n", nanoseconds(times / 100 + 1, throw_and_catch));
}
