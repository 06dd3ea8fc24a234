// SPDX-License-Identifier: Apache-2.0
#include "profile/measured_stacks.hpp"

#include <utility>

namespace tare::profile {

const std::vector<stacks::Frame>* MeasuredStacks::frames(std::span<const std::uintptr_t> pcs) {
  const auto [known, is_new] =
      known_.try_emplace(std::vector<std::uintptr_t>(pcs.begin(), pcs.end()));
  if (is_new) {
    stacks::BenchmarkPart part = stacks::profiled_part(namer_.named(pcs));
    if (part.origin != stacks::Origin::harness && !part.frames.empty())
      known->second = std::move(part.frames);
  }
  return known->second ? &*known->second : nullptr;
}

}  // namespace tare::profile
