// SPDX-License-Identifier: Apache-2.0
#include "ab/doubts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "stats/sequential.hpp"

namespace tare::ab {
namespace {

/// 75th ÷ 25th percentile of the forks beyond which a machine, or a program, wavers: quiet ones
/// stay within 1.08 (docs/statistics.md).
constexpr double wide = 1.1;

}  // namespace

bool are_uneven(const Comparison& comparison) {
  const auto [narrow, broad] = std::minmax(comparison.baseline_spread, comparison.candidate_spread);
  return broad > wide && broad / narrow > wide;
}

std::vector<Note> doubts(const Comparison& comparison, std::uint64_t blocks,
                         std::uint64_t longest_block_ns) {
  std::vector<Note> notes;
  const auto add = [&](const char* code, const std::string& text, const std::string& advice) {
    notes.push_back({Severity::warning, code, display_name(comparison), text, advice});
  };
  const double baseline = comparison.baseline_spread;
  const double candidate = comparison.candidate_spread;
  if (are_uneven(comparison))
    add("uneven-forks",
        fmt::format("The forks of the {} spread by {:.2f}, those of the {} by {:.2f}: some of the "
                    "former are slower, which is no part of the ratio.",
                    candidate > baseline ? "candidate" : "baseline", std::max(baseline, candidate),
                    candidate > baseline ? "baseline" : "candidate", std::min(baseline, candidate)),
        "Find out what they differ by: run the program itself with -f 30.");
  else if (std::max(baseline, candidate) > wide)
    add("wide-spread",
        fmt::format("Forks spread by {:.2f}; the better ones were compared.",
                    std::max(baseline, candidate)),
        "`tare noise` tells what is noisy about this machine.");
  const std::size_t first_look = stats::looks().front();
  if (blocks < first_look)
    add("few-blocks",
        fmt::format("{} blocks of forks fit its budget, and it takes {} for a first look.", blocks,
                    first_look),
        fmt::format("Raise --budget to {:.0f}s.",
                    std::ceil(static_cast<double>(longest_block_ns) *
                              static_cast<double>(first_look + 1) / 1e9)));
  return notes;
}

}  // namespace tare::ab
