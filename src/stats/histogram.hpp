// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tare/record.hpp"

namespace tare::stats {

/// Number of recorded values.
std::uint64_t total(const Histogram& histogram);

/// Mean of the recorded values; NaN if there are none.
double mean(const Histogram& histogram);

/// The value below which `p` percent (0…100) of the recorded ones lie; NaN if there are none.
/// Of n values in order it is the one at rank p/100 · (n + 1), between two ranks in proportion,
/// and the least or greatest beyond them: definition 6 of Hyndman & Fan, Sample Quantiles in
/// Statistical Packages (1996), which is JMH's too.
double percentile(const Histogram& histogram, double p);

/// Values of all, each once, ascending. Values that are not finite are left out.
Histogram merged(const std::vector<Histogram>& histograms);

/// Records nanoseconds of single operations in fixed memory, the way of HdrHistogram
/// (hdrhistogram.org): every power of two is split into equally wide buckets, so that a value is
/// known within 0.1 % however small or large it is. Allocates in its constructor only; copies are
/// independent. Not synchronised: one for each thread, merged afterwards.
class HistogramRecorder {
 public:
  /// Buckets in each power of two. A bucket's middle is at most half of 1/512 from any value in it.
  static constexpr std::uint64_t buckets_per_octave = 512;

  /// |recorded − true| / true is at most this; values below 2 · buckets_per_octave are exact.
  static constexpr double relative_error = 0.5 / static_cast<double>(buckets_per_octave);

  /// Greatest value told apart, 2^44 − 1 ns = 4.9 hours; what is longer counts as this.
  static constexpr std::uint64_t longest_ns = (std::uint64_t{1} << 44) - 1;

  HistogramRecorder() : counts_(index_of(longest_ns) + 1) {}

  void record(std::uint64_t ns) { ++counts_[index_of(std::min(ns, longest_ns))]; }

  /// Adds what `other` recorded.
  void merge(const HistogramRecorder& other);

  void clear();

  /// What was recorded: the middle of each bucket that has any, in nanoseconds.
  Histogram counts() const;

 private:
  /// Bits of a value that its bucket does not tell: none below two octaves' worth of buckets.
  static constexpr int dropped_bits(std::uint64_t ns) {
    return static_cast<int>(std::bit_width(ns | buckets_per_octave) -
                            std::bit_width(buckets_per_octave));
  }
  static constexpr std::size_t index_of(std::uint64_t ns) {
    const int bits = dropped_bits(ns);
    return static_cast<std::size_t>(bits) * buckets_per_octave + (ns >> bits);
  }
  static double middle_of(std::size_t index);

  std::vector<std::uint64_t> counts_;
};

}  // namespace tare::stats
