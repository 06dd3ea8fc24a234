// SPDX-License-Identifier: Apache-2.0
#include "history/sparkline.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "stats/scores.hpp"

namespace tare::history {
namespace {

constexpr std::array blocks{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr const char* nothing = "·";
constexpr double least_range = 0.1;

/// At most `columns` values, each the median of neighbours.
std::vector<double> condensed(std::span<const double> values, std::size_t columns) {
  const std::size_t cells = std::min(columns, values.size());
  std::vector<double> medians;
  for (std::size_t i = 0; i < cells; ++i) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(i * values.size() / cells);
    const auto end = values.begin() + static_cast<std::ptrdiff_t>((i + 1) * values.size() / cells);
    medians.push_back(stats::Scores({first, end}).median());
  }
  return medians;
}

}  // namespace

std::string sparkline(std::span<const double> values, std::size_t columns) {
  const std::vector<double> shown = condensed(values, columns);
  const stats::Scores scores(shown);
  const double range =
      std::max(scores.max() - scores.min(), least_range * std::abs(scores.median()));
  const double lowest = (scores.min() + scores.max() - range) / 2;
  const auto block = [&](double value) {
    if (!std::isfinite(value)) return nothing;
    constexpr std::size_t highest = blocks.size() - 1;
    if (range == 0) return blocks.front();  // All are 0.
    const double share = (value - lowest) / range;
    return blocks[std::min(static_cast<std::size_t>(share * double{blocks.size()}), highest)];
  };
  std::string line;
  for (const double value : shown) line += block(value);
  return line;
}

}  // namespace tare::history
