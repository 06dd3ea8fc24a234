// SPDX-License-Identifier: Apache-2.0
// Where samples of program counters lie close together.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "stacks/symbols.hpp"

namespace tare::profile {

/// Samples by the address at which a thread was seen.
using SampledCode = std::map<std::uintptr_t, std::uint64_t>;

/// A piece of one function that was hot, from its first sample to its last.
struct HotRegion {
  /// The function; none where code has no name.
  std::optional<stacks::CodeSymbol> symbol;
  SampledCode samples;         ///< At least one.
  std::uint64_t total = 0;     ///< Of all of them.
  std::uintptr_t hottest = 0;  ///< The address that has most, the first of several.

  std::uintptr_t first() const { return samples.begin()->first; }
  std::uintptr_t last() const { return samples.rbegin()->first; }
};

using FindSymbol = std::function<std::optional<stacks::CodeSymbol>(std::uintptr_t)>;

/// The regions of `code`, the hottest first. A gap within a function ends a region if it is wide.
std::vector<HotRegion> hot_regions(const SampledCode& code, const FindSymbol& symbol_at);

}  // namespace tare::profile
