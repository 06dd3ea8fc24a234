// SPDX-License-Identifier: Apache-2.0
// A benchmark's file with one of each thing that the umbrella offers.
#include <cstdint>
#include <string>
#include <tare/tare.hpp>
#include <vector>

struct Numbers {
  std::size_t size = 0;
  std::vector<int> values;
  std::uint64_t seen = 0;

  static void params(tare::Params<Numbers>& params) {
    params.add("size", &Numbers::size, {10, 100});
  }
  static void counters(tare::Counters<Numbers>& counters) { counters.rate("seen", &Numbers::seen); }
  void set_up(tare::Trial) { values.assign(size, 1); }
  void tear_down(tare::Trial) { values.clear(); }
};

struct Scratch {
  static constexpr auto scope = tare::Scope::thread;
  std::string text;
  void set_up(tare::Invocation, const Numbers& numbers) { text.assign(numbers.size, 'x'); }
};

TARE_GROUP(group);

TARE_BENCH(empty) {}

TARE_BENCH(returns_a_value) { return std::vector<int>(10); }
TARE_OPTIONS(returns_a_value, drop(outside).operations(10));

TARE_BENCH(takes_states, Numbers& numbers, Scratch& scratch) {
  numbers.seen += numbers.values.size();
  scratch.text += 'y';
  return scratch.text.size();
}

TARE_BENCH(takes_its_own_time, tare::ManualTime& time) { time.record_ns(1.0); }

using Texts = tare::types<tare::named<"string", std::string>, std::vector<char>>;
TARE_BENCH_TYPED(of_types, Text, Texts) {
  Text text(10, 'x');
  tare::hide(text);
  tare::keep(text);
  return text;
}

TARE_ROLE(queue, put, Numbers& numbers, tare::Control& control) {
  while (!control.iteration_over() && numbers.seen > 0) {
  }
  return control.measuring();
}
TARE_ROLE(queue, take, const Numbers&) {}
TARE_OPTIONS(queue_put, threads(3).drop(outside));

TARE_GROUP();
