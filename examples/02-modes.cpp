// SPDX-License-Identifier: Apache-2.0
// One body, four questions. Run it with each mode:
//
//     02-modes -bm avgt      what does a call take, on average
//     02-modes -bm thrpt     how many calls are done in a time, over all threads (-t 2)
//     02-modes -bm sample    how are the times of single calls spread: look at p1.00
//     02-modes -bm ss        what does a call take in a process that has never made it
//     02-modes -bm all
//
// You see that `ss` is many times `avgt`: the first call finds nothing in the caches and pays for
// everything that is made on first use. And that the mean of `sample` is above `avgt`: it reads the
// clock for every single call, avgt once for thousands.
#include <string>
#include <tare/tare.hpp>
#include <unordered_map>

TARE_BENCH(count_words) {
  std::unordered_map<std::string, int> counts;
  for (const char* word : {"to", "be", "or", "not", "to", "be"}) ++counts[word];
  return counts;
}
