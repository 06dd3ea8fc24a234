// SPDX-License-Identifier: Apache-2.0
// The plain values of a comparison: which of two builds is better, by how much, and how sure that
// is. They own all they hold and have no behaviour.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tare/record.hpp"

namespace tare {

/// What a comparison comes to.
enum class Verdict {
  faster,   ///< Better than the baseline by more than half the threshold.
  slower,   ///< Worse, likewise.
  less,     ///< Of what is no time: below the baseline.
  more,     ///< Above it.
  same,     ///< An interval lies within ± the threshold: a statement, not the want of one. Of
            ///< sequential looks it is that of 95 % for the last one alone.
  unclear,  ///< None of these can be said; `detectable` says what could have been.
};

/// The share that `same` allows either way, unless told otherwise: what machines of today can
/// tell in seconds (docs/statistics.md).
inline constexpr double default_threshold = 0.01;

/// One figure of one case of a candidate, beside the baseline's.
struct Comparison {
  std::string benchmark;
  std::vector<Param> params;
  Mode mode = Mode::average_time;
  std::string metric;  ///< `primary`, or the label of a secondary metric.
  std::string unit;    ///< Of `baseline` and `candidate`.
  Better better = Better::lower;
  std::uint32_t candidate_program = 1;  ///< Place in ComparisonReport::programs; the baseline is 0.

  double baseline = not_a_number;
  double candidate = not_a_number;
  double ratio = not_a_number;          ///< candidate ÷ baseline; NaN where the baseline is 0.
  double interval_low = not_a_number;   ///< 99 % interval of the ratio; of sequential looks it
  double interval_high = not_a_number;  ///< holds for all together. Equal where figures are exact.
  Verdict verdict = Verdict::unclear;
  /// Least change, as a share of the baseline, that would have been found 4 times out of 5; 0 where
  /// figures are exact, NaN where nothing is known.
  double detectable = not_a_number;
  std::uint64_t pairs = 0;  ///< Pairs of forks; 0 where they were not interleaved.
  bool exact = false;       ///< Figures that are the same in every run: no interval is needed.
  /// 75th ÷ 25th percentile of the forks' figures: 1.0 is no spread. Baseline, candidate.
  double baseline_spread = not_a_number;
  double candidate_spread = not_a_number;
};

/// A case, or one figure of it, that cannot be compared, so that there is no ratio.
struct Unpaired {
  std::string name;           ///< display_name() of the case.
  std::uint32_t program = 0;  ///< Where it is missing, or did not end well.
  std::string reason;         ///< `there is no such case`, `crashed: …`
  std::string metric{};       ///< The figure alone, as in Comparison; empty: the whole case.
  bool operator==(const Unpaired&) const = default;
};

/// What a gate has to say of a comparison that it does not simply let pass.
struct GateFinding {
  enum class Kind {
    regression,  ///< Worse than the gate allows.
    unclear,     ///< Undecided, and worse than it allows cannot be ruled out.
    missing,     ///< Of a candidate's case or figure that cannot be compared.
  };
  Kind kind = Kind::regression;
  std::string gate;           ///< As it was written, `time>2%`; empty: every one.
  std::string name;           ///< display_name() of the Comparison or the Unpaired.
  std::uint32_t program = 1;  ///< The candidate.
  bool fails = true;          ///< Else it was asked to let such pass.
  std::string text;           ///< `slower, +3.2%`
  bool operator==(const GateFinding&) const = default;
};

/// One side of a comparison.
struct ComparedProgram {
  std::string name;      ///< As people know it: a path, a file, a revision.
  std::string revision;  ///< Where it was built of one; else empty.
};

/// What one `tare ab` or `tare compare` has to say.
struct ComparisonReport {
  std::string tare_version;
  std::string started;  ///< ISO 8601, UTC.
  double duration_s = 0;
  std::vector<std::string> command;
  std::uint64_t seed = 0;
  double threshold = default_threshold;
  double confidence = 0.99;               ///< Of the intervals.
  bool interleaved = false;               ///< Forks of all programs were run in turn.
  bool complete = true;                   ///< False: interrupted.
  std::uint32_t layouts = 1;              ///< Code placements of each program.
  std::vector<ComparedProgram> programs;  ///< The baseline first.
  std::vector<Fact> environment;
  std::vector<Comparison> comparisons;
  std::vector<Unpaired> unpaired;
  std::vector<std::string> gates;  ///< Each as it was written.
  std::vector<GateFinding> findings;
  std::vector<Note> notes;
};

/// The `metric` of primary figures, in Comparison and Unpaired.
inline constexpr const char* primary_metric = "primary";

/// `conjure.deserialize (json = TEN):mem.alloc.rate.norm`; as display_name() where it is `primary`.
std::string display_name(const Comparison& comparison);
std::string display_name(const Unpaired& unpaired);

/// `faster`, `slower`, `less`, `more`, `same`, `unclear`.
const char* name_of(Verdict verdict);

/// `regression`, `unclear`, `missing`.
const char* name_of(GateFinding::Kind kind);

}  // namespace tare
