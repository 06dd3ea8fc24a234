// SPDX-License-Identifier: Apache-2.0
// Mistakes that a benchmark's author can make, one at a time (MISTAKE): each must be told in our
// words. Without one it compiles.
#include <string>
#include <tare/async.hpp>
#include <tare/tare.hpp>

#define NONE 0
#define STATE_BY_VALUE 1
#define STATE_BY_POINTER 2
#define NO_DEFAULT_CONSTRUCTOR 3
#define UNKNOWN_PARAM_TYPE 4
#define NO_TYPES 5
#define LATER_STATE 6
#define STATE_NOT_TAKEN 7
#define NO_LEVEL 8
#define NO_COMPLETION 9
#define TIMED_IN_FLIGHT 10
#define NONE_IN_FLIGHT 11

namespace {

struct Plain {
#if MISTAKE == NO_DEFAULT_CONSTRUCTOR
  explicit Plain(int) {}
#endif
};

struct NoText {};

struct WithParams {
#if MISTAKE == UNKNOWN_PARAM_TYPE
  NoText value;
#else
  std::string value;
#endif
  static void params(tare::Params<WithParams>& p) { p.add("value", &WithParams::value, {"x"}); }
};

struct Behind;

struct Hooked {
#if MISTAKE == LATER_STATE
  void set_up(tare::Iteration, const Behind&) {}
#elif MISTAKE == STATE_NOT_TAKEN
  void tear_down(tare::Trial, const WithParams&, Behind&) {}
#elif MISTAKE == NO_LEVEL
  void set_up() {}
#else
  void set_up(tare::Iteration, const Plain&) {}
#endif
};

struct Behind {
  void tear_down(tare::Trial, Hooked&) {}
  void set_up(tare::Invocation, const Hooked&, Plain&) {}  // In any order.
};

#if MISTAKE == NO_TYPES
using Types = tare::types<>;
#else
using Types = tare::types<int, tare::named<"text", std::string> >;
#endif

}  // namespace

#if MISTAKE == STATE_BY_VALUE
TARE_BENCH(takes, Plain) {}
#elif MISTAKE == STATE_BY_POINTER
TARE_BENCH(takes, Plain*) {}
#else
TARE_BENCH(takes, const Plain&) {}
#endif

#if MISTAKE == NO_COMPLETION
TARE_CALLBACK_BENCH(completes, tare::InFlight<2>, Plain&) {}
#elif MISTAKE == TIMED_IN_FLIGHT
TARE_CALLBACK_BENCH(completes, tare::InFlight<2>, tare::Completion done, tare::ManualTime&) {
  done();
}
#elif MISTAKE == NONE_IN_FLIGHT
TARE_CALLBACK_BENCH(completes, tare::InFlight<0>, tare::Completion done) { done(); }
#else
TARE_CALLBACK_BENCH(completes, tare::InFlight<2>, tare::Completion done) { done(); }
#endif

TARE_BENCH(params, const WithParams&) {}

TARE_BENCH(hooks, Plain&, Hooked&, Behind&) {}

TARE_BENCH_TYPED(typed, T, Types) { return T(); }
