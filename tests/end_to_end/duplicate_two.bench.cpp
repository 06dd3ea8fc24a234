// SPDX-License-Identifier: Apache-2.0
#include "tare/tare.hpp"

TARE_BENCH(same) {}
