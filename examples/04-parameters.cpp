// SPDX-License-Identifier: Apache-2.0
// Parameters are members of a state that the command line can set: the benchmark runs for each
// value, and for each combination where there are several. The values may be a list, a rule, any
// range or function, or the lines of a file (tare::lines("words.txt")).
//
//     04-parameters -lp
//     04-parameters -p size=10,100000 -p order=shuffled
//     04-parameters -p size=1..1024*2 -p needle=@words.txt
//
// You see that a look-up in a sorted vector grows by a step for each doubling, and one through all
// of it grows with the size; at few elements the simple one is the faster.
#include <algorithm>
#include <random>
#include <string>
#include <tare/tare.hpp>
#include <vector>

namespace {

enum class Order { sorted, shuffled };

/// Values from a function: asked for when the run is planned.
std::vector<std::string> needles() { return {"word7", "nowhere"}; }

struct Haystack {
  int size;
  Order order;
  std::string needle;
  std::vector<std::string> words;

  static void params(tare::Params<Haystack>& p) {
    p.add("size", &Haystack::size, tare::multiplied(8, 512, 8));  // 8, 64, 512
    p.choice("order", &Haystack::order, {{"sorted", Order::sorted}, {"shuffled", Order::shuffled}});
    p.add("needle", &Haystack::needle, needles);
  }

  void set_up(tare::Trial) {
    for (int i = 0; i < size; ++i) words.push_back("word" + std::to_string(i));
    std::sort(words.begin(), words.end());
    if (order == Order::shuffled) std::shuffle(words.begin(), words.end(), std::mt19937(1));
  }
};

}  // namespace

TARE_BENCH(find, const Haystack& haystack) {
  if (haystack.order == Order::sorted)
    return std::binary_search(haystack.words.begin(), haystack.words.end(), haystack.needle);
  return std::find(haystack.words.begin(), haystack.words.end(), haystack.needle) !=
         haystack.words.end();
}
