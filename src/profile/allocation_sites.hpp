// SPDX-License-Identifier: Apache-2.0
// What becomes of the blocks of each place, with its callers, that allocates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "profile/allocation_watcher.hpp"
#include "stacks/mapped_array.hpp"
#include "stacks/stack_table.hpp"
#include "stacks/unwinder.hpp"

namespace tare::profile {

/// Of all blocks that one stack allocated in operations that count; in requested bytes.
struct SiteTally {
  std::uint64_t allocated_bytes = 0;
  std::uint64_t allocations = 0;
  std::uint64_t owned_bytes = 0;  ///< Freed by the destruction of a result.
  std::uint64_t owned_blocks = 0;
  std::uint64_t residue_bytes = 0;  ///< Still there after that.
  std::uint64_t residue_blocks = 0;
  bool operator==(const SiteTally&) const = default;
};

/// Used within turns alone, once it is made. Never allocates but in refresh().
class AllocationSites {
 public:
  /// Counts from the operation `first` on.
  explicit AllocationSites(std::size_t first);

  /// Sets the block's site. 0: there was no memory for one more.
  void allocated(Block& block, CallPlace place) noexcept;
  void owned(const Block& block) noexcept;
  void left(const Block& block) noexcept;

  /// Code may have been loaded, or unloaded.
  void refresh() { unwinder_.refresh(); }

  /// Tallies by site; more than there are sites.
  std::span<const SiteTally> tallies() const noexcept { return {tallies_.data(), tallies_.size()}; }

  /// A site's stack as Unwinder::walk() tells it; empty for site 0.
  std::span<const std::uintptr_t> stack(std::uint32_t site) const noexcept;

 private:
  bool counts(std::uint64_t operation) const noexcept { return operation >= first_; }

  std::size_t first_;
  stacks::Unwinder unwinder_;
  stacks::StackTable stacks_{unwinder_};
  stacks::MappedArray<SiteTally> tallies_;
};

}  // namespace tare::profile
