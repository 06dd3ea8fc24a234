// SPDX-License-Identifier: Apache-2.0
// Comparisons as JSON. docs/comparing.md describes it.
#pragma once

#include <string>

#include "tare/comparison.hpp"

namespace tare {

/// `{"tare": {…}, "comparisons": […]}`. Valid JSON in UTF-8 whatever the names and the locale;
/// doubles are exact, and what is no number is the string "NaN", "+INF" or "-INF".
std::string to_json(const ComparisonReport& report);

}  // namespace tare
