// SPDX-License-Identifier: Apache-2.0
// The order in which JDK 17's hash tables are iterated.
#include <algorithm>
#include <limits>
#include <numeric>

#include "meaning_content.hpp"

namespace javaser {

namespace {

// HashMap.hash(), ConcurrentHashMap.spread().
std::uint32_t spread(std::int32_t hash) {
  const auto bits = static_cast<std::uint32_t>(hash);
  return bits ^ bits >> 16;
}

/// A java.util.HashMap as far as its size is concerned: entries stay in their bins in the order in
/// which they came, also when the table is split.
class HashMapSize {
 public:
  HashMapSize(const Table& table, const std::vector<std::int32_t>& hashes)
      : hashes_(hashes), load_factor_(table.load_factor), capacity_(table.capacity) {
    threshold_ = threshold_of(capacity_);
    filled_.assign(capacity_, 0);
    for (std::size_t entry = 0; entry < hashes.size(); ++entry) put(entry);
  }

  std::uint32_t capacity() const { return capacity_; }

 private:
  void put(std::size_t entry) {
    constexpr std::uint32_t long_bin = 8;      // TREEIFY_THRESHOLD
    constexpr std::uint32_t small_table = 64;  // MIN_TREEIFY_CAPACITY: it grows instead
    const std::uint32_t in_bin = ++filled_[spread(hashes_[entry]) & (capacity_ - 1)];
    if (in_bin > long_bin && capacity_ < small_table) grow(entry + 1);
    if (entry + 1 > threshold_) grow(entry + 1);
  }

  // HashMap.resize().
  void grow(std::size_t entries) {
    constexpr std::uint32_t most = 1U << 30;  // MAXIMUM_CAPACITY
    if (capacity_ >= most) {
      threshold_ = std::numeric_limits<std::uint32_t>::max();
      return;
    }
    threshold_ = capacity_ >= 16 ? threshold_ * 2 : threshold_of(capacity_ * 2);
    capacity_ *= 2;
    filled_.assign(capacity_, 0);
    for (std::size_t entry = 0; entry < entries; ++entry)
      ++filled_[spread(hashes_[entry]) & (capacity_ - 1)];
  }

  std::uint32_t threshold_of(std::uint32_t capacity) const {
    return static_cast<std::uint32_t>(static_cast<float>(capacity) * load_factor_);
  }

  const std::vector<std::int32_t>& hashes_;
  float load_factor_;
  std::uint32_t capacity_;
  std::uint32_t threshold_;
  std::vector<std::uint32_t> filled_;  // entries by bin
};

}  // namespace

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
    const std::uint32_t capacity =
        table.kind == TableKind::hash_map ? HashMapSize(table, hashes).capacity() : table.capacity;
    for (const std::int32_t hash : hashes) bins.push_back(spread(hash) & (capacity - 1));
    std::ranges::stable_sort(order, by_bin);
  }
  std::vector<Node> ordered;
  ordered.reserve(values.size());
  for (const std::size_t entry : order)
    for (std::size_t part = 0; part < stride; ++part)
      ordered.push_back(values[entry * stride + part]);
  values = std::move(ordered);
}

}  // namespace javaser
