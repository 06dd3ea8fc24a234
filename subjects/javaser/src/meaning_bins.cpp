// SPDX-License-Identifier: Apache-2.0
#include "meaning_bins.hpp"

#include <bit>
#include <limits>
#include <utility>

namespace javaser {

namespace {

constexpr std::uint32_t long_list = 8;       // TREEIFY_THRESHOLD
constexpr std::uint32_t short_list = 6;      // UNTREEIFY_THRESHOLD
constexpr std::size_t small_table = 64;      // MIN_TREEIFY_CAPACITY: it grows instead
constexpr std::size_t most_bins = 1U << 30;  // MAXIMUM_CAPACITY

// The next unit of sound modified UTF-8, which leaves `text`.
char16_t take_unit(std::string_view& text) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned lead = byte(0);
  const std::size_t size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : 3;
  unsigned unit = size == 1 ? lead : size == 2 ? lead & 0x1f : lead & 0x0f;
  for (std::size_t at = 1; at < size; ++at) unit = unit << 6 | (byte(at) & 0x3fU);
  text.remove_prefix(size);
  return static_cast<char16_t>(unit);
}

// String.compareTo(), but for the amount.
int order_of_texts(std::string_view left, std::string_view right) {
  while (!left.empty() && !right.empty()) {
    const char16_t one = take_unit(left);
    const char16_t other = take_unit(right);
    if (one != other) return one < other ? -1 : 1;
  }
  return static_cast<int>(!left.empty()) - static_cast<int>(!right.empty());
}

// Of two different values of one type and hash code, which those of 32 bits do not have.
int order_of_boxes(const Field& left, const Field& right) {
  if (left.type() == 'D') {
    if (left.real() < right.real()) return -1;
    if (left.real() > right.real()) return 1;
  }
  return left.integer() < right.integer() ? -1 : static_cast<int>(left.integer() > right.integer());
}

bool is_box(Node node) {
  return node.kind() == NodeKind::object && node.class_name().starts_with("java.lang.") &&
         node.class_data_count() > 0 && node.field("value").descriptor().is_primitive();
}

}  // namespace

std::optional<int> order_of_keys(Node left, Node right) {
  if (!left || !right) return left ? 1 : -1;  // the identity of null is 0
  const bool is_text = left.kind() == NodeKind::string;
  const bool is_other_text = right.kind() == NodeKind::string;
  int order = 0;
  if (is_text && is_other_text) {
    order = order_of_texts(left.modified_utf8(), right.modified_utf8());
  } else {
    if ((!is_text && !is_box(left)) || (!is_other_text && !is_box(right))) return std::nullopt;
    const std::string_view text = "java.lang.String";
    order = (is_text ? text : left.class_name()).compare(is_other_text ? text : right.class_name());
    if (order == 0) order = order_of_boxes(left.field("value"), right.field("value"));
  }
  return order == 0 ? std::nullopt : std::optional(order);
}

HashMapBins::HashMapBins(const Table& table, const std::vector<std::int32_t>& hashes,
                         Order order_of)
    : load_factor_(table.load_factor),
      threshold_(threshold_of(table.capacity)),
      entries_(hashes.size()),
      bins_(table.capacity),
      order_of_(std::move(order_of)) {
  for (std::uint32_t entry = 0; entry < hashes.size(); ++entry) {
    entries_[entry].hash = spread(hashes[entry]);
    put(entry);
  }
}

std::optional<std::vector<std::size_t>> HashMapBins::order() const {
  if (!is_certain_) return std::nullopt;
  std::vector<std::size_t> order;
  order.reserve(entries_.size());
  for (const Bin& bin : bins_)
    for (std::uint32_t at = bin.head; at != none; at = entries_[at].next) order.push_back(at);
  return order;
}

// HashMap.putVal().
void HashMapBins::put(std::uint32_t entry) {
  Bin& bin = bin_of(entry);
  if (bin.is_tree) {
    put_in_tree(bin, entry);
  } else if (append(bin, entry)) {
    if (bins_.size() < small_table)
      grow();
    else
      make_tree(bin);
  }
  if (entry + 1 > threshold_) grow();
}

// Returns whether the list is a long one now.
bool HashMapBins::append(Bin& bin, std::uint32_t entry) {
  std::uint32_t* end = &bin.head;
  std::uint32_t before = 0;
  for (; *end != none; end = &entries_[*end].next) ++before;
  *end = entry;
  return before >= long_list;
}

// HashMap.resize().
void HashMapBins::grow() {
  const std::size_t before = bins_.size();
  if (before >= most_bins) {
    threshold_ = std::numeric_limits<std::uint32_t>::max();
    return;
  }
  threshold_ = before >= 16 ? threshold_ * 2 : threshold_of(before * 2);
  bins_.resize(before * 2);
  std::array<std::vector<std::uint32_t>, 2> halves;
  for (std::size_t index = 0; index < before; ++index) {
    const Bin old = std::exchange(bins_[index], {});
    halves[0].clear();
    halves[1].clear();
    for (std::uint32_t at = old.head; at != none; at = entries_[at].next)
      halves[(entries_[at].hash & before) != 0 ? 1 : 0].push_back(at);
    take_half(halves[0], halves[1].empty(), old.is_tree, bins_[index]);
    take_half(halves[1], halves[0].empty(), old.is_tree, bins_[index + before]);
  }
}

// HashMap.TreeNode.split(): what stays together stays as it was.
void HashMapBins::take_half(std::vector<std::uint32_t>& half, bool is_all, bool was_tree,
                            Bin& bin) {
  if (half.empty()) return;
  bin.head = half.front();
  bin.is_tree = was_tree && half.size() > short_list;
  for (std::size_t at = 0; at < half.size(); ++at) {
    entries_[half[at]].next = at + 1 < half.size() ? half[at + 1] : none;
    entries_[half[at]].previous = at > 0 ? half[at - 1] : none;
  }
  if (bin.is_tree && !is_all) make_tree(bin);
}

// HashMap.TreeNode.treeify().
void HashMapBins::make_tree(Bin& bin) {
  bin.is_tree = true;
  std::uint32_t root = none;
  std::uint32_t previous = none;
  for (std::uint32_t at = bin.head; at != none; at = entries_[at].next) {
    Entry& entry = entries_[at];
    entry.previous = std::exchange(previous, at);
    entry.child = {none, none};
    entry.parent = none;
    if (root != none) {
      int side = 0;
      entry.parent = find_parent(root, at, side);
      entries_[entry.parent].child[static_cast<std::size_t>(side)] = at;
    }
    root = balance(root, at);
  }
  move_to_front(bin, root);
}

// HashMap.TreeNode.putTreeVal(): in the list it comes after its parent.
void HashMapBins::put_in_tree(Bin& bin, std::uint32_t entry) {
  int side = 0;
  const std::uint32_t parent = find_parent(bin.head, entry, side);
  entries_[parent].child[static_cast<std::size_t>(side)] = entry;
  entries_[entry].parent = entries_[entry].previous = parent;
  entries_[entry].next = std::exchange(entries_[parent].next, entry);
  if (entries_[entry].next != none) entries_[entries_[entry].next].previous = entry;
  move_to_front(bin, balance(bin.head, entry));
}

std::uint32_t HashMapBins::find_parent(std::uint32_t root, std::uint32_t entry, int& side) {
  const auto signed_hash = [&](std::uint32_t of) {
    return static_cast<std::int32_t>(entries_[of].hash);
  };
  for (std::uint32_t at = root;;) {
    if (signed_hash(at) != signed_hash(entry)) {
      side = signed_hash(at) > signed_hash(entry) ? 0 : 1;
    } else {
      const std::optional<int> order = order_of_(entry, at);
      is_certain_ = is_certain_ && order.has_value();
      side = order.value_or(-1) <= 0 ? 0 : 1;
    }
    const std::uint32_t next = entries_[at].child[static_cast<std::size_t>(side)];
    if (next == none) return at;
    at = next;
  }
}

// HashMap.TreeNode.moveRootToFront().
void HashMapBins::move_to_front(Bin& bin, std::uint32_t root) {
  if (root == bin.head) return;
  Entry& entry = entries_[root];
  if (entry.next != none) entries_[entry.next].previous = entry.previous;
  if (entry.previous != none) entries_[entry.previous].next = entry.next;
  entries_[bin.head].previous = root;
  entry.next = std::exchange(bin.head, root);
  entry.previous = none;
}

// HashMap.TreeNode.balanceInsertion(); returns the root.
std::uint32_t HashMapBins::balance(std::uint32_t root, std::uint32_t entry) {
  entries_[entry].is_red = true;
  for (;;) {
    std::uint32_t parent = entries_[entry].parent;
    if (parent == none) {
      entries_[entry].is_red = false;
      return entry;
    }
    const std::uint32_t above = entries_[parent].parent;
    if (!entries_[parent].is_red || above == none) return root;
    const int side = entries_[above].child[0] == parent ? 0 : 1;
    const auto other = static_cast<std::size_t>(1 - side);
    const std::uint32_t uncle = entries_[above].child[other];
    entries_[above].is_red = true;
    if (uncle != none && entries_[uncle].is_red) {
      entries_[uncle].is_red = entries_[parent].is_red = false;
      entry = above;
      continue;
    }
    if (entries_[parent].child[other] == entry) {
      root = rotate(root, parent, side);
      std::swap(entry, parent);
    }
    entries_[parent].is_red = false;
    root = rotate(root, above, 1 - side);
  }
}

// HashMap.TreeNode.rotateLeft() if `to` is 0, rotateRight() if 1; returns the root.
std::uint32_t HashMapBins::rotate(std::uint32_t root, std::uint32_t entry, int to) {
  const auto side = static_cast<std::size_t>(to);
  const std::uint32_t up = entries_[entry].child[1 - side];
  const std::uint32_t inner = entries_[up].child[side];
  const std::uint32_t parent = entries_[entry].parent;
  entries_[entry].child[1 - side] = inner;
  if (inner != none) entries_[inner].parent = entry;
  entries_[up].parent = parent;
  entries_[up].child[side] = entry;
  entries_[entry].parent = up;
  if (parent == none) return up;
  entries_[parent].child[entries_[parent].child[0] == entry ? 0 : 1] = up;
  return root;
}

}  // namespace javaser
