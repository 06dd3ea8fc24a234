// SPDX-License-Identifier: Apache-2.0
// The figures of a case, as formats that have a row for each show them.
#pragma once

#include <functional>

#include "tare/record.hpp"

namespace tare::report {

/// Calls `take` with the primary metric, in mode `sample` with its percentiles (a label `p0.50`, a
/// score and a unit each), then with the secondary ones.
void for_each_figure(const Case& one, const std::function<void(const Metric&)>& take);

/// `benchmark:label`; the primary metric has none.
std::string figure_name(const Case& one, const Metric& figure);

}  // namespace tare::report
