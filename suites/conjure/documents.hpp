// SPDX-License-Identifier: Apache-2.0
// The original benchmark's eight inputs.
#pragma once

#include <cstddef>
#include <string>

namespace suite {

/// How many entries the map of a document has.
enum class Document : int {
  no_map = -1,  ///< `{}`: not even the field.
  empty = 0,
  singleton = 1,
  three = 3,
  six = 6,
  ten = 10,
  hundred = 100,
  thousand = 1000,
};

/// `{"map":{"key1":"value1",…}}`
std::string text_of(Document document);

/// The first key, or one that is not there if the document has none.
inline constexpr const char* first_key = "key1";

std::size_t entries_of(Document document);

}  // namespace suite
