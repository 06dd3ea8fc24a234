// SPDX-License-Identifier: Apache-2.0
#include "profile/mem_observation.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "profile/allocation_ledger.hpp"
#include "profile/blind_spots.hpp"
#include "profile/mem.hpp"
#include "profile/over_forks.hpp"

namespace tare::profile {
namespace {

constexpr std::size_t all_invocations = mem_warmup_invocations + mem_invocations;

void require(const std::string& trouble) {
  if (!trouble.empty()) throw std::runtime_error(trouble);
}

class Installation {
 public:
  Installation(AllocationTap& tap, AllocationLedger& ledger) : tap_(tap) {
    require(tap.install(ledger));
  }
  Installation(const Installation&) = delete;
  Installation& operator=(const Installation&) = delete;
  ~Installation() { tap_.remove(); }

 private:
  AllocationTap& tap_;
};

/// Runs all invocations in batches that are set up together.
class Drive {
 public:
  Drive(extend::Operations& operations, AllocationTap& tap, AllocationLedger& ledger)
      : operations_(operations), tap_(tap), ledger_(ledger), residue_(all_invocations) {}

  void run() {
    const std::size_t slots = std::max<std::size_t>(operations_.slots(), 1);
    while (done_ < all_invocations) {
      const std::size_t end =
          done_ < mem_warmup_invocations ? mem_warmup_invocations : all_invocations;
      run_batch(std::min(slots, end - done_));
    }
  }

  /// Bytes of the invocation's blocks that were still there after the batch's results had gone.
  std::uint64_t residue(std::size_t invocation) const { return residue_[invocation]; }

 private:
  void run_batch(std::size_t count) {
    operations_.set_up(count);
    std::size_t dropped = 0;
    std::uint64_t kept = 0;
    for (std::size_t slot = 0; slot < count; ++slot) {
      invoke(slot);
      kept += ledger_.tally(done_ + slot).live_bytes + operations_.result_size();
      if (kept >= mem_kept_bytes && slot + 1 - dropped >= mem_kept_results) {
        drop(dropped, slot + 1);
        dropped = slot + 1;
        kept = 0;
      }
    }
    drop(dropped, count);
    for (std::size_t slot = 0; slot < count; ++slot) {
      residue_[done_ + slot] = ledger_.tally(done_ + slot).live_bytes;
    }
    ledger_.leave_from(done_);
    operations_.tear_down(count);
    done_ += count;
  }

  void invoke(std::size_t slot) {
    operations_.still_running();
    require(tap_.refresh());
    ledger_.refresh();
    ledger_.begin_operation(done_ + slot);
    operations_.invoke(slot);
    ledger_.end();
  }

  void drop(std::size_t from, std::size_t to) {
    for (std::size_t slot = from; slot < to; ++slot) {
      ledger_.begin_drop();
      operations_.drop(slot);
      ledger_.end();
    }
  }

  extend::Operations& operations_;
  AllocationTap& tap_;
  AllocationLedger& ledger_;
  std::vector<std::uint64_t> residue_;
  std::size_t done_ = 0;
};

/// One figure out of its values for single invocations, each of which stands for `operations`.
Metric metric(const char* label, const char* unit, const std::vector<std::uint64_t>& counts,
              std::uint64_t operations) {
  std::vector<double> values;
  for (const std::uint64_t count : counts) {
    values.push_back(static_cast<double>(count) / static_cast<double>(operations));
  }
  Metric result;
  result.label = label;
  result.unit = unit;
  result.better = Better::lower;
  // The sum is one of integers and thus exact: every fork that counts the same says the same.
  const auto sum = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  result.score = static_cast<double>(sum) / static_cast<double>(operations) /
                 static_cast<double>(counts.size());
  result.min = *std::min_element(values.begin(), values.end());
  result.median = middle(values);
  result.max = *std::max_element(values.begin(), values.end());
  return result;
}

}  // namespace

std::vector<Metric> observe_allocations(extend::Operations& operations, AllocationTap& tap,
                                        AllocationSites* sites) {
  AllocationLedger ledger(all_invocations, sites);
  Drive drive(operations, tap, ledger);
  {
    const Installation installation(tap, ledger);
    drive.run();
  }
  if (!ledger.complete()) throw std::runtime_error("no memory to keep account of all blocks in");
  require(blind_spots());

  std::vector<Metric> findings;
  const auto add = [&](const char* label, const char* unit, auto figure_of) {
    std::vector<std::uint64_t> counts;
    for (std::size_t i = mem_warmup_invocations; i < all_invocations; ++i) {
      counts.push_back(figure_of(ledger.tally(i), i));
    }
    findings.push_back(metric(label, unit, counts, operations.operations_per_invocation()));
  };
  using Tally = OperationTally;
  const std::uint64_t size = operations.result_size();
  add("mem.alloc.count.norm", "#/op", [](const Tally& t, std::size_t) { return t.allocations; });
  add("mem.alloc.rate.norm", "B/op", [](const Tally& t, std::size_t) { return t.allocated_bytes; });
  add("mem.peak.norm", "B/op", [](const Tally& t, std::size_t) { return t.peak_bytes; });
  if (!operations.returns_value()) return findings;
  add("mem.retained.count.norm", "#/op",
      [](const Tally& t, std::size_t) { return t.owned_blocks; });
  add("mem.retained.footprint.norm", "B/op",
      [](const Tally& t, std::size_t) { return t.owned_chunk_bytes; });
  add("mem.retained.heap.norm", "B/op", [](const Tally& t, std::size_t) { return t.owned_bytes; });
  add("mem.retained.inline.norm", "B/op", [=](const Tally&, std::size_t) { return size; });
  add("mem.retained.residue.norm", "B/op",
      [&](const Tally&, std::size_t i) { return drive.residue(i); });
  add("mem.retained.total.norm", "B/op",
      [=](const Tally& t, std::size_t) { return t.owned_bytes + size; });
  return findings;
}

}  // namespace tare::profile
