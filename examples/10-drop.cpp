// SPDX-License-Identifier: Apache-2.0
// Where a result is destroyed matters twice. Destroying it takes time: that belongs to the measured
// cost if your program pays it in the same place. And a block freed at once is the hottest block
// there is: the next call gets the same memory, warm in the cache, which a program that keeps its
// results never sees.
//
// drop(outside) keeps a batch's results and destroys them off the clock.
#include <string>
#include <tare/tare.hpp>
#include <vector>

TARE_BENCH(freed_at_once) { return std::vector<std::string>(100, std::string(100, 'x')); }

TARE_BENCH(kept) { return std::vector<std::string>(100, std::string(100, 'x')); }
TARE_OPTIONS(kept, drop(outside));
