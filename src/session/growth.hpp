// SPDX-License-Identifier: Apache-2.0
// How cases of one benchmark grow with a parameter (`--fit`).
#pragma once

#include "tare/record.hpp"

namespace tare::session {

/// Fits the times of all cases that differ in one numeric parameter alone: the fit is added to
/// each of them, and a note says it. Where there are values enough but not all above 0, or no
/// parameter at all that could be fitted, a note says that.
void fit_growth(Report& report);

}  // namespace tare::session
