// SPDX-License-Identifier: Apache-2.0
#include "javaser/meaning.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "meaning_content.hpp"
#include "meaning_hashes.hpp"

namespace javaser {

namespace {

/// A class whose objects are views of a collection in one of their fields.
struct Wrapper {
  enum class View : std::uint8_t {
    same,        // with its hash code
    collection,  // without
    keys,        // the keys of a map, as a set
    set,         // a list, as a set
  };
  std::string_view owner;  // the class that has the field
  std::string_view field;
  MeaningKind kind;
  View view;
};

using View = Wrapper::View;

constexpr Wrapper unmodifiable(MeaningKind kind, View view = View::same) {
  return {"java.util.Collections$UnmodifiableCollection", "c", kind, view};
}
constexpr Wrapper synchronized(MeaningKind kind, View view = View::same) {
  return {"java.util.Collections$SynchronizedCollection", "c", kind, view};
}
constexpr Wrapper checked(MeaningKind kind, View view = View::same) {
  return {"java.util.Collections$CheckedCollection", "c", kind, view};
}
constexpr Wrapper map_in(std::string_view owner) {
  return {owner, "m", MeaningKind::map, View::same};
}

const std::unordered_map<std::string_view, Wrapper>& wrappers() {
  constexpr auto list = MeaningKind::list;
  constexpr auto set = MeaningKind::set;
  constexpr auto unmodifiable_map = map_in("java.util.Collections$UnmodifiableMap");
  constexpr auto synchronized_map = map_in("java.util.Collections$SynchronizedMap");
  constexpr auto checked_map = map_in("java.util.Collections$CheckedMap");
  static const std::unordered_map<std::string_view, Wrapper> table = {
      {"java.util.Collections$UnmodifiableCollection", unmodifiable(list, View::collection)},
      {"java.util.Collections$UnmodifiableList", unmodifiable(list)},
      {"java.util.Collections$UnmodifiableRandomAccessList", unmodifiable(list)},
      {"java.util.Collections$UnmodifiableSet", unmodifiable(set)},
      {"java.util.Collections$UnmodifiableSortedSet", unmodifiable(set)},
      {"java.util.Collections$UnmodifiableNavigableSet", unmodifiable(set)},
      {"java.util.Collections$UnmodifiableMap", unmodifiable_map},
      {"java.util.Collections$UnmodifiableSortedMap", unmodifiable_map},
      {"java.util.Collections$UnmodifiableNavigableMap", unmodifiable_map},
      {"java.util.Collections$SynchronizedCollection", synchronized(list, View::collection)},
      {"java.util.Collections$SynchronizedList", synchronized(list)},
      {"java.util.Collections$SynchronizedRandomAccessList", synchronized(list)},
      {"java.util.Collections$SynchronizedSet", synchronized(set)},
      {"java.util.Collections$SynchronizedSortedSet", synchronized(set)},
      {"java.util.Collections$SynchronizedNavigableSet", synchronized(set)},
      {"java.util.Collections$SynchronizedMap", synchronized_map},
      {"java.util.Collections$SynchronizedSortedMap", synchronized_map},
      {"java.util.Collections$SynchronizedNavigableMap", synchronized_map},
      {"java.util.Collections$CheckedCollection", checked(list, View::collection)},
      {"java.util.Collections$CheckedQueue", checked(list, View::collection)},
      {"java.util.Collections$CheckedList", checked(list)},
      {"java.util.Collections$CheckedRandomAccessList", checked(list)},
      {"java.util.Collections$CheckedSet", checked(set)},
      {"java.util.Collections$CheckedSortedSet", checked(set)},
      {"java.util.Collections$CheckedNavigableSet", checked(set)},
      {"java.util.Collections$CheckedMap", checked_map},
      {"java.util.Collections$CheckedSortedMap", checked_map},
      {"java.util.Collections$CheckedNavigableMap", checked_map},
      {"java.util.Collections$AsLIFOQueue",
       {"java.util.Collections$AsLIFOQueue", "q", list, View::collection}},
      {"java.util.concurrent.PriorityBlockingQueue",
       {"java.util.concurrent.PriorityBlockingQueue", "q", list, View::collection}},
      {"java.util.Collections$SetFromMap",
       {"java.util.Collections$SetFromMap", "m", set, View::keys}},
      {"java.util.concurrent.ConcurrentSkipListSet",
       {"java.util.concurrent.ConcurrentSkipListSet", "m", set, View::keys}},
      {"java.util.concurrent.ConcurrentHashMap$KeySetView",
       {"java.util.concurrent.ConcurrentHashMap$CollectionView", "map", set, View::keys}},
      {"java.util.concurrent.CopyOnWriteArraySet",
       {"java.util.concurrent.CopyOnWriteArraySet", "al", set, View::set}},
  };
  return table;
}

/// The lowest class of an object that is known, and what to do with it.
struct Known {
  const ClassDescriptor* level = nullptr;
  ContentReader read = nullptr;
  const Wrapper* wrapper = nullptr;
};

Known known_class_of(Node node) {
  const ClassDescriptor* lowest = node.descriptor();
  // Only java.time's content is known of what classes write in a form of their own.
  if (lowest->has(flag::externalizable)) return {lowest, time_reader(lowest->name), nullptr};
  for (const ClassDescriptor* level = lowest; level != nullptr; level = level->super) {
    if (const ContentReader read = value_reader(level->name)) return {level, read, nullptr};
    if (const ContentReader read = collection_reader(level->name)) return {level, read, nullptr};
    if (const auto found = wrappers().find(level->name); found != wrappers().end())
      return {level, nullptr, &found->second};
  }
  return {};
}

bool is_collection(const Meaning& meaning) {
  return meaning.kind == MeaningKind::list || meaning.kind == MeaningKind::set;
}

// Every second value.
void keep_keys(std::vector<Node>& values) {
  for (std::size_t entry = 0; entry < values.size() / 2; ++entry) values[entry] = values[2 * entry];
  values.resize(values.size() / 2);
}

// Collections$UnmodifiableList.readResolve() and the synchronized one's: the class of the view
// depends on what it is a view of.
std::string name_of_view(std::string_view class_name, bool is_random_access) {
  constexpr std::string_view without = "List";
  const bool resolves = class_name == "java.util.Collections$UnmodifiableList" ||
                        class_name == "java.util.Collections$SynchronizedList";
  if (!resolves || !is_random_access) return std::string(class_name);
  return std::string(class_name.substr(0, class_name.size() - without.size())) + "RandomAccessList";
}

// Views that Java has one of, each of an empty collection.
bool is_the_only_one(std::string_view class_name) {
  return class_name == "java.util.Collections$UnmodifiableNavigableSet$EmptyNavigableSet" ||
         class_name == "java.util.Collections$UnmodifiableNavigableMap$EmptyNavigableMap";
}

// Makes the content of what `wrapper` wraps its own.
bool wrap(const Wrapper& wrapper, Content& content) {
  content.identity.clear();
  switch (wrapper.view) {
    case View::same:
      if ((wrapper.kind == MeaningKind::map) != (content.kind == MeaningKind::map)) return false;
      break;
    case View::collection:
      content.rule = HashRule::identity;
      break;
    case View::keys:
      if (content.kind != MeaningKind::map) return false;
      if (content.rule == HashRule::map) content.rule = HashRule::set;
      keep_keys(content.values);
      content.stride = 1;
      break;
    case View::set:
      content.rule = HashRule::set;
      break;
  }
  content.kind = wrapper.kind;
  return content.kind == MeaningKind::map || wrapper.view == View::keys || content.stride == 1;
}

// More values than an object can have, of all whose content is its own or in its arrays.
std::uint64_t most_values(Node node) {
  std::uint64_t total = 0;
  for (std::uint32_t level = 0; level < node.class_data_count(); ++level) {
    const ClassData data = node.class_data(level);
    total += data.custom_count();
    for (std::uint32_t field = data.descriptor()->primitive_fields; field < data.field_count();
         ++field) {
      const Node value = data.field(field).value();
      total += value.size();
      total += value.field("magnitude").value().size();  // a BigDecimal's BigInteger
    }
  }
  return total;
}

}  // namespace

Content content_of(Node node, std::uint64_t& room) {
  std::vector<std::pair<Node, Known>> around;
  Known known;
  for (;;) {
    if (node.kind() != NodeKind::object || !node.is_complete()) return {};
    known = known_class_of(node);
    if (known.wrapper == nullptr) break;
    if (around.size() == Meanings::max_wrappers) return {};
    around.emplace_back(node, known);
    node = node.class_data(known.wrapper->owner).field(known.wrapper->field).value();
  }
  Content content;
  content.class_name = node.class_name();
  if (known.read == nullptr || most_values(node) > room ||
      !known.read(node, known.level->name, content))
    return {};
  // What many numbers share is given out once for each, and takes time as text.
  const bool is_number =
      content.kind == MeaningKind::big_integer || content.kind == MeaningKind::big_decimal;
  room -= std::min<std::uint64_t>(room, is_number ? content.text.size() : content.values.size());
  if (content.class_name == node.class_name()) content.known = known.level;
  if (!around.empty() && !is_collection(content) && content.kind != MeaningKind::map) return {};
  for (auto outer = around.rbegin(); outer != around.rend(); ++outer) {
    if (!wrap(*outer->second.wrapper, content)) return {};
    content.class_name = name_of_view(outer->first.class_name(), content.is_random_access);
    content.is_random_access = content.class_name.ends_with("RandomAccessList");
    content.known = outer->second.level;
    if (is_the_only_one(content.class_name)) content.identity = content.class_name;
  }
  return content;
}

std::string identity_of(Node node) {
  // No class name has a blank.
  std::string identity;
  if (node.kind() == NodeKind::class_object) {
    identity.append("class ").append(node.class_name());
  } else if (node.kind() == NodeKind::enum_constant) {
    identity.append(node.class_name()).append(" ").append(node.modified_utf8());
  }
  return identity;
}

Meanings::Meanings(const Tree& tree)
    : hashes_(std::make_unique<Hashes>(max_values_per_byte * tree.stream().size())) {}
Meanings::~Meanings() = default;

Meaning Meanings::of(Node node) {
  Content content = content_of(node, hashes_->room());
  if (content.table.kind != TableKind::none) {
    std::vector<std::int32_t> hashes;
    hashes.reserve(content.values.size() / content.stride);
    for (std::size_t at = 0; at < content.values.size(); at += content.stride) {
      const std::optional<std::int32_t> hash = hashes_->of(content.values[at]);
      if (!hash) return content;
      hashes.push_back(*hash);
    }
    order_by_table(content.table, hashes, content.stride, content.values);
  }
  return content;
}

}  // namespace javaser
