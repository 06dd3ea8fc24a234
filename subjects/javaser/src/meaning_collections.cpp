// SPDX-License-Identifier: Apache-2.0
// java.util's collections, as JDK 17 writes them.
#include <algorithm>
#include <limits>
#include <unordered_map>

#include "meaning_content.hpp"

namespace javaser {

namespace {

constexpr std::uint32_t max_capacity = 1U << 30;  // HashMap.MAXIMUM_CAPACITY

// HashMap.tableSizeFor().
std::uint32_t table_size_for(std::int64_t capacity) {
  if (capacity >= max_capacity) return max_capacity;
  std::uint32_t size = 1;
  while (size < capacity) size *= 2;
  return size;
}

bool is_load_factor(float value) { return value > 0; }  // no NaN either

// As readObject() of the hashed collections takes it.
float clamp_load_factor(float value) { return std::clamp(value, 0.25F, 4.0F); }

// Java's (int) of a float.
std::int32_t java_int(float value) {
  if (value >= 2147483648.0F) return std::numeric_limits<std::int32_t>::max();
  return static_cast<std::int32_t>(value);
}

bool become(Content& out, MeaningKind kind, HashRule rule) {
  out.kind = kind;
  out.rule = rule;
  return true;
}

bool become_list(Content& out) {
  out.is_random_access = true;
  return become(out, MeaningKind::list, HashRule::list);
}
// Collections that are no lists have no hash codes of their own.
bool become_queue(Content& out) { return become(out, MeaningKind::list, HashRule::identity); }
bool become_set(Content& out) { return become(out, MeaningKind::set, HashRule::set); }
bool become_map(Content& out) {
  out.stride = 2;
  return become(out, MeaningKind::map, HashRule::map);
}

// Custom data: int count, elements.
bool counted(Node node, std::string_view level, Content& out) {
  CustomData in(node.class_data(level));
  std::int32_t count = 0;
  return in.int32(count) && in.values(count, out.values) && in.at_end();
}

// Custom data: int count, entries.
bool counted_entries(Node node, std::string_view level, Content& out) {
  CustomData in(node.class_data(level));
  std::int32_t count = 0;
  return in.int32(count) && in.values(std::int64_t{count} * 2, out.values) && in.at_end();
}

// Custom data: int capacity, as many elements as the field `size` says.
bool sized(Node node, std::string_view level, Content& out) {
  const ClassData data = node.class_data(level);
  CustomData in(data);
  std::int32_t capacity = 0;
  return in.int32(capacity) && in.values(data.field("size").integer(), out.values) && in.at_end();
}

// Custom data: elements up to a null.
bool to_null(Node node, std::string_view level, Content& out) {
  CustomData in(node.class_data(level));
  Node element;
  while (in.value(element)) {
    if (!element) return in.at_end();
    out.values.push_back(element);
  }
  return false;
}

// Custom data: entries up to a null key. `has_last_value`: a null value comes after it.
bool entries_to_null(Node node, std::string_view level, bool has_last_value, Content& out) {
  CustomData in(node.class_data(level));
  Node key;
  Node value;
  while (in.value(key)) {
    if (!key) return (!has_last_value || in.value(value)) && in.at_end();
    if (!in.value(value)) return false;
    out.values.push_back(key);
    out.values.push_back(value);
  }
  return false;
}

bool append_elements(Node array, std::int64_t first, std::int64_t count, Content& out) {
  if (array.kind() != NodeKind::array || size_of_type(array.element_type()) != 0) return false;
  if (first < 0 || count < 0 || first + count > array.size()) return false;
  for (std::int64_t index = first; index < first + count; ++index)
    out.values.push_back(array.at(static_cast<std::uint32_t>(index)));
  return true;
}

bool array_list(Node node, std::string_view level, Content& out) {
  return sized(node, level, out) && become_list(out);
}

bool counted_list(Node node, std::string_view level, Content& out) {
  return counted(node, level, out) && become_list(out);
}

bool linked_list(Node node, std::string_view level, Content& out) {
  if (!counted_list(node, level, out)) return false;
  out.is_random_access = false;
  return true;
}

bool counted_queue(Node node, std::string_view level, Content& out) {
  return counted(node, level, out) && become_queue(out);
}

bool priority_queue(Node node, std::string_view level, Content& out) {
  return sized(node, level, out) && become_queue(out);
}

bool linked_queue(Node node, std::string_view level, Content& out) {
  return to_null(node, level, out) && become_queue(out);
}

bool vector(Node node, std::string_view level, Content& out) {
  const ClassData data = node.class_data(level);
  return append_elements(data.field("elementData").value(), 0, data.field("elementCount").integer(),
                         out) &&
         become_list(out);
}

bool arrays_list(Node node, std::string_view level, Content& out) {
  const Node array = node.class_data(level).field("a").value();
  return append_elements(array, 0, array.size(), out) && become_list(out);
}

// A ring: `count` elements from `takeIndex` on.
bool array_blocking_queue(Node node, std::string_view level, Content& out) {
  const ClassData data = node.class_data(level);
  const Node ring = data.field("items").value();
  const std::int64_t first = data.field("takeIndex").integer();
  const std::int64_t count = data.field("count").integer();
  if (first < 0 || first > ring.size() || count < 0 || count > ring.size()) return false;
  const std::int64_t up_to_end = std::min(count, ring.size() - first);
  return append_elements(ring, first, up_to_end, out) &&
         append_elements(ring, 0, count - up_to_end, out) && become_queue(out);
}

bool hash_map(Node node, std::string_view level, Content& out) {
  const ClassData data = node.class_data(level);
  const auto stated = static_cast<float>(data.field("loadFactor").real());
  CustomData in(data);
  std::int32_t buckets = 0;
  std::int32_t size = 0;
  if (!is_load_factor(stated) || !in.int32(buckets) || !in.int32(size) ||
      !in.values(std::int64_t{size} * 2, out.values) || !in.at_end())
    return false;
  const float load_factor = clamp_load_factor(stated);
  const float capacity = static_cast<float>(size) / load_factor + 1.0F;
  out.table = {TableKind::hash_map, table_size_for(std::max(java_int(capacity), 16)), load_factor};
  return become_map(out);
}

// Iterated as it was written, whatever the table.
bool linked_hash_map(Node node, std::string_view /*level*/, Content& out) {
  if (!hash_map(node, "java.util.HashMap", out)) return false;
  out.table = {};
  return true;
}

bool hash_set(Node node, std::string_view level, Content& out) {
  CustomData in(node.class_data(level));
  std::int32_t capacity = 0;
  float stated = 0;
  std::int32_t size = 0;
  if (!in.int32(capacity) || !in.float32(stated) || !is_load_factor(stated) || !in.int32(size) ||
      capacity < 0 || !in.values(size, out.values) || !in.at_end())
    return false;
  const float load_factor = clamp_load_factor(stated);
  const float wanted = static_cast<float>(size) * std::min(1 / load_factor, 4.0F);
  out.table = {TableKind::hash_map, table_size_for(java_int(wanted)), load_factor};
  return become_set(out);
}

bool linked_hash_set(Node node, std::string_view /*level*/, Content& out) {
  if (!hash_set(node, "java.util.HashSet", out)) return false;
  out.table = {};
  return true;
}

bool hashtable(Node node, std::string_view level, Content& out) {
  const ClassData data = node.class_data(level);
  const auto stated = static_cast<float>(data.field("loadFactor").real());
  CustomData in(data);
  std::int32_t buckets = 0;
  std::int32_t size = 0;
  if (!is_load_factor(stated) || !in.int32(buckets) || !in.int32(size) ||
      !in.values(std::int64_t{size} * 2, out.values) || !in.at_end())
    return false;
  // Hashtable.readHashtable(): no more room than was there, an odd length if it can be.
  const float load_factor = clamp_load_factor(stated);
  const std::int32_t most = std::max(buckets, java_int(static_cast<float>(size) / load_factor) + 1);
  std::int32_t length = java_int(static_cast<float>(size + size / 20) / load_factor) + 3;
  if (length > size && length % 2 == 0) --length;
  out.table = {TableKind::hashtable, static_cast<std::uint32_t>(std::min(length, most)),
               load_factor};
  return become_map(out);
}

// The capacity that ConcurrentHashMap takes for `size` entries.
std::uint32_t concurrent_capacity(std::size_t size) {
  return table_size_for(static_cast<std::int64_t>(1.0 + static_cast<float>(size) / 0.75F));
}

bool properties(Node node, std::string_view /*level*/, Content& out) {
  CustomData in(node.class_data("java.util.Hashtable"));
  std::int32_t buckets = 0;
  std::int32_t size = 0;
  if (!in.int32(buckets) || !in.int32(size) || !in.values(std::int64_t{size} * 2, out.values) ||
      !in.at_end())
    return false;
  out.table = {TableKind::concurrent_hash_map, concurrent_capacity(out.values.size() / 2), 0.75F};
  return become_map(out);
}

bool concurrent_hash_map(Node node, std::string_view level, Content& out) {
  if (!entries_to_null(node, level, true, out)) return false;
  out.table = {TableKind::concurrent_hash_map, concurrent_capacity(out.values.size() / 2), 0.75F};
  return become_map(out);
}

bool skip_list_map(Node node, std::string_view level, Content& out) {
  return entries_to_null(node, level, false, out) && become_map(out);
}

bool counted_map(Node node, std::string_view level, Content& out) {
  return counted_entries(node, level, out) && become_map(out);
}

// Its hash code is made of identities.
bool identity_map(Node node, std::string_view level, Content& out) {
  if (!counted_map(node, level, out)) return false;
  out.rule = HashRule::identity;
  return true;
}

bool tree_set(Node node, std::string_view level, Content& out) {
  CustomData in(node.class_data(level));
  Node comparator;
  std::int32_t size = 0;
  return in.value(comparator) && in.int32(size) && in.values(size, out.values) && in.at_end() &&
         become_set(out);
}

bool enum_set(Node node, std::string_view level, Content& out) {
  constexpr std::uint32_t most_of_regular = 64;  // EnumSet.noneOf(): one long of bits
  const Node elements = node.class_data(level).field("elements").value();
  if (!append_elements(elements, 0, elements.size(), out)) return false;
  out.class_name =
      out.values.size() > most_of_regular ? "java.util.JumboEnumSet" : "java.util.RegularEnumSet";
  return become_set(out);
}

// List.of(), Set.of() and Map.of() stand in the stream as java.util.CollSer: a tag and an array.
bool immutable(Node node, std::string_view level, Content& out) {
  enum Tag { list = 1, set = 2, map = 3, list_with_nulls = 4 };  // CollSer.IMM_LIST and so on
  CustomData in(node.class_data(level));
  std::int32_t length = 0;
  if (!in.int32(length) || !in.values(length, out.values) || !in.at_end()) return false;
  std::string name;
  switch (node.class_data(level).field("tag").integer() & 0xff) {
    case list:
      name = length == 1 || length == 2 ? "List12" : "ListN";
      become_list(out);
      break;
    case list_with_nulls:
      name = "ListN";
      become_list(out);
      break;
    case set:
      name = length == 1 || length == 2 ? "Set12" : "SetN";
      become_set(out);
      break;
    case map:
      if (length % 2 != 0) return false;
      name = length == 2 ? "Map1" : "MapN";
      become_map(out);
      break;
    default:
      return false;
  }
  out.class_name = "java.util.ImmutableCollections$" + name;
  if (length == 0) out.identity = out.class_name;
  return true;
}

bool empty_list(Node /*node*/, std::string_view level, Content& out) {
  out.identity = level;
  return become_list(out);
}

bool empty_set(Node /*node*/, std::string_view level, Content& out) {
  out.identity = level;
  return become_set(out);
}

bool empty_map(Node /*node*/, std::string_view level, Content& out) {
  out.identity = level;
  return become_map(out);
}

bool singleton_list(Node node, std::string_view level, Content& out) {
  out.values = {node.class_data(level).field("element").value()};
  return become_list(out);
}

bool singleton_set(Node node, std::string_view level, Content& out) {
  out.values = {node.class_data(level).field("element").value()};
  return become_set(out);
}

bool singleton_map(Node node, std::string_view level, Content& out) {
  const ClassData data = node.class_data(level);
  out.values = {data.field("k").value(), data.field("v").value()};
  return become_map(out);
}

bool copies(Node node, std::string_view level, Content& out) {
  const ClassData data = node.class_data(level);
  const std::int64_t count = data.field("n").integer();
  if (count < 0 || count > Meanings::max_copies) return false;
  out.values.assign(static_cast<std::size_t>(count), data.field("element").value());
  return become_list(out);
}

const std::unordered_map<std::string_view, ContentReader>& readers() {
  static const std::unordered_map<std::string_view, ContentReader> table = {
      {"java.util.ArrayList", array_list},
      {"java.util.LinkedList", linked_list},
      {"java.util.Vector", vector},
      {"java.util.Arrays$ArrayList", arrays_list},
      {"java.util.concurrent.CopyOnWriteArrayList", counted_list},
      {"java.util.ArrayDeque", counted_queue},
      {"java.util.PriorityQueue", priority_queue},
      {"java.util.concurrent.ArrayBlockingQueue", array_blocking_queue},
      {"java.util.concurrent.ConcurrentLinkedDeque", linked_queue},
      {"java.util.concurrent.ConcurrentLinkedQueue", linked_queue},
      {"java.util.concurrent.LinkedBlockingDeque", linked_queue},
      {"java.util.concurrent.LinkedBlockingQueue", linked_queue},
      {"java.util.concurrent.LinkedTransferQueue", linked_queue},
      {"java.util.HashMap", hash_map},
      {"java.util.LinkedHashMap", linked_hash_map},
      {"java.util.Hashtable", hashtable},
      {"java.util.Properties", properties},
      {"java.util.TreeMap", counted_map},
      {"java.util.EnumMap", counted_map},
      {"java.util.IdentityHashMap", identity_map},
      {"java.util.concurrent.ConcurrentHashMap", concurrent_hash_map},
      {"java.util.concurrent.ConcurrentSkipListMap", skip_list_map},
      {"java.util.HashSet", hash_set},
      {"java.util.LinkedHashSet", linked_hash_set},
      {"java.util.TreeSet", tree_set},
      {"java.util.EnumSet$SerializationProxy", enum_set},
      {"java.util.CollSer", immutable},
      {"java.util.Collections$EmptyList", empty_list},
      {"java.util.Collections$EmptySet", empty_set},
      {"java.util.Collections$EmptyMap", empty_map},
      {"java.util.Collections$SingletonList", singleton_list},
      {"java.util.Collections$SingletonSet", singleton_set},
      {"java.util.Collections$SingletonMap", singleton_map},
      {"java.util.Collections$CopiesList", copies},
  };
  return table;
}

}  // namespace

ContentReader collection_reader(std::string_view class_name) {
  const auto found = readers().find(class_name);
  return found == readers().end() ? nullptr : found->second;
}

}  // namespace javaser
