// SPDX-License-Identifier: Apache-2.0
// What level intervals really reach when noise drifts. Prints the table of docs/statistics.md:
//     ctest -R stats.CoverageTest -V
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "noise.hpp"
#include "stats/interval.hpp"
#include "stats/scores.hpp"

namespace tare::stats {
namespace {

constexpr int trials = 10'000;
constexpr int forks = 12;
constexpr int cases = 24;
constexpr double confidence = 0.999;

/// A fork's score is 0, the truth, plus noise of variance 1: `drifting` of it is a first-order
/// autoregressive process that keeps `memory` from one fork of the run to the next, the rest is
/// new for each fork.
struct Machine {
  double drifting;
  double memory;
};

/// Scores of one case's forks, with `stride` forks of the run from each to the next.
std::vector<double> draw(Noise& noise, Machine machine, int stride) {
  const double kept = std::pow(machine.memory, stride);
  double level = noise.normal();
  std::vector<double> scores;
  for (int fork = 0; fork < forks; ++fork) {
    scores.push_back(std::sqrt(machine.drifting) * level +
                     std::sqrt(1 - machine.drifting) * noise.normal());
    level = kept * level + std::sqrt(1 - kept * kept) * noise.normal();
  }
  return scores;
}

/// Shares of trials in which the truth was inside, in per cent.
struct Coverage {
  double student = 0;
  double range = 0;
};

Coverage coverage(Machine machine, int stride) {
  Noise noise(2026);
  Coverage covered;
  for (int trial = 0; trial < trials; ++trial) {
    const Scores scores(draw(noise, machine, stride));
    covered.student += std::abs(scores.mean()) <= half_width(scores, confidence) ? 1 : 0;
    covered.range += scores.min() <= 0 && 0 <= scores.max() ? 1 : 0;
  }
  return {100 * covered.student / trials, 100 * covered.range / trials};
}

struct Rows {
  Coverage contiguous;
  Coverage interleaved;
};

Rows measured(Machine machine) {
  const Rows rows{coverage(machine, 1), coverage(machine, cases)};
  fmt::print(
      "{:3.0f} % drifts, memory {:5.3f}: contiguous {:6.2f} {:6.2f}  interleaved {:6.2f} "
      "{:6.2f}\n",
      100 * machine.drifting, machine.memory, rows.contiguous.student, rows.contiguous.range,
      rows.interleaved.student, rows.interleaved.range);
  return rows;
}

TEST(CoverageTest, IndependentForksReachTheLevelAndTheirRangeToo) {
  const Coverage independent = measured({0, 0}).contiguous;
  EXPECT_NEAR(independent.student, 99.9, 0.1);
  EXPECT_NEAR(independent.range, 99.95, 0.1);
}

TEST(CoverageTest, DriftThatIsShortAgainstTheRunIsCuredByInterleaving) {
  for (const Machine machine : {Machine{0.5, 0.5}, Machine{0.5, 0.9}, Machine{0.9, 0.9}}) {
    const Rows rows = measured(machine);
    EXPECT_LT(rows.contiguous.student, 99.5);
    EXPECT_GT(rows.interleaved.student, 99.7);
  }
}

TEST(CoverageTest, DriftAsLongAsTheRunIsNotCured) {
  for (const Machine machine : {Machine{0.5, 0.99}, Machine{0.9, 0.99}, Machine{0.9, 0.999}}) {
    const Rows rows = measured(machine);
    EXPECT_GT(rows.interleaved.student, rows.contiguous.student);
    EXPECT_LT(rows.interleaved.student, 97);
    EXPECT_GT(rows.interleaved.range, rows.interleaved.student);
  }
}

}  // namespace
}  // namespace tare::stats
