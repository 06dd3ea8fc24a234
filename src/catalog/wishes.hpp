// SPDX-License-Identifier: Apache-2.0
// What the roles of a benchmark ask for, together.
#pragma once

#include <vector>

#include "tare/options.hpp"

namespace tare::catalog {

/// Adds to `all` what `role` asks for the whole benchmark: all but its own threads, and where its
/// results are dropped. Returns the names of those wishes that contradict one in `all`.
std::vector<const char*> add_wishes(Options& all, const Options& role);

}  // namespace tare::catalog
