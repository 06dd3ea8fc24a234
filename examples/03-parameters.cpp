// SPDX-License-Identifier: Apache-2.0
// Parameters are members of a state that the command line can set: the benchmark runs for each
// value, and for each combination where there are several.
//
//     03-parameters -lp
//     03-parameters -p size=10,100000 -p order=sorted
#include <algorithm>
#include <random>
#include <tare/tare.hpp>
#include <vector>

namespace {

enum class Order { sorted, shuffled };

struct Haystack {
  int size;
  Order order;
  std::vector<int> values;

  static void params(tare::Params<Haystack>& p) {
    p.add("size", &Haystack::size, {100, 10'000});
    p.choice("order", &Haystack::order, {{"sorted", Order::sorted}, {"shuffled", Order::shuffled}});
  }

  void set_up(tare::Trial) {
    for (int i = 0; i < size; ++i) values.push_back(i % 256);
    if (order == Order::sorted) std::sort(values.begin(), values.end());
    if (order == Order::shuffled) std::shuffle(values.begin(), values.end(), std::mt19937(1));
  }
};

}  // namespace

// The same work on the same numbers: what differs is how well the branch is predicted.
TARE_BENCH(sum_of_large, const Haystack& haystack) {
  long sum = 0;
  for (int value : haystack.values) {
    if (value >= 128) sum += value;
    tare::clobber();  // Keeps the compiler from turning the branch into arithmetic.
  }
  return sum;
}
