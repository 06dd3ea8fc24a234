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

std::uint32_t AllocationSites::allocated(CallPlace place, std::uint64_t requested,
                                         std::size_t operation) noexcept {
  std::uint32_t site = stacks_.at(place.registers(), stacks::own_stack());
  if (site >= tallies_.size() && !tallies_.grow(2 * tallies_.size())) site = 0;
  if (counts(operation)) {
    tallies_[site].allocated_bytes += requested;
    ++tallies_[site].allocations;
  }
  return site;
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
