// SPDX-License-Identifier: Apache-2.0
#include "profile/hot_regions.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace tare::profile {
namespace {

/// JMH's mergeMargin of 32 instructions, of which one of x86-64 has some 4 bytes.
constexpr std::uintptr_t widest_gap = 32 * std::uintptr_t{4};

bool continues(const HotRegion& region, std::uintptr_t pc,
               const std::optional<stacks::CodeSymbol>& symbol) {
  return region.symbol == symbol && pc - region.last() <= widest_gap;
}

}  // namespace

std::vector<HotRegion> hot_regions(const SampledCode& code, const FindSymbol& symbol_at) {
  std::vector<HotRegion> regions;
  for (const auto& [pc, samples] : code) {
    const std::optional<stacks::CodeSymbol> symbol = symbol_at(pc);
    if (regions.empty() || !continues(regions.back(), pc, symbol)) {
      regions.emplace_back();
      regions.back().symbol = symbol;
    }
    HotRegion& region = regions.back();
    region.samples.emplace(pc, samples);
    region.total += samples;
    if (region.hottest == 0 || samples > region.samples.at(region.hottest)) region.hottest = pc;
  }
  std::ranges::stable_sort(regions, std::ranges::greater{}, &HotRegion::total);
  return regions;
}

}  // namespace tare::profile
