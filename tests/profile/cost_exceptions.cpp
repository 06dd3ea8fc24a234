// SPDX-License-Identifier: Apache-2.0
#include "cost_work.hpp"

namespace tare::cost {
namespace {

[[gnu::noinline]] void throw_from(int frames) {
  if (frames == 1) throw frames;
  throw_from(frames - 1);
  asm volatile("" : : : "memory");  // So that a call stays one.
}

}  // namespace

void throw_and_catch(std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    try {
      throw_from(thrown_frames);
    } catch (int) {
    }
  }
}

}  // namespace tare::cost
