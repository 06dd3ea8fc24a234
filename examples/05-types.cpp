// SPDX-License-Identifier: Apache-2.0
// A type parameter is a column like any other, and each type an instantiation of its own: no
// virtual call, no function pointer in the loop.
//
//     05-types -p Map=std::map
#include <map>
#include <tare/tare.hpp>
#include <unordered_map>

namespace {

using Maps = tare::types<tare::named<"std::map", std::map<int, int>>,
                         tare::named<"std::unordered_map", std::unordered_map<int, int>>>;

template <class Map>
struct Filled {
  Map map;
  int next = 0;
  void set_up(tare::Trial) {
    for (int i = 0; i < 1000; ++i) map.emplace(i * 7919, i);
  }
};

}  // namespace

TARE_BENCH_TYPED(find, Map, Maps, Filled<Map>& filled) {
  filled.next = (filled.next + 1) % 1000;
  return filled.map.find(filled.next * 7919)->second;
}

TARE_BENCH_TYPED(build, Map, Maps) {
  Map map;
  for (int i = 0; i < 100; ++i) map.emplace(i, i);
  return map;
}
