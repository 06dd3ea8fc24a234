// SPDX-License-Identifier: Apache-2.0
#include "profile/allocation_sites.hpp"

#include <new>

namespace tare::profile {
namespace {

constexpr std::size_t first_size = std::size_t{1} << 10;

}  // namespace

AllocationSites::AllocationSites(std::size_t first) : first_(first) {
  if (!tallies_.grow(first_size)) throw std::bad_alloc();
}

void AllocationSites::allocated(Block& block, CallPlace place) noexcept {
  block.site = stacks_.at(place.registers(), stacks::own_stack());
  if (block.site >= tallies_.size() && !tallies_.grow(2 * tallies_.size())) block.site = 0;
  if (!counts(block.operation)) return;
  SiteTally& tally = tallies_[block.site];
  tally.allocated_bytes += block.requested;
  ++tally.allocations;
}

void AllocationSites::owned(const Block& block) noexcept {
  if (!counts(block.operation)) return;
  tallies_[block.site].owned_bytes += block.requested;
  ++tallies_[block.site].owned_blocks;
}

void AllocationSites::left(const Block& block) noexcept {
  if (!counts(block.operation)) return;
  tallies_[block.site].residue_bytes += block.requested;
  ++tallies_[block.site].residue_blocks;
}

std::span<const std::uintptr_t> AllocationSites::stack(std::uint32_t site) const noexcept {
  if (site == stacks::StackTable::no_stack) return {};
  return stacks_.stack(site);
}

}  // namespace tare::profile
