// SPDX-License-Identifier: Apache-2.0
// The order in which JDK 17's hash tables are iterated.
#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "meaning_bins.hpp"

namespace javaser {

void order_by_table(const Table& table, const std::vector<std::int32_t>& hashes, std::size_t stride,
                    std::vector<Node>& values) {
  std::vector<std::uint32_t> bins;
  bins.reserve(hashes.size());
  std::vector<std::size_t> order(hashes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto by_bin = [&](std::size_t left, std::size_t right) { return bins[left] < bins[right]; };
  if (table.kind == TableKind::hashtable) {
    // New entries come first in their bins, and the last bin is the first to be iterated.
    for (const std::int32_t hash : hashes)
      bins.push_back((static_cast<std::uint32_t>(hash) & 0x7fffffff) % table.capacity);
    std::ranges::stable_sort(order, by_bin);
    std::ranges::reverse(order);
  } else {
    std::uint32_t capacity = table.capacity;
    std::optional<std::vector<std::size_t>> known;
    if (table.kind == TableKind::hash_map) {
      const HashMapBins filled(table, hashes, [&](std::size_t left, std::size_t right) {
        return order_of_keys(values[left * stride], values[right * stride]);
      });
      capacity = filled.capacity();
      known = filled.order();
    }
    for (const std::int32_t hash : hashes) bins.push_back(spread(hash) & (capacity - 1));
    std::ranges::stable_sort(order, by_bin);
    if (known) order = std::move(*known);
  }
  std::vector<Node> ordered;
  ordered.reserve(values.size());
  for (const std::size_t entry : order)
    for (std::size_t part = 0; part < stride; ++part)
      ordered.push_back(values[entry * stride + part]);
  values = std::move(ordered);
}

}  // namespace javaser
