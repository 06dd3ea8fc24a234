// SPDX-License-Identifier: Apache-2.0
// Groups of unlike threads: roles that share a queue, that wait for each other, and that would for
// ever.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <thread>

#include "tare/tare.hpp"

namespace {

struct Counter {
  std::atomic<long> value = 0;
};

/// A queue of one place that blocks, and knows nothing of iterations.
struct Place {
  static constexpr auto scope = tare::Scope::group;
  std::mutex mutex;
  std::condition_variable changed;
  bool full = false;

  void set(bool value) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return full != value; });
    full = value;
    changed.notify_one();
  }
};

struct Ball {
  static constexpr auto scope = tare::Scope::group;
  std::atomic<bool> here = false;

  bool pass(bool to, const tare::Control& control) {
    bool from = !to;
    while (!here.compare_exchange_strong(from, to)) {
      if (control.iteration_over()) return false;
      from = !to;
      std::this_thread::yield();
    }
    return true;
  }
};

struct Calls {
  static constexpr auto scope = tare::Scope::thread;
  long calls = 0;
  static void counters(tare::Counters<Calls>& c) { c.event("calls", &Calls::calls); }
};

/// Fails, and leaves a mark each time it is tried.
struct NeverReady {
  void set_up(tare::Trial) {
    if (const char* const file = std::getenv("TARE_TOUCH")) {
      std::FILE* const marks = std::fopen(file, "a");
      std::fputs("set up\n", marks);
      std::fclose(marks);
    }
    tare::fail("never ready");
  }
};

}  // namespace

TARE_GROUP(groups);

TARE_ROLE(counter, put, Counter& counter) { return ++counter.value; }
TARE_ROLE(counter, get, const Counter& counter, Calls& calls) {
  ++calls.calls;
  return counter.value.load();
}
TARE_OPTIONS(counter_put, threads(3));

TARE_ROLE(blocking, put, Place& place) { place.set(true); }
TARE_ROLE(blocking, take, Place& place) { place.set(false); }

TARE_ROLE(ball, ping, Ball& ball, tare::Control& control) { return ball.pass(true, control); }
TARE_ROLE(ball, pong, Ball& ball, tare::Control& control) { return ball.pass(false, control); }

/// Nobody answers.
TARE_ROLE(alone, ping, Ball& ball, tare::Control& control) { return ball.pass(true, control); }
TARE_ROLE(alone, other, tare::Control& control) { return control.measuring(); }

TARE_ROLE(failing, set, const NeverReady&) {}
TARE_ROLE(failing, get, const NeverReady&) {}

TARE_BENCH(plain) {}

TARE_BENCH(until_over, const tare::Control& control) {
  while (!control.iteration_over()) std::this_thread::yield();
}

TARE_BENCH(bound) {}

/// A thread for each call, which allocates what is gone with it.
TARE_BENCH(comes_and_goes) {
  std::thread([] { tare::keep(std::make_unique<char[]>(1000)); }).join();
}
