// SPDX-License-Identifier: Apache-2.0
// Code whose instructions test_loops.py reads, by itself and linked with program.cpp.
#include <string>

#include "tare/tare.hpp"

namespace {
struct State {
  int value = 1;
};
struct PerCall {
  void set_up(tare::Invocation) {}
  int value = 1;
};
}  // namespace

TARE_BENCH(empty) {}
TARE_BENCH(returns_int) { return 1; }
TARE_BENCH(returns_double, State& state) { return state.value * 2.5; }
TARE_BENCH(loops_itself) {
  for (int i = 0; i < 1000; ++i) tare::keep(i);
}
TARE_BENCH(folds, State&) {
  int sum = 0;
  for (int i = 0; i < 1000; ++i) sum += i;
  return sum;
}
TARE_BENCH(sums_hidden, State&) {
  int sum = 0;
  for (int i = 0; i < 1000; ++i) {
    int each = i;
    tare::hide(each);
    sum += each;
  }
  return sum;
}
TARE_BENCH(adds, State& state) { ++state.value; }
TARE_BENCH(adds_per_call, PerCall& state) { ++state.value; }

int global = 0;

extern "C" {
void keep_product(int a, int b) { tare::keep(a * b); }
void drop_product(int a, int b) { (void)(a * b); }
void keep_quotient(double a, double b) { tare::keep(a / b); }
struct Pair {
  long first, second;
};
void keep_pair(long a, long b) { tare::keep(Pair{a * b, a}); }
int hide_one() {
  int one = 1;
  tare::hide(one);
  return one + 41;
}
double hide_double() {
  double one = 1;
  tare::hide(one);
  return one + 41;
}
int show_one() {
  int one = 1;
  return one + 41;
}
int* keep_pointer(int* p) {
  *p = 1;
  tare::keep(p);
  *p = 2;
  return p;
}
void store_twice() {
  global = 1;
  tare::clobber();
  global = 2;
}
void store_once() {
  global = 1;
  global = 2;
}
}
