// SPDX-License-Identifier: Apache-2.0
// Compiled once with frame pointers and once without, in a namespace that is named so.
#include <cstdlib>

#include "cost_work.hpp"

namespace tare::cost::TARE_COST_FRAMES {

[[gnu::noinline]] void allocate(int depth, std::size_t count) {
  if (depth > 1) {
    allocate(depth - 1, count);
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      void* block = std::malloc(32);
      asm volatile("" : "+r"(block) : : "memory");
      std::free(block);
    }
  }
  asm volatile("" : : : "memory");  // So that a call stays one.
}

}  // namespace tare::cost::TARE_COST_FRAMES
