// SPDX-License-Identifier: Apache-2.0
#include "run/overhead.hpp"

#include <cmath>

#include "run/batches.hpp"

namespace tare::running {
namespace {

void nothing() {}

}  // namespace

double empty_operation_ns(Clock& clock) {
  constexpr std::uint64_t length_ns = 1'000'000;
  // The least of some: what else the machine did meanwhile is not the harness's cost.
  constexpr int rounds = 5;
  const detail::Body& body = detail::BodyOf<&nothing, decltype(&nothing)>::body;
  States states({&body}, {Post()}, {});
  Batches batches(states, 0, clock, {Drop::inside, shortest_batch_ns(measure(clock))});
  double least = not_a_number;
  for (int round = 0; round < rounds; ++round) {
    const Tally tally = batches.fill(length_ns);
    least = std::fmin(least, tally.nanoseconds / tally.operations);
  }
  return least;
}

}  // namespace tare::running
