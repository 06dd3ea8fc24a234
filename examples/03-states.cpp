// SPDX-License-Identifier: Apache-2.0
// What a benchmark works on is a state: an object that is set up outside the measured time. The
// body takes it by reference.
//
// set_up(tare::Trial) runs once per fork, set_up(tare::Iteration) before each iteration; tear_down
// mirrors them.
#include <numeric>
#include <tare/tare.hpp>
#include <vector>

namespace {

struct Numbers {
  std::vector<int> values;

  void set_up(tare::Trial) {
    values.resize(10'000);
    std::iota(values.begin(), values.end(), 0);
  }
};

}  // namespace

TARE_BENCH(sum, const Numbers& numbers) {
  return std::accumulate(numbers.values.begin(), numbers.values.end(), 0L);
}

// One call handles 10,000 numbers: the score of `sum_each` is per number.
TARE_BENCH(sum_each, const Numbers& numbers) {
  return std::accumulate(numbers.values.begin(), numbers.values.end(), 0L);
}
TARE_OPTIONS(sum_each, operations(10'000));
