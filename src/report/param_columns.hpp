// SPDX-License-Identifier: Apache-2.0
// Parameters as columns of a table: cases of several benchmarks have different ones.
#pragma once

#include <string>
#include <vector>

#include "tare/record.hpp"

namespace tare::report {

/// Names of all parameters of all cases, ascending.
std::vector<std::string> param_names(const std::vector<Case>& cases);

/// The value for each of `names`, or `missing` where the case has no such parameter.
std::vector<std::string> param_values(const Case& one, const std::vector<std::string>& names,
                                      const std::string& missing);

}  // namespace tare::report
