// SPDX-License-Identifier: Apache-2.0
// A benchmark may bring its own wishes. The command line has the last word.
#include <cstdio>
#include <filesystem>
#include <string>
#include <tare/tare.hpp>

TARE_GROUP(wishes);

// The distribution of single calls: mean, and percentiles beneath it.
TARE_BENCH(stat) { return std::filesystem::exists("/"); }
TARE_OPTIONS(stat, mode(tare::Mode::sample_time).measurement(3, 0.05));

// One cold call per fork, many forks: what a program pays that does it once.
TARE_BENCH(first_format) {
  char text[64];
  std::snprintf(text, sizeof text, "%.3f", 1.5);
  return std::string(text);
}
TARE_OPTIONS(first_format, mode(tare::Mode::single_shot).forks(20));

// Calls per second over two threads.
TARE_BENCH(throughput) { return std::to_string(12345); }
TARE_OPTIONS(throughput, mode(tare::Mode::throughput).threads(2));

// A benchmark can say that it makes no sense here, or that something is wrong.
TARE_BENCH(needs_a_file) {
  if (!std::filesystem::exists("/no/such/file")) tare::skip("needs /no/such/file");
}
