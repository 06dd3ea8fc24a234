// SPDX-License-Identifier: Apache-2.0
// `-prof mem`: what an operation allocates and what its result keeps. docs/memory.md explains the
// figures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "tare/extend/profiler.hpp"

namespace tare::profile {

/// Invocations that are counted in one fork, after `mem_warmup_invocations` that are not. Fixed,
/// so that figures do not depend on how long a run is; even, so that what happens every second
/// time comes out as a half.
inline constexpr std::size_t mem_invocations = 64;
inline constexpr std::size_t mem_warmup_invocations = 4;

/// Results are kept alive together until their blocks reach this many bytes, but at least two are:
/// a block that is freed before the next operation is the very one that operation gets.
inline constexpr std::uint64_t mem_kept_bytes = std::uint64_t{64} << 20;
inline constexpr std::size_t mem_kept_results = 2;

std::unique_ptr<extend::Profiler> make_mem_profiler();

}  // namespace tare::profile
