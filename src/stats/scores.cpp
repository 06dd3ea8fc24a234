// SPDX-License-Identifier: Apache-2.0
#include "stats/scores.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "tare/record.hpp"

namespace tare::stats {

Scores::Scores(std::vector<double> values) : values_(std::move(values)) {
  std::erase_if(values_, [](double value) { return !std::isfinite(value); });
  std::sort(values_.begin(), values_.end());
}

double Scores::min() const { return values_.empty() ? not_a_number : values_.front(); }

double Scores::max() const { return values_.empty() ? not_a_number : values_.back(); }

double Scores::median() const {
  if (values_.empty()) return not_a_number;
  return std::midpoint(values_[(size() - 1) / 2], values_[size() / 2]);
}

double Scores::mean() const {
  if (values_.empty()) return not_a_number;
  const double origin = values_.front();
  double offset = 0;  // Mean of the distances from the least: zero, exactly, if all are equal.
  for (const double value : values_) offset += (value - origin) / static_cast<double>(size());
  return origin + offset;
}

double Scores::deviation() const {
  if (size() < 2) return not_a_number;
  const double centre = mean();
  double squares = 0;
  for (const double value : values_) squares += (value - centre) * (value - centre);
  return std::sqrt(squares / static_cast<double>(size() - 1));
}

}  // namespace tare::stats
