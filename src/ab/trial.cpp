// SPDX-License-Identifier: Apache-2.0
#include "ab/trial.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace tare::ab {

Trial::Trial(CasePlan plan, std::size_t programs, std::size_t placements,
             const stats::SequentialDesign& design, bool stops_when_decided)
    : plan_(std::move(plan)),
      stops_when_decided_(stops_when_decided),
      sides_(programs, Side(design, placements)) {}

bool Trial::is_decided(std::size_t candidate) const {
  return sides_[candidate].comparison.state().decided();
}

bool Trial::takes_part(std::size_t program) const {
  const bool is_wanted = program == 0 || !stops_when_decided_ || !is_decided(program);
  return is_wanted && sides_[program].is_in && sides_[program].dropped.empty();
}

bool Trial::is_over() const {
  const std::size_t most = stats::looks().back();
  for (std::size_t program = 1; program < sides_.size(); ++program)
    if (takes_part(program) && sides_[program].comparison.blocks() < most)
      return !sides_[0].dropped.empty();
  return true;
}

std::vector<Start> Trial::draw_block(std::mt19937_64& random,
                                     const std::vector<std::optional<std::uint32_t>>& processors) {
  std::vector<Start> round;
  for (std::size_t program = 0; program < sides_.size(); ++program)
    if (takes_part(program))
      round.push_back({program, draw_placement(sides_[program], random), {}});
  std::vector<Start> block;
  for (const std::optional<std::uint32_t>& processor : processors) {
    std::shuffle(round.begin(), round.end(), random);
    for (Start& start : round) start.processor = processor;
    block.insert(block.end(), round.begin(), round.end());
  }
  return block;
}

std::size_t Trial::draw_placement(Side& side, std::mt19937_64& random) {
  std::vector<std::size_t>& next = side.next_placements;
  if (next.empty()) {
    next.resize(side.placement_count);
    std::iota(next.begin(), next.end(), std::size_t{0});
    std::shuffle(next.begin(), next.end(), random);
  }
  const std::size_t drawn = next.back();
  next.pop_back();
  return drawn;
}

void Trial::take(const Start& start, double figure) {
  Side& side = sides_[start.program];
  side.figures.push_back(figure);
  ++side.forks_of_block;
  side.placement = start.placement;
  const bool is_best = better() == Better::lower ? figure < side.best : figure > side.best;
  if (std::isnan(side.best) || is_best) side.best = figure;
}

void Trial::end_block() {
  Side& baseline = sides_[0];
  if (!baseline.dropped.empty()) return;
  for (Side& side : sides_)
    if (side.forks_of_block != 0) side.bests.push_back(side.best);
  for (std::size_t program = 1; program < sides_.size(); ++program) {
    Side& side = sides_[program];
    if (!takes_part(program) || side.forks_of_block == 0) continue;
    side.pairs += side.forks_of_block;
    const double log_ratio = std::log(side.best / baseline.best);
    side.by_baseline.add(baseline.placement, log_ratio);
    side.by_candidate.add(side.placement, log_ratio);
    side.comparison.set_systematic_error(luck_of_placements(side.by_baseline, side.by_candidate));
    side.comparison.add(log_ratio);
  }
  for (Side& side : sides_) {
    side.best = not_a_number;
    side.forks_of_block = 0;
  }
}

void Trial::end() {
  for (std::size_t program = 1; program < sides_.size(); ++program)
    if (takes_part(program)) sides_[program].comparison.end();
}

void Trial::drop(std::size_t program, const std::string& reason) {
  if (sides_[program].dropped.empty()) sides_[program].dropped = reason;
}

}  // namespace tare::ab
