// SPDX-License-Identifier: Apache-2.0
#include "session/forecast.hpp"

#include <algorithm>

namespace tare::session {
namespace {

/// Starting a fork takes some milliseconds.
constexpr double start_up_s = 0.01;

/// As asked for. A single shot takes nobody knows how long: JMH's guess is a millisecond.
double asked_seconds(const Case& c) {
  const auto phase = [&](const Phase& p) {
    const double length = c.mode == Mode::single_shot ? 1e-3 : static_cast<double>(p.time_ns) / 1e9;
    return p.iterations * length;
  };
  return start_up_s + phase(c.warmup) + phase(c.measurement);
}

}  // namespace

Forecast::Forecast(const std::vector<catalog::Planned>& plan, std::size_t profilers)
    : rows_(1 + profilers, std::vector<Row>(plan.size())) {
  for (std::size_t i = 0; i < plan.size(); ++i) {
    rows_[0][i].asked_s = asked_seconds(plan[i].benchmark_case);
    for (std::size_t profiler = 1; profiler < rows_.size(); ++profiler)
      rows_[profiler][i].asked_s = start_up_s;
  }
}

void Forecast::expect(const Start& start) { ++rows_[start.profiler][start.case_index].left; }

void Forecast::took(const Start& start, double seconds) {
  Row& row = rows_[start.profiler][start.case_index];
  --row.left;
  ++row.seen;
  row.seconds += seconds;
}

void Forecast::drop(std::size_t case_index) {
  for (std::vector<Row>& rows : rows_) rows[case_index].left = rows[case_index].further = 0;
}

void Forecast::expect_at_least(std::size_t case_index, std::uint32_t forks) {
  Row& row = rows_[0][case_index];
  row.further = std::max(forks, row.left) - row.left;
}

std::uint32_t Forecast::left(std::size_t case_index) const {
  return rows_[0][case_index].left + rows_[0][case_index].further;
}

double Forecast::remaining_s() const {
  double remaining = 0;
  for (const std::vector<Row>& rows : rows_)
    for (const Row& row : rows)
      remaining += (static_cast<double>(row.left) + row.further) *
                   (row.seen > 0 ? row.seconds / row.seen : row.asked_s);
  return remaining;
}

}  // namespace tare::session
