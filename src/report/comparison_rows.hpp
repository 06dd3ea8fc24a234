// SPDX-License-Identifier: Apache-2.0
// What a comparison comes to as text in cells and lines, for all formats that people read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tare/comparison.hpp"

namespace tare::report {

/// A row for each comparison, in order. All cells are printable.
struct ComparisonTable {
  explicit ComparisonTable(const ComparisonReport& report);

  std::vector<std::string> headers;
  std::vector<std::vector<std::string>> rows;
  std::string legend;  ///< What the columns mean, a line each.
};

/// `Baseline: a.json`, then a line for each candidate.
std::string programs_text(const ComparisonReport& report);

/// `5 figures: 1 slower, 4 same`
std::string tally(const ComparisonReport& report);

/// `gates time>2%, mem.alloc.count.norm>0: FAILED`; empty if there are none.
std::string gates_verdict(const ComparisonReport& report);

/// `regression: conjure.deserialize: slower, +3.2% (time>2%)`
std::string finding_text(const ComparisonReport& report, const GateFinding& finding);

/// That the comparison did not finish, where it did not; what could not be compared; notes. Each
/// part ends in a newline and stands after an empty line.
std::string comparison_remarks(const ComparisonReport& report);

/// `0.987`; `-` for what is no number.
std::string ratio_text(double ratio);

/// ` in b.json` where there are several candidates, so that it must be said.
std::string in_program(const ComparisonReport& report, std::uint32_t program);

}  // namespace tare::report
