// SPDX-License-Identifier: Apache-2.0
// One case on several programs: block after block of forks, until every candidate's verdict is
// known.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "ab/placements.hpp"
#include "stats/sequential.hpp"
#include "tare/comparison.hpp"

namespace tare::ab {

/// A fork to start.
struct Start {
  std::size_t program = 0;
  std::size_t placement = 0;               ///< Of the program's.
  std::optional<std::uint32_t> processor;  ///< To be bound to; none: to no one.
};

class Trial {
 public:
  /// One on each of so many processors in turn. The better of two forks is spared by most of what
  /// disturbs one.
  static constexpr std::size_t pairs_of_block = 2;

  /// The first of the programs is the baseline. `placements`: of each program.
  Trial(CasePlan plan, std::size_t programs, std::size_t placements,
        const stats::SequentialDesign& design, bool stops_when_decided = true);

  const CasePlan& plan() const { return plan_; }
  Better better() const { return plan_.mode == Mode::throughput ? Better::higher : Better::lower; }

  /// Forks of a block in their order: as many rounds as `processors` has elements, each a fork of
  /// every program that is not decided, in random order, on the same processor. A program has one
  /// placement in a block, and each in turn, in random order.
  std::vector<Start> draw_block(std::mt19937_64& random,
                                const std::vector<std::optional<std::uint32_t>>& processors);

  /// What a fork of the block came to.
  void take(const Start& start, double figure);
  /// Ends the block; candidates may be decided by it.
  void end_block();
  /// There will be no more blocks.
  void end();

  /// A program that has no part in this case, which is no fault.
  void leave_out(std::size_t program) { sides_[program].is_in = false; }
  bool is_in(std::size_t program) const { return sides_[program].is_in; }
  /// A program whose fork did not end well is out; without the baseline all are.
  void drop(std::size_t program, const std::string& reason);
  const std::string& reason_dropped(std::size_t program) const { return sides_[program].dropped; }

  /// Nothing is left to find out.
  bool is_over() const;
  bool is_decided(std::size_t candidate) const;
  std::uint64_t pairs(std::size_t candidate) const { return sides_[candidate].pairs; }
  /// Of all its forks.
  const std::vector<double>& figures(std::size_t program) const { return sides_[program].figures; }
  /// The better one of each block: what is compared.
  const std::vector<double>& bests(std::size_t program) const { return sides_[program].bests; }
  const stats::SequentialState& state(std::size_t candidate) const {
    return sides_[candidate].comparison.state();
  }

 private:
  struct Side {
    Side(const stats::SequentialDesign& design, std::size_t placement_count)
        : comparison(design),
          by_baseline(placement_count),
          by_candidate(placement_count),
          placement_count(placement_count) {}

    // Of a candidate, and unused of the baseline.
    stats::SequentialComparison comparison;
    Placements by_baseline;
    Placements by_candidate;

    std::size_t placement_count;
    bool is_in = true;
    std::string dropped;  ///< Why; empty: it is not.
    std::vector<double> figures;
    std::vector<double> bests;
    double best = not_a_number;  ///< Of the block.
    std::size_t placement = 0;   ///< Of the block.
    std::uint64_t pairs = 0;
    std::uint64_t forks_of_block = 0;
    std::vector<std::size_t> next_placements;
  };
  static std::size_t draw_placement(Side& side, std::mt19937_64& random);
  bool takes_part(std::size_t program) const;

  CasePlan plan_;
  bool stops_when_decided_;
  std::vector<Side> sides_;
};

}  // namespace tare::ab
