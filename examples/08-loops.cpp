// SPDX-License-Identifier: Apache-2.0
// The harness repeats the body; a loop of your own in it measures something else. The optimiser
// may do the whole loop at once: vectorise it, sum it up by a formula, take out of it what does not
// change. And what overlaps between its rounds, your program may do one by one.
//
// You see `wrong_sum_of_1000` take less than a nanosecond per addition where `right_one` takes what
// an addition takes with all that is around it; and that a loop is fine where each round is told
// apart: `right_1000_kept` comes near to the single one.
#include <tare/tare.hpp>

namespace {

struct Numbers {
  int x = 1;
  int y = 2;
};

}  // namespace

TARE_BENCH(right_one, const Numbers& numbers) { return numbers.x + numbers.y; }

TARE_BENCH(wrong_sum_of_1000, const Numbers& numbers) {
  int sum = 0;
  for (int i = 0; i < 1000; ++i) sum += numbers.x + numbers.y;
  return sum;
}
TARE_OPTIONS(wrong_sum_of_1000, operations(1000));

TARE_BENCH(right_1000_kept, const Numbers& numbers) {
  for (int i = 0; i < 1000; ++i) tare::keep(numbers.x + numbers.y);
}
TARE_OPTIONS(right_1000_kept, operations(1000));
