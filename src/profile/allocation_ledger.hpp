// SPDX-License-Identifier: Apache-2.0
// The bookkeeping of allocations: which operation allocated which block, and what became of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profile/allocation_sites.hpp"
#include "profile/allocation_watcher.hpp"

namespace tare::profile {

/// What one operation did, in requested bytes unless said otherwise.
struct OperationTally {
  std::uint64_t allocated_bytes = 0;
  std::uint64_t allocations = 0;
  std::uint64_t peak_bytes = 0;   ///< Highest live bytes above the start of the operation.
  std::uint64_t live_bytes = 0;   ///< Bytes of its blocks that nobody has freed yet.
  std::uint64_t owned_bytes = 0;  ///< Bytes of its blocks that destroying a result freed.
  std::uint64_t owned_blocks = 0;
  std::uint64_t owned_chunk_bytes = 0;  ///< The same in the allocator's own chunks.
  bool operator==(const OperationTally&) const = default;
};

/// Counts only while an operation runs or its result is destroyed. Between the two it still forgets
/// blocks that are freed, since their addresses will be handed out again.
class AllocationLedger final : public AllocationWatcher {
 public:
  /// For operations numbered [0, operations). `sites`, if it is there, must outlive it.
  explicit AllocationLedger(std::size_t operations, AllocationSites* sites = nullptr);

  /// From here to end() every allocation is the operation's.
  void begin_operation(std::size_t index) noexcept;
  /// From here to end() every block that is freed was owned by a result. It is credited to the
  /// operation that allocated it: results may share blocks.
  void begin_drop() noexcept;
  void end() noexcept;

  /// Learns of code that was loaded, or unloaded, since the last operation.
  void refresh() noexcept;
  /// Tells the sites which blocks of operations from `first` on are still there. No effect without
  /// sites.
  void leave_from(std::size_t first) noexcept;

  OperationTally tally(std::size_t index) const noexcept;

  /// False: there was no memory to keep a block in, so that the tallies are wrong.
  bool complete() const noexcept;

  void allocated(const void* block, std::uint64_t requested, std::uint64_t chunk,
                 CallPlace place) noexcept override;
  void freed(const void* block) noexcept override;
  Block take(const void* block) noexcept override;
  void count_free(const Block& block) noexcept override;
  void put_back(const Block& block) noexcept override;
  void loaded() noexcept override;

 private:
  enum class Phase { idle, operation, drop };

  void begin(Phase phase, std::size_t index) noexcept;
  /// The block is gone.
  void forget(Block* block) noexcept;

  Phase phase_ = Phase::idle;
  std::uint32_t operation_ = 0;
  std::int64_t live_ = 0;  // bytes since the start of the operation
  bool complete_ = true;
  std::vector<OperationTally> tallies_;  // What lives is told by gone_.
  std::vector<std::uint64_t> gone_;      // By operation: bytes of its blocks that were freed.
  BlockTable blocks_;
  AllocationSites* const sites_;
};

}  // namespace tare::profile
