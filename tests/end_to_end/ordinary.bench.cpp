// SPDX-License-Identifier: Apache-2.0
// Benchmarks that go well.
#include <cstdio>
#include <cstdlib>

#include "tare/tare.hpp"

namespace {

struct Work {
  unsigned rounds = 0;
  static void params(tare::Params<Work>& p) { p.add("rounds", &Work::rounds, {10, 1000}); }
};

template <class T>
struct Holder {
  T value{};
};

using Numbers = tare::types<tare::named<"int", int>, tare::named<"double", double>>;

struct Counting {
  static constexpr auto scope = tare::Scope::thread;
  long calls = 0;
  static void counters(tare::Counters<Counting>& c) { c.event("calls", &Counting::calls); }
};

}  // namespace

TARE_GROUP(ordinary);

TARE_BENCH(work, const Work& work) {
  unsigned sum = 0;
  for (unsigned i = 0; i < work.rounds; ++i) {
    sum += i;
    tare::hide(sum);
  }
  return sum;
}

TARE_BENCH_TYPED(typed, T, Numbers, Holder<T>& holder) { return holder.value += 1; }

TARE_BENCH(counted, Counting& state) { ++state.calls; }

/// Leaves a file behind, so that a test can tell whether anything ran.
TARE_BENCH(touch) {
  static const bool touched = [] {
    const char* const file = std::getenv("TARE_TOUCH");
    if (file != nullptr) std::fclose(std::fopen(file, "w"));
    return true;
  }();
  return touched;
}
