// SPDX-License-Identifier: Apache-2.0
// A file with benchmarks and no tests: groups of other files must not reach it, nor its group
// them.
#include "tare/tare.hpp"

TARE_BENCH(in_another_file) {}

TARE_GROUP(another);

TARE_BENCH(in_its_group) {}
