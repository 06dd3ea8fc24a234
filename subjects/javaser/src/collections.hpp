// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "javaser/type.hpp"

namespace javaser {

/// How a well-known collection or map of Java keeps its elements in a stream.
struct CollectionLayout {
  enum class How : std::uint8_t {
    custom_data,   ///< the values of its custom data; of a map keys and values in turn
    array_field,   ///< an array in the field `field`, of which `count_field` says how many count
    inner_field,   ///< another collection in the field `field`
    single_field,  ///< one element in the field `field`; of a map the key, the value in
                   ///< `mapped_field`
    empty,
  };
  std::string_view class_name;
  How how;
  std::uint8_t skipped_values = 0;  ///< values of its custom data before the elements: a comparator
  bool ends_with_null = false;      ///< its elements end with a null, or two in a map
  std::string_view field = {};
  std::string_view mapped_field = {};
  std::string_view count_field = {};

  /// Whether the class is one of maps, for a map, or of other collections.
  bool may_be(Shape shape) const;
};

/// The layout of a class of java.util; null if it is none of those known.
const CollectionLayout* find_collection(std::string_view class_name);

}  // namespace javaser
