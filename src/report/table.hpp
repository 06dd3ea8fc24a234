// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tare/record.hpp"

namespace tare::report {

/// JMH's table: a row for each case in the report's order, directly under it a row for each
/// secondary metric (`name:label`) and, in mode `sample`, for percentiles (`name:p0.50`). Beside
/// the error stands the range of fork scores. A case that is not ok has its outcome in the place
/// of a score. Under the table stands what its marks mean. Ends in a newline.
std::string result_table(const Report& report);

}  // namespace tare::report
