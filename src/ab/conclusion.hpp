// SPDX-License-Identifier: Apache-2.0
// What a trial comes to, and what is weak about that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ab/trial.hpp"
#include "tare/comparison.hpp"

namespace tare::ab {

/// A candidate beside the baseline, after all blocks that there will be. Where forks of one program
/// differ so much more than those of the other that best slices are not the whole truth, nothing is
/// the same.
Comparison conclude(const Trial& trial, std::size_t candidate);

/// Notes on a comparison. Codes: `uneven-forks`, `wide-spread`.
std::vector<Note> doubts(const Comparison& comparison);

/// What to say where a case's budget ended before there could be a look: code `few-blocks`. Each
/// block took `block_ns` at most, and each program has so many placements.
std::vector<Note> doubts_of_budget(const Comparison& comparison, std::size_t placements,
                                   std::uint64_t block_ns);

}  // namespace tare::ab
