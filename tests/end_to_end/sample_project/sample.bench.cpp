// SPDX-License-Identifier: Apache-2.0
// What a project has one benchmark of. test_revisions.py commits it, and then changes to it.
#include <cstdint>
#include <string>
#include <tare/tare.hpp>

namespace {

constexpr int steps = 1000;
constexpr bool keeps_copy = false;

}  // namespace

TARE_BENCH(work) {
  std::uint64_t state = 88172645463325252U;
  for (int i = 0; i < steps; ++i)
    state ^= state << 13U, state ^= state >> 7U, state ^= state << 17U;
  // Too long to be held in place.
  if (keeps_copy) tare::keep(std::string(100, 'x'));
  return state;
}
