// SPDX-License-Identifier: Apache-2.0
// What level intervals really reach when noise drifts. Prints the table of docs/statistics.md:
//     ctest -R stats.CoverageTest -V
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <cstddef>
#include <vector>

#include "noise.hpp"
#include "stats/interval.hpp"
#include "stats/scores.hpp"
#include "tare/record.hpp"

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
class Process {
 public:
  Process(Noise& noise, Machine machine, int stride)
      : noise_(noise),
        machine_(machine),
        kept_(std::pow(machine.memory, stride)),
        level_(noise.normal()) {}
  double next() {
    const double score =
        std::sqrt(machine_.drifting) * level_ + std::sqrt(1 - machine_.drifting) * noise_.normal();
    level_ = kept_ * level_ + std::sqrt(1 - kept_ * kept_) * noise_.normal();
    return score;
  }

 private:
  Noise& noise_;
  Machine machine_;
  double kept_;
  double level_;
};

std::vector<double> draw(Noise& noise, Machine machine, int stride) {
  Process process(noise, machine, stride);
  std::vector<double> scores;
  for (int fork = 0; fork < forks; ++fork) scores.push_back(process.next());
  return scores;
}

/// What the half width would have to be multiplied by if scores were a first-order autoregressive
/// process, √((1 + r) / (1 − r)), with r estimated from them and freed of its bias of
/// −(1 + 4r) / n (Marriott & Pope, 1954). A rival that was not taken: docs/statistics.md.
double correction(const std::vector<double>& scores) {
  const double mean = Scores(scores).mean();
  double products = 0;
  double squares = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    squares += (scores[i] - mean) * (scores[i] - mean);
    if (i > 0) products += (scores[i] - mean) * (scores[i - 1] - mean);
  }
  const double estimate = products / squares;
  const double r = std::clamp(estimate + (1 + 4 * estimate) / forks, 0.0, 0.9);
  return std::sqrt((1 + r) / (1 - r));
}

/// Shares of trials in which the truth was inside, in per cent.
struct Coverage {
  double student = 0;
  double corrected = 0;
  double range = 0;
  double forks = 0;     ///< Mean number, where it is not fixed.
  double widening = 0;  ///< Mean width of the corrected interval against Student's, in per cent.
};

Coverage coverage(Machine machine, int stride) {
  Noise noise(2026);
  Coverage covered;
  for (int trial = 0; trial < trials; ++trial) {
    const std::vector<double> drawn = draw(noise, machine, stride);
    const Scores scores(drawn);
    const double student = half_width(scores, confidence);
    const double corrected = student * correction(drawn);
    const double miss = std::abs(scores.mean());
    covered.student += miss <= student ? 1 : 0;
    covered.corrected += miss <= corrected ? 1 : 0;
    covered.range += scores.min() <= 0 && 0 <= scores.max() ? 1 : 0;
    covered.widening += corrected / student;
  }
  for (double* sum : {&covered.student, &covered.corrected, &covered.range, &covered.widening}) {
    *sum *= 100.0 / trials;
  }
  return covered;
}

struct Rows {
  Coverage contiguous;
  Coverage interleaved;
};

void print(const char* order, const Coverage& covered) {
  fmt::print("  {}: error {:.2f} range {:.2f}, corrected {:.2f} at a width of {:.0f} %\n", order,
             covered.student, covered.range, covered.corrected, covered.widening);
}

Rows measured(Machine machine) {
  const Rows rows{coverage(machine, 1), coverage(machine, cases)};
  fmt::print("{:.0f} % drifts, memory {}\n", 100 * machine.drifting, machine.memory);
  print("one after another", rows.contiguous);
  print("interleaved", rows.interleaved);
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

TEST(CoverageTest, CorrectingForAutocorrelationDoesNotRestoreTheLevel) {
  EXPECT_GT(measured({0, 0}).contiguous.widening, 110);
  EXPECT_LT(measured({0.5, 0.9}).contiguous.corrected, 95);
}

/// A run that goes on until its interval is as wide as that of `usual` forks usually is: with fewer
/// than enough_forks never, and with no more than `most`.
Coverage coverage_until(Machine machine, int stride, int usual) {
  constexpr std::size_t most = 150;
  constexpr int runs = 2'000;
  Noise noise(2026);
  Coverage covered;
  const double n = usual;
  const boost::math::students_t_distribution<double> student(n - 1);
  const double asked = quantile(complement(student, (1 - confidence) / 2)) / std::sqrt(n);
  for (int run = 0; run < runs; ++run) {
    Process process(noise, machine, stride);
    std::vector<double> drawn;
    double reached = not_a_number;
    do {
      drawn.push_back(process.next());
      reached = half_width(Scores(drawn), confidence);
    } while (drawn.size() < enough_forks || (drawn.size() < most && reached > asked));
    const Scores scores(drawn);
    covered.student += std::abs(scores.mean()) <= reached ? 100.0 / runs : 0;
    covered.range += scores.min() <= 0 && 0 <= scores.max() ? 100.0 / runs : 0;
    covered.forks += static_cast<double>(drawn.size()) / runs;
  }
  return covered;
}

Rows measured_until(Machine machine, int usual) {
  const Rows rows{coverage_until(machine, 1, usual), coverage_until(machine, cases, usual)};
  fmt::print(
      "{:.0f} % drifts, memory {}, as wide as {} forks: alone {:.2f} (range {:.2f}, {:.1f} "
      "forks), interleaved {:.2f} (range {:.2f}, {:.1f} forks)\n",
      100 * machine.drifting, machine.memory, usual, rows.contiguous.student, rows.contiguous.range,
      rows.contiguous.forks, rows.interleaved.student, rows.interleaved.range,
      rows.interleaved.forks);
  return rows;
}

TEST(CoverageTest, StoppingWhenNarrowCostsIndependentForksHardlyAnything) {
  for (const int usual : {6, 12, 20, 40})
    EXPECT_GT(measured_until({0, 0}, usual).contiguous.student, 99.5);
}

TEST(CoverageTest, StoppingWhenNarrowDoesNotUndoInterleaving) {
  for (const Machine machine : {Machine{0.5, 0.5}, Machine{0.5, 0.9}, Machine{0.9, 0.9}}) {
    const Rows rows = measured_until(machine, 12);
    EXPECT_LT(rows.contiguous.student, 99.7);
    EXPECT_GT(rows.interleaved.student, 99.4);
  }
}

TEST(CoverageTest, StoppingWhenNarrowTrustsADriftThatIsLongerThanTheRun) {
  const Rows rows = measured_until({0.9, 0.99}, 12);
  EXPECT_LT(rows.contiguous.student, 60);
  EXPECT_LT(rows.interleaved.student, 92);
}

}  // namespace
}  // namespace tare::stats
