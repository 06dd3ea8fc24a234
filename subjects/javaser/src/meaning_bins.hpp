// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "meaning_content.hpp"

namespace javaser {

/// HashMap.hash(), ConcurrentHashMap.spread().
constexpr std::uint32_t spread(std::int32_t hash) {
  const auto bits = static_cast<std::uint32_t>(hash);
  return bits ^ bits >> 16;
}

/// What Comparable says of two keys of one hash code, or what HashMap does for want of it: below,
/// above 0. Nothing where that depends on identities, or the class is not known to be Comparable.
std::optional<int> order_of_keys(Node left, Node right);

/// A java.util.HashMap's bins: lists of entries in the order in which they came, and trees once
/// they are long, whose roots come first in their lists. Entries are numbers from 0 on, put in that
/// order.
class HashMapBins {
 public:
  using Order = std::function<std::optional<int>(std::size_t left, std::size_t right)>;

  HashMapBins(const Table& table, const std::vector<std::int32_t>& hashes, Order order_of);

  std::uint32_t capacity() const { return static_cast<std::uint32_t>(bins_.size()); }
  /// In the order of iteration; nothing if that depends on what is not known.
  std::optional<std::vector<std::size_t>> order() const;

 private:
  static constexpr std::uint32_t none = 0xffffffff;
  struct Entry {
    std::uint32_t hash = 0;
    std::uint32_t next = none;
    std::uint32_t previous = none;  // of a tree's list
    std::uint32_t parent = none;
    std::array<std::uint32_t, 2> child = {none, none};  // below, above
    bool is_red = false;
  };
  struct Bin {
    std::uint32_t head = none;  // of a tree its root
    bool is_tree = false;
  };

  void put(std::uint32_t entry);
  bool append(Bin& bin, std::uint32_t entry);
  void grow();
  void take_half(std::vector<std::uint32_t>& half, bool is_all, bool was_tree, Bin& bin);

  void make_tree(Bin& bin);
  void put_in_tree(Bin& bin, std::uint32_t entry);
  std::uint32_t find_parent(std::uint32_t root, std::uint32_t entry, int& side);
  void move_to_front(Bin& bin, std::uint32_t root);
  std::uint32_t balance(std::uint32_t root, std::uint32_t entry);
  std::uint32_t rotate(std::uint32_t root, std::uint32_t entry, int to);

  Bin& bin_of(std::uint32_t entry) { return bins_[entries_[entry].hash & (bins_.size() - 1)]; }
  std::uint32_t threshold_of(std::size_t capacity) const {
    return static_cast<std::uint32_t>(static_cast<float>(capacity) * load_factor_);
  }

  float load_factor_;
  std::uint32_t threshold_;
  bool is_certain_ = true;
  std::vector<Entry> entries_;
  std::vector<Bin> bins_;
  Order order_of_;
};

}  // namespace javaser
