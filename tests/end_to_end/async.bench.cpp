// SPDX-License-Identifier: Apache-2.0
// Operations in flight, through forks, profilers and time-outs.
#include <tare/async.hpp>
#include <tare/tare.hpp>
#include <utility>

namespace {

/// A loop of one place for each operation, which allocates nothing.
class Loop {
 public:
  void drive() {
    for (std::coroutine_handle<>& waiting : waiting_)
      if (waiting) std::exchange(waiting, nullptr).resume();
  }
  auto turn() {
    struct Awaiter {
      Loop& loop;
      bool await_ready() const { return false; }
      void await_suspend(std::coroutine_handle<> waiting) {
        for (std::coroutine_handle<>& place : loop.waiting_)
          if (!place) return void(place = waiting);
        tare::fail("more in flight than asked for");
      }
      void await_resume() const {}
    };
    return Awaiter{*this};
  }

 private:
  std::coroutine_handle<> waiting_[8] = {};
};

}  // namespace

TARE_GROUP(async);

TARE_ASYNC_BENCH(frame, tare::InFlight<8>, Loop& loop) {
  char across[100] = {};
  tare::hide(across);
  co_await loop.turn();
  tare::keep(across);
}

// A frame like those, and nothing else: the coroutine is never begun.
TARE_BENCH(frame_by_hand, Loop& loop) {
  tare::Task<> operation = tare_bench_frame::body(loop);
  tare::keep(operation);
}

TARE_CALLBACK_BENCH(never, tare::InFlight<2>, tare::Completion) {}

TARE_ASYNC_BENCH(throws, tare::InFlight<8>, Loop& loop) {
  co_await loop.turn();
  throw 42;
}
