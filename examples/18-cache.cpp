// SPDX-License-Identifier: Apache-2.0
// How much is touched, and in which order, can matter more than what is done with it. Each step of
// these walks reads where to go next, so that no two of them overlap.
//
// You see a step take a nanosecond or so while all fits the first cache, and rise as it outgrows
// one cache after the other; in order it hardly rises, since the next line is fetched beforehand.
// A benchmark whose data is small measures the first of these, whatever its program will do.
#include <algorithm>
#include <numeric>
#include <random>
#include <tare/tare.hpp>
#include <vector>

namespace {

enum class Order { in_order, at_random };

struct Walk {
  std::size_t kilobytes;
  Order order;
  struct alignas(64) Line {
    std::size_t next;
  };
  std::vector<Line> lines;
  std::size_t at = 0;

  static void params(tare::Params<Walk>& p) {
    p.add("kilobytes", &Walk::kilobytes, tare::multiplied(16, 16'384, 32));
    p.choice("order", &Walk::order,
             {{"in_order", Order::in_order}, {"at_random", Order::at_random}});
  }

  void set_up(tare::Trial) {
    std::vector<std::size_t> stops(kilobytes * 1024 / sizeof(Line));
    std::iota(stops.begin(), stops.end(), 0);
    if (order == Order::at_random) std::shuffle(stops.begin(), stops.end(), std::mt19937(1));
    lines.resize(stops.size());
    for (std::size_t i = 0; i < stops.size(); ++i)
      lines[stops[i]].next = stops[(i + 1) % stops.size()];
  }
};

}  // namespace

TARE_BENCH(step, Walk& walk) { return walk.at = walk.lines[walk.at].next; }
