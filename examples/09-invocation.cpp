// SPDX-License-Identifier: Apache-2.0
// Sorting changes its input, so every call needs a fresh one. The wrong way sorts what is sorted
// already, all but the first time. The right way is a state with an invocation level: a batch of
// inputs is made before the clock starts, and no clock is stopped and started around a call.
//
// You see `wrong_sorts_the_sorted` take a fraction of the others.
#include <algorithm>
#include <random>
#include <tare/tare.hpp>
#include <vector>

namespace {

struct Master {
  std::vector<int> values;
  void set_up(tare::Trial) {
    values.resize(1000);
    std::mt19937 random(1);
    for (int& value : values) value = static_cast<int>(random());
  }
};

// One per call of a batch: keep what is heavy in an earlier state, which set_up takes by reference.
struct Copy {
  std::vector<int> values;
  void set_up(tare::Invocation, const Master& master) { values = master.values; }
};

}  // namespace

TARE_BENCH(wrong_sorts_the_sorted, Master& master) {
  std::sort(master.values.begin(), master.values.end());
}

// Also right, but it measures the copy too.
TARE_BENCH(copy_and_sort, const Master& master) {
  std::vector<int> values = master.values;
  std::sort(values.begin(), values.end());
  return values;
}

TARE_BENCH(right_sorts_the_random, const Master&, Copy& copy) {
  std::sort(copy.values.begin(), copy.values.end());
}
