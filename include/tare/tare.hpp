// SPDX-License-Identifier: Apache-2.0
// All that a benchmark's author types. Held under a budget of preprocessed lines.
#pragma once

#include "tare/bench.hpp"
#include "tare/keep.hpp"
#include "tare/options.hpp"
#include "tare/params.hpp"
#include "tare/state.hpp"
