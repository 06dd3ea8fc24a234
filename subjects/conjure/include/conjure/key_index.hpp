// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <optional>

namespace conjure {

/// An entry whose key an earlier entry has already. Both are numbers of entries.
struct RepeatedKey {
  std::uint32_t first = 0;
  std::uint32_t again = 0;
};

/// Finds the entries of a map by key. The map keeps this description and the slots it speaks of
/// side by side; entries are numbered from 0 in the map's order.
///
/// - up to `linear_limit` entries: no slots, keys are compared one by one;
/// - hashed: open addressing. A slot is 0 or an entry's number + 1 in its low bits with as many
/// bits
///   of the key's hash above as there is room for. No key lies further than `reach` from its home;
/// - sorted: once a key would lie further than reach_limit(), for bad luck or because somebody
///   chose the keys so, the slots instead hold the entries' numbers in order of their keys.
///
/// Building therefore costs at most n * reach_limit(n) looks at slots, or n log n comparisons on
/// top: O(n log n) for any keys and any hash, with no secret that an attacker could learn.
class KeyIndex {
 public:
  /// Up to here comparing keys one by one is faster than hashing them.
  static constexpr std::uint32_t linear_limit = 3;

  /// Slots an index of `entries` keys needs: a power of two, or 0. At most two thirds are used, so
  /// that keys lie close to home.
  static constexpr std::size_t slots_for(std::size_t entries) {
    return entries <= linear_limit ? 0 : std::bit_ceil(entries + entries / 2);
  }

  /// The furthest a key may lie from home. With two thirds of the slots used and a fair hash, the
  /// longest of a million keys' ways is expected below 200; this gives 352.
  static constexpr std::uint32_t reach_limit(std::uint32_t entries) {
    return 32 + 16 * static_cast<std::uint32_t>(std::bit_width(entries));
  }

  explicit KeyIndex(std::uint32_t entries) : entries_(entries) {}

  std::uint32_t entries() const { return entries_; }
  bool sorted() const { return sorted_; }

  /// Fills `slots`, slots_for(entries()) of them. `hash(i)` is the hash of entry i's key, `order(i,
  /// j)` orders two entries' keys and `equal(i, j)` compares them. Returns the first repeated key
  /// in the map's order, if there is one; the index is then of no use.
  template <class Hash, class Equal, class Order>
  std::optional<RepeatedKey> build(std::uint32_t* slots, Hash hash, Equal equal, Order order) {
    if (entries_ <= linear_limit) {
      for (std::uint32_t i = 1; i < entries_; ++i) {
        for (std::uint32_t j = 0; j < i; ++j) {
          if (equal(j, i)) return RepeatedKey{j, i};
        }
      }
      return std::nullopt;
    }
    std::optional<RepeatedKey> repeated;
    if (!build_hashed(slots, hash, equal, repeated)) repeated = build_sorted(slots, order);
    return repeated;
  }

  /// The entry that has a key, or entries() if none has. `equal(i)` compares entry i's key with it,
  /// `order(i)` is entry i's key <=> it, `hash()` its hash.
  template <class Hash, class Equal, class Order>
  std::uint32_t find(const std::uint32_t* slots, Hash hash, Equal equal, Order order) const {
    if (entries_ <= linear_limit) {
      std::uint32_t i = 0;
      while (i != entries_ && !equal(i)) ++i;
      return i;
    }
    if (sorted_) return find_sorted(slots, order);
    const std::size_t mask = slots_for(entries_) - 1;
    const std::uint64_t wanted = hash();
    std::size_t slot = home(wanted, mask);
    for (std::uint32_t step = 0; step <= reach_ && slots[slot] != 0; ++step) {
      if (tag_matches(slots[slot], wanted)) {
        const std::uint32_t entry = entry_of(slots[slot]);
        if (equal(entry)) return entry;
      }
      slot = (slot + 1) & mask;
    }
    return entries_;
  }

  /// Entry numbers in order of their keys, equal ones in the map's order.
  template <class Order>
  static void sort_entries(std::uint32_t* begin, std::uint32_t* end, Order order) {
    std::iota(begin, end, std::uint32_t{0});
    std::sort(begin, end, [&](std::uint32_t a, std::uint32_t b) {
      const auto difference = order(a, b);
      return difference != 0 ? difference < 0 : a < b;
    });
  }

 private:
  std::uint32_t number_mask() const { return (std::uint32_t{2} << shift()) - 1; }
  int shift() const { return std::bit_width(entries_) - 1; }
  std::uint32_t entry_of(std::uint32_t slot) const { return (slot & number_mask()) - 1; }
  // The home uses the hash's high bits, the tag its low ones.
  static std::size_t home(std::uint64_t hash, std::size_t mask) {
    return static_cast<std::size_t>(hash >> 32) & mask;
  }
  std::uint32_t slot_value(std::uint32_t entry, std::uint64_t hash) const {
    return (static_cast<std::uint32_t>(hash) & ~number_mask()) | (entry + 1);
  }
  bool tag_matches(std::uint32_t slot, std::uint64_t hash) const {
    return ((slot ^ static_cast<std::uint32_t>(hash)) & ~number_mask()) == 0;
  }

  // False if a key would lie too far from home; nothing is known about repeated keys then.
  template <class Hash, class Equal>
  bool build_hashed(std::uint32_t* slots, Hash hash, Equal equal,
                    std::optional<RepeatedKey>& repeated) {
    const std::size_t mask = slots_for(entries_) - 1;
    const std::uint32_t limit = reach_limit(entries_);
    std::memset(slots, 0, (mask + 1) * sizeof *slots);
    for (std::uint32_t i = 0; i < entries_; ++i) {
      const std::uint64_t wanted = hash(i);
      std::size_t slot = home(wanted, mask);
      std::uint32_t step = 0;
      for (; slots[slot] != 0; ++step, slot = (slot + 1) & mask) {
        if (step == limit) return false;
        if (tag_matches(slots[slot], wanted) && equal(entry_of(slots[slot]), i)) {
          repeated = RepeatedKey{entry_of(slots[slot]), i};
          return true;
        }
      }
      slots[slot] = slot_value(i, wanted);
      reach_ = std::max(reach_, step);
    }
    return true;
  }

  template <class Order>
  std::optional<RepeatedKey> build_sorted(std::uint32_t* slots, Order order) {
    sorted_ = true;
    sort_entries(slots, slots + entries_, order);
    std::optional<RepeatedKey> repeated;
    std::uint32_t first = 0;  // where the run of equal keys begins
    for (std::uint32_t i = 1; i < entries_; ++i) {
      if (order(slots[first], slots[i]) != 0) {
        first = i;
      } else if (!repeated || slots[i] < repeated->again) {
        repeated = RepeatedKey{slots[first], slots[i]};
      }
    }
    return repeated;
  }

  template <class Order>
  std::uint32_t find_sorted(const std::uint32_t* slots, Order order) const {
    const std::uint32_t* const end = slots + entries_;
    const std::uint32_t* const at =
        std::partition_point(slots, end, [&](std::uint32_t entry) { return order(entry) < 0; });
    return at != end && order(*at) == 0 ? *at : entries_;
  }

  std::uint32_t entries_;
  std::uint32_t reach_ = 0;
  bool sorted_ = false;
};

}  // namespace conjure
