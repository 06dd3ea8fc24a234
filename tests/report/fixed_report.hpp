// SPDX-License-Identifier: Apache-2.0
// A report with something of everything, and names as unkind as they come.
#pragma once

#include "tare/record.hpp"

namespace tare::test {

/// A timed metric with one fork score for each of `forks`.
Metric timed(std::vector<double> forks, double error, const char* unit = "ns/op");

/// A metric with a figure and no spread, as profilers find it.
Metric counted(const char* label, const char* unit, double score);

Report fixed_report();

}  // namespace tare::test
