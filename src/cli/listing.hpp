// SPDX-License-Identifier: Apache-2.0
// What -l, -lp, -lprof and -lrf print.
#pragma once

#include <string>

#include "catalog/plan.hpp"

namespace tare::cli {

std::string list_benchmarks(const catalog::Catalog& catalog, const catalog::Request& request,
                            bool with_params);
std::string list_profilers();
std::string list_formats();

}  // namespace tare::cli
