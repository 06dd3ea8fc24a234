// SPDX-License-Identifier: Apache-2.0
#include "stats/histogram.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace tare::stats {

namespace {

/// The value at a 1-based rank; the greatest for ranks beyond. The histogram must not be empty.
double value_at(const Histogram& histogram, double rank) {
  std::uint64_t seen = 0;
  for (const auto& [value, count] : histogram) {
    seen += count;
    if (static_cast<double>(seen) >= rank) return value;
  }
  return histogram.back().first;
}

}  // namespace

std::uint64_t total(const Histogram& histogram) {
  std::uint64_t sum = 0;
  for (const auto& [value, count] : histogram) sum += count;
  return sum;
}

double mean(const Histogram& histogram) {
  const auto n = static_cast<double>(total(histogram));
  if (n == 0) return not_a_number;
  const double origin = histogram.front().first;
  double offset = 0;
  for (const auto& [value, count] : histogram) {
    offset += (value - origin) * (static_cast<double>(count) / n);
  }
  return origin + offset;
}

double percentile(const Histogram& histogram, double p) {
  const auto n = static_cast<double>(total(histogram));
  if (n == 0) return not_a_number;
  const double position = std::clamp(p / 100 * (n + 1), 1.0, n);
  const double rank = std::floor(position);
  const double below = value_at(histogram, rank);
  const double fraction = position - rank;
  return fraction == 0 ? below : std::lerp(below, value_at(histogram, rank + 1), fraction);
}

Histogram merged(const std::vector<Histogram>& histograms) {
  std::map<double, std::uint64_t> counts;
  for (const Histogram& histogram : histograms) {
    for (const auto& [value, count] : histogram) {
      if (std::isfinite(value) && count > 0) counts[value] += count;
    }
  }
  return {counts.begin(), counts.end()};
}

void HistogramRecorder::merge(const HistogramRecorder& other) {
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
}

void HistogramRecorder::clear() { std::fill(counts_.begin(), counts_.end(), 0); }

Histogram HistogramRecorder::counts() const {
  Histogram histogram;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] > 0) histogram.emplace_back(middle_of(i), counts_[i]);
  }
  return histogram;
}

double HistogramRecorder::middle_of(std::size_t index) {
  // The inverse of index_of: there the quotient counts the dropped bits, once the first octave of
  // exact buckets, which has no index of its own, is taken off.
  const std::size_t octave = index / buckets_per_octave;
  const std::size_t bits = octave > 1 ? octave - 1 : 0;
  const std::uint64_t lowest = (index - bits * buckets_per_octave) << bits;
  const std::uint64_t width = std::uint64_t{1} << bits;
  return static_cast<double>(lowest) + static_cast<double>(width - 1) / 2;
}

}  // namespace tare::stats
