// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <random>
#include <vector>

#include "map_objects.hpp"

TARE_GROUP(conjure);

namespace {

/// All keys of the map in a random order that is always the same; one that is missing if it has
/// none.
struct Keys {
  std::vector<std::string> keys;
  std::size_t next = 0;

  void set_up(tare::Trial, const suite::Input& input) {
    for (std::size_t i = 1; i <= suite::entries_of(input.document); ++i)
      keys.push_back("key" + std::to_string(i));
    if (keys.empty()) keys.emplace_back(suite::first_key);
    constexpr unsigned any_seed = 1;
    std::shuffle(keys.begin(), keys.end(), std::mt19937(any_seed));
  }
  const std::string& draw() {
    if (next == keys.size()) next = 0;
    return keys[next++];
  }
};

}  // namespace

/// Finds one key.
TARE_BENCH_TYPED(lookup, mapImpl, suite::MapImpls, const suite::Input&, Keys& keys,
                 const suite::ReadObject<mapImpl>& read) {
  return suite::contains(read.object.map, keys.draw());
}
