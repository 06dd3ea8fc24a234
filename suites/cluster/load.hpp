// SPDX-License-Identifier: Apache-2.0
// How requests are sent: what all benchmarks here take.
#pragma once

#include <cstdint>
#include <ctime>
#include <string_view>
#include <tare/tare.hpp>

namespace suite {

/// The two ways that a client asks by.
enum class Api : std::uint8_t {
  call,   ///< A stored function that does the work.
  space,  ///< The space itself: of an instance its own requests, of a router those of crud.
};

struct Load {
  Api api = Api::call;
  unsigned connections = 1;  ///< Of a thread, or of all where they are shared.
  unsigned in_flight = 64;   ///< Operations of a thread at once.

  static void params(tare::Params<Load>& p) {
    p.choice("api", &Load::api, {{"call", Api::call}, {"space", Api::space}});
    p.add("connections", &Load::connections, {"1"});
    p.add("inFlight", &Load::in_flight, {"64"});
  }
  void set_up(tare::Trial) const {
    if (connections == 0 || in_flight == 0) tare::fail("connections and inFlight are at least 1");
  }
};

/// What the client spends, beside the score; servers are processes of their own. Each of the
/// benchmark's threads tells its share of what the process took: event loops may be threads too.
struct Spent {
  static constexpr auto scope = tare::Scope::thread;

  /// In nanoseconds, since this was made.
  class Share {
   public:
    explicit operator double() const {
      return (now() - begun_) / __atomic_load_n(&threads, __ATOMIC_RELAXED);
    }

   private:
    static double now() {
      timespec time{};
      clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
      return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
    }
    double begun_ = now();
  };

  Share cpu;
  static inline unsigned threads = 0;

  Spent() { __atomic_fetch_add(&threads, 1U, __ATOMIC_RELAXED); }
  ~Spent() { __atomic_fetch_sub(&threads, 1U, __ATOMIC_RELAXED); }
  static void counters(tare::Counters<Spent>& c) { c.time("cpu", &Spent::cpu); }
};

/// Operations that were begun, whether or not they were completed in the time: what a benchmark
/// that joins its answers off the clock takes for throughput.
struct Submitted {
  static constexpr auto scope = tare::Scope::thread;
  std::uint64_t operations = 0;
  static void counters(tare::Counters<Submitted>& c) {
    c.items("submitted", &Submitted::operations);
  }
};

/// Keys of records, drawn in an order that is the same in each fork.
class Keys {
 public:
  static constexpr auto scope = tare::Scope::thread;

  /// A random number of 64 bits (xorshift, G. Marsaglia, 2003).
  std::uint64_t draw() {
    state_ ^= state_ << 13U;
    state_ ^= state_ >> 7U;
    state_ ^= state_ << 17U;
    return state_;
  }

 private:
  std::uint64_t state_ = 88172645463325252U;  // As there.
};

}  // namespace suite
