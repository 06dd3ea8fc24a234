// SPDX-License-Identifier: Apache-2.0
#include <random>

#include "fork/launcher.hpp"

namespace tare::fork {

Layout draw_layout(std::uint64_t seed) {
  // A page of environment and of stack in steps of 16 bytes, the alignment both keep: every
  // offset that can matter to caches and aliasing within a page (Mytkowicz et al., ASPLOS 2009).
  // The heap moves by up to 64 KiB, so that page colours differ too.
  constexpr std::uint32_t step = 16;
  std::mt19937_64 random(seed);
  const auto draw = [&](std::uint32_t below) {
    return static_cast<std::uint32_t>(random() % (below / step)) * step;
  };
  Layout layout;
  layout.seed = seed;
  layout.environment_bytes = draw(4096);
  layout.stack_offset = draw(4096);
  layout.heap_offset = draw(65536);
  return layout;
}

}  // namespace tare::fork
