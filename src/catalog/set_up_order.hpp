// SPDX-License-Identifier: Apache-2.0
// Which states of a benchmark's bodies are the same, and in which order all are set up.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tare/bench.hpp"

namespace tare::catalog {

/// An argument of one of the bodies.
struct ArgumentPlace {
  std::size_t body = 0;
  std::size_t argument = 0;
  bool operator==(const ArgumentPlace&) const = default;
};

/// The place where the state at `place` is first met: states that threads share are the same if
/// they are of one type, and the n-th of it in their bodies. Others are nobody else's.
ArgumentPlace first_place(const std::vector<const detail::Body*>& bodies, ArgumentPlace place);

/// `steps[body][argument]`: what is of one step is set up at once, what is of the next thereafter.
using Steps = std::vector<std::vector<std::size_t>>;

/// Steps that ascend within each body, least ones. None if the bodies take states that they share
/// in orders that contradict each other.
std::optional<Steps> set_up_steps(const std::vector<const detail::Body*>& bodies);

}  // namespace tare::catalog
