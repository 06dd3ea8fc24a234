// SPDX-License-Identifier: Apache-2.0
#include "profile/block_table.hpp"

#include <algorithm>

namespace tare::profile {
namespace {

constexpr std::size_t first_capacity = std::size_t{1} << 14;

}  // namespace

void BlockTable::erase(Block* block) noexcept {
  auto hole = static_cast<std::size_t>(block - slots_.data());
  // Close the gap: a later block moves into the hole unless its home lies between the two.
  for (std::size_t at = next(hole); slots_[at].address != 0; at = next(at)) {
    const std::size_t mask = slots_.size() - 1;
    const std::size_t from_home = (at - home(slots_[at].address)) & mask;
    const std::size_t from_hole = (at - hole) & mask;
    if (from_home >= from_hole) {
      slots_[hole] = slots_[at];
      hole = at;
    }
  }
  slots_[hole] = {};
  --size_;
}

bool BlockTable::grow() noexcept {
  stacks::MappedArray<Block> old;
  if (!old.grow(std::max(first_capacity, 2 * slots_.size()))) return false;
  slots_.swap(old);  // All of the new one's places are free.
  unused_bits_ = 64 - std::countr_zero(slots_.size());
  for (std::size_t i = 0; i < old.size(); ++i)
    if (old[i].address != 0) slot_of(old[i].address) = old[i];
  return true;
}

}  // namespace tare::profile
