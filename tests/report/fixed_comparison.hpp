// SPDX-License-Identifier: Apache-2.0
// A comparison with something of everything, and names as unkind as they come.
#pragma once

#include "tare/comparison.hpp"

namespace tare::test {

ComparisonReport fixed_comparison();

}  // namespace tare::test
