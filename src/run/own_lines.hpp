// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tare::running {

/// What one thread writes while it is measured lies this far from what others touch: a cache line
/// of 64 bytes, and its neighbour, which processors fetch along.
inline constexpr std::size_t own_lines = 128;

}  // namespace tare::running
