// SPDX-License-Identifier: Apache-2.0
// A benchmark's file with one of each thing that tare/async.hpp offers.
#include <tare/async.hpp>
#include <tare/tare.hpp>

namespace {

struct Loop {
  unsigned in_flight = 3;
  void drive() {}
};

tare::Task<int> one(Loop&) { co_return 1; }

}  // namespace

TARE_GROUP(group);

TARE_ASYNC_BENCH(coroutine, tare::InFlight<8>, Loop& loop, tare::Control&) {
  tare::keep(co_await one(loop));
}
TARE_OPTIONS(coroutine, threads(2));

TARE_ASYNC_BENCH(of_a_member, tare::InFlight<&Loop::in_flight>, const Loop&) { co_return; }

TARE_CALLBACK_BENCH(callback, tare::Latency<3>, tare::Completion done) { done(); }
