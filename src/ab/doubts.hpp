// SPDX-License-Identifier: Apache-2.0
// What is weak about a comparison.
#pragma once

#include <cstdint>
#include <vector>

#include "tare/comparison.hpp"

namespace tare::ab {

/// Forks of one program differ from each other so much more than those of the other that best
/// slices are not the whole truth: some of its forks are slower, which the comparison does not see.
bool are_uneven(const Comparison& comparison);

/// Notes on a comparison after so many blocks, the longest of which took `longest_block_ns`. Codes:
/// `uneven-forks`, `wide-spread`, `few-blocks`.
std::vector<Note> doubts(const Comparison& comparison, std::uint64_t blocks,
                         std::uint64_t longest_block_ns);

}  // namespace tare::ab
