// SPDX-License-Identifier: Apache-2.0
// Operations that something else completes. The wrong way measures how fast they are handed over;
// the right ones measure completion, with as many in flight as a program would have.
//
//     19-coroutines -p in_flight=1..64*4
//     19-coroutines echo -prof mem          the bytes of the coroutine's frame, and nothing else
//
// You see `wrong_submit_only` as fast as a queue takes requests, which nobody has answered; `echo`
// get faster per operation as more are in flight, since a round of the loop serves all that are
// there; and `latency` get slower by that, since each waits for the others.
#include <coroutine>
#include <deque>
#include <functional>
#include <tare/async.hpp>
#include <tare/tare.hpp>
#include <utility>

namespace {

/// A server of one's own: it takes requests, and answers all it has in each round.
class Loop {
 public:
  void request(std::function<void()> answered) { waiting_.push_back(std::move(answered)); }

  /// The harness calls it while it waits.
  void drive() {
    for (int i = 0; i < 1000; ++i) tare::keep(i);  // What a round costs, such as a system call.
    for (std::size_t ready = waiting_.size(); ready > 0; --ready) {
      const std::function<void()> answered = std::move(waiting_.front());
      waiting_.pop_front();
      answered();
    }
  }

  /// What coroutines await.
  auto round_trip() {
    struct Answer {
      Loop& loop;
      bool await_ready() const { return false; }
      void await_suspend(std::coroutine_handle<> waiting) { loop.request(waiting); }
      int await_resume() const { return 1; }
    };
    return Answer{*this};
  }

  std::size_t waiting() const { return waiting_.size(); }
  void forget() { waiting_.clear(); }

 private:
  std::deque<std::function<void()>> waiting_;
};

struct Load {
  int in_flight;
  static void params(tare::Params<Load>& p) {
    p.add("in_flight", &Load::in_flight, tare::multiplied(1, 16, 4));
  }
};

}  // namespace

TARE_BENCH(wrong_submit_only, Loop& loop) {
  loop.request([] {});
  if (loop.waiting() == 1000) loop.forget();
}

// The braces are a coroutine; it may await whatever has awaiters.
TARE_ASYNC_BENCH(echo, tare::InFlight<&Load::in_flight>, Loop& loop, const Load&) {
  tare::keep(co_await loop.round_trip());
}

// The same, and an operation's time is that from its start to its completion.
TARE_ASYNC_BENCH(latency, tare::Latency<&Load::in_flight>, Loop& loop, const Load&) {
  tare::keep(co_await loop.round_trip());
}

// For libraries with callbacks: `done` may be called at once, later, and on any thread.
TARE_CALLBACK_BENCH(by_callback, tare::InFlight<8>, tare::Completion done, Loop& loop) {
  loop.request(done);
}
