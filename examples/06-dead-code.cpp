// SPDX-License-Identifier: Apache-2.0
// A result that nobody looks at need not be computed, and compilers leave it out. Return it: what a
// body returns is kept. Of several results, tare::keep() the others.
//
// You see `wrong_dropped` take what `empty` takes, and `wrong_only_one_kept` half of
// `right_both_kept`.
#include <tare/tare.hpp>

namespace {

struct Angle {
  double radians = 1.25;
};

// Something the compiler can see through, as it can through the code of most headers.
double series(double x) {
  double sum = 0;
  for (int i = 1; i < 20; ++i) sum += x / i;
  return sum;
}

}  // namespace

TARE_BENCH(empty) {}

TARE_BENCH(wrong_dropped, const Angle& angle) { (void)series(angle.radians); }

TARE_BENCH(right_returned, const Angle& angle) { return series(angle.radians); }

TARE_BENCH(wrong_only_one_kept, const Angle& angle) {
  (void)series(angle.radians);
  return series(angle.radians + 1);
}

TARE_BENCH(right_both_kept, const Angle& angle) {
  tare::keep(series(angle.radians));
  return series(angle.radians + 1);
}
