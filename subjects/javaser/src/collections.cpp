// SPDX-License-Identifier: Apache-2.0
#include "collections.hpp"

#include <algorithm>
#include <array>

namespace javaser {

namespace {

using How = CollectionLayout::How;

// From the "Serialized Form" page of the JDK's documentation. By name, for the search.
constexpr auto layouts = std::to_array<CollectionLayout>({
    {"java.util.ArrayDeque", How::custom_data},
    {"java.util.ArrayList", How::custom_data},
    {"java.util.Arrays$ArrayList", How::array_field, 0, false, "a"},
    {"java.util.CollSer", How::custom_data},
    {"java.util.Collections$EmptyList", How::empty},
    {"java.util.Collections$EmptyMap", How::empty},
    {"java.util.Collections$EmptySet", How::empty},
    {"java.util.Collections$SingletonList", How::single_field, 0, false, "element"},
    {"java.util.Collections$SingletonMap", How::single_field, 0, false, "k", "v"},
    {"java.util.Collections$SingletonSet", How::single_field, 0, false, "element"},
    {"java.util.Collections$SynchronizedList", How::inner_field, 0, false, "c"},
    {"java.util.Collections$SynchronizedMap", How::inner_field, 0, false, "m"},
    {"java.util.Collections$SynchronizedRandomAccessList", How::inner_field, 0, false, "c"},
    {"java.util.Collections$SynchronizedSet", How::inner_field, 0, false, "c"},
    {"java.util.Collections$SynchronizedSortedMap", How::inner_field, 0, false, "m"},
    {"java.util.Collections$SynchronizedSortedSet", How::inner_field, 0, false, "c"},
    {"java.util.Collections$UnmodifiableCollection", How::inner_field, 0, false, "c"},
    {"java.util.Collections$UnmodifiableList", How::inner_field, 0, false, "c"},
    {"java.util.Collections$UnmodifiableMap", How::inner_field, 0, false, "m"},
    {"java.util.Collections$UnmodifiableRandomAccessList", How::inner_field, 0, false, "c"},
    {"java.util.Collections$UnmodifiableSet", How::inner_field, 0, false, "c"},
    {"java.util.Collections$UnmodifiableSortedMap", How::inner_field, 0, false, "m"},
    {"java.util.Collections$UnmodifiableSortedSet", How::inner_field, 0, false, "c"},
    {"java.util.EnumMap", How::custom_data},
    {"java.util.EnumSet$SerializationProxy", How::array_field, 0, false, "elements"},
    {"java.util.HashMap", How::custom_data},
    {"java.util.HashSet", How::custom_data},
    {"java.util.Hashtable", How::custom_data},
    {"java.util.IdentityHashMap", How::custom_data},
    {"java.util.LinkedHashMap", How::custom_data},
    {"java.util.LinkedHashSet", How::custom_data},
    {"java.util.LinkedList", How::custom_data},
    {"java.util.PriorityQueue", How::custom_data},
    {"java.util.Properties", How::custom_data},
    {"java.util.Stack", How::array_field, 0, false, "elementData", {}, "elementCount"},
    {"java.util.TreeMap", How::custom_data},
    {"java.util.TreeSet", How::custom_data, 1},
    {"java.util.Vector", How::array_field, 0, false, "elementData", {}, "elementCount"},
    {"java.util.concurrent.ConcurrentHashMap", How::custom_data, 0, true},
    {"java.util.concurrent.ConcurrentLinkedDeque", How::custom_data, 0, true},
    {"java.util.concurrent.ConcurrentLinkedQueue", How::custom_data, 0, true},
    {"java.util.concurrent.ConcurrentSkipListMap", How::custom_data, 0, true},
    {"java.util.concurrent.CopyOnWriteArrayList", How::custom_data},
    {"java.util.concurrent.CopyOnWriteArraySet", How::inner_field, 0, false, "al"},
    {"java.util.concurrent.LinkedBlockingDeque", How::custom_data, 0, true},
    {"java.util.concurrent.LinkedBlockingQueue", How::custom_data, 0, true},
});

static_assert(std::ranges::is_sorted(layouts, {}, &CollectionLayout::class_name));

// List.of(), Set.of() and Map.of() all are of this class in a stream.
constexpr std::string_view immutable = "java.util.CollSer";

}  // namespace

bool CollectionLayout::may_be(Shape shape) const {
  const bool is_map = class_name.find("Map") != std::string_view::npos ||
                      class_name == "java.util.Hashtable" || class_name == "java.util.Properties";
  return class_name == immutable || is_map == (shape == Shape::map);
}

const CollectionLayout* find_collection(std::string_view class_name) {
  const auto found =
      std::ranges::lower_bound(layouts, class_name, {}, &CollectionLayout::class_name);
  return found != layouts.end() && found->class_name == class_name ? &*found : nullptr;
}

}  // namespace javaser
