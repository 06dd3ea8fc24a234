// SPDX-License-Identifier: Apache-2.0
// How long the rest of a run will take.
#pragma once

#include <vector>

#include "catalog/plan.hpp"
#include "session/schedule.hpp"

namespace tare::session {

/// Knows of each case and profiler how many forks are to come and what those before took. Until a
/// case has had one, its forks are supposed to take what was asked for.
class Forecast {
 public:
  Forecast(const std::vector<catalog::Planned>& plan, std::size_t profilers);

  /// A fork is to come.
  void expect(const Start& start);
  /// It has come.
  void took(const Start& start, double seconds);
  /// No more are to come.
  void drop(std::size_t case_index);
  /// So many timed forks of a case are to come at least, those expected one by one included.
  void expect_at_least(std::size_t case_index, std::uint32_t forks);

  double remaining_s() const;

  /// Timed forks of a case that are to come.
  std::uint32_t left(std::size_t case_index) const;

  /// What all timed forks of a case have taken.
  double spent_s(std::size_t case_index) const { return rows_[0][case_index].seconds; }

 private:
  struct Row {
    double asked_s = 0;  ///< For one fork.
    std::uint32_t left = 0;
    std::uint32_t further = 0;  ///< To come besides those.
    std::uint32_t seen = 0;
    double seconds = 0;  ///< Of those seen.
  };

  std::vector<std::vector<Row>> rows_;  ///< [profiler, 0: none][case]
};

}  // namespace tare::session
