// SPDX-License-Identifier: Apache-2.0
// Where the cost is, as profilers found.
#pragma once

#include <string>

#include "tare/record.hpp"

namespace tare::report {

/// Each table of each case after an empty line, under its case and title. Files are named without
/// their folders; results files have the whole. Empty if there is none.
std::string hot_spots_text(const Report& report);

/// What profilers' forks have written: a line for each file under a heading. Empty if there is
/// none.
std::string profile_files_text(const Report& report);

}  // namespace tare::report
