// SPDX-License-Identifier: Apache-2.0
// The same work on the same numbers takes several times as long when nobody can guess which way a
// branch goes. Real input is seldom sorted, and a benchmark's input should be like it.
//
// You see `sorted` take a fraction of `shuffled`, per number. `short_cycle` is the trap: numbers in
// random order, but so few that the processor knows their sequence by heart after some rounds.
#include <algorithm>
#include <random>
#include <tare/tare.hpp>
#include <vector>

namespace {

enum class Order { sorted, shuffled, short_cycle };

struct Numbers {
  Order order;
  std::vector<int> values;

  static void params(tare::Params<Numbers>& p) {
    p.choice("order", &Numbers::order,
             {{"sorted", Order::sorted},
              {"shuffled", Order::shuffled},
              {"short_cycle", Order::short_cycle}});
  }

  void set_up(tare::Trial) {
    constexpr std::size_t count = 32'768;
    const std::size_t unlike = order == Order::short_cycle ? 128 : count;
    std::mt19937 random(1);
    for (std::size_t i = 0; i < unlike; ++i) values.push_back(static_cast<int>(random() % 256));
    if (order == Order::sorted) std::sort(values.begin(), values.end());
    while (values.size() < count) values.push_back(values[values.size() - unlike]);
  }
};

}  // namespace

TARE_BENCH(sum_of_large, const Numbers& numbers) {
  long sum = 0;
  for (int value : numbers.values) {
    if (value < 128) continue;
    sum += value;
    tare::keep(sum);  // Keeps the compiler from turning the branch into arithmetic.
  }
  return sum;
}
TARE_OPTIONS(sum_of_large, operations(32'768));
