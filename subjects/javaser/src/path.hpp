// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace javaser {

/// The path of an error: `part(index, path)` appends the part of each of `depth` things that have
/// begun. What lies in the middle of very many is left out.
template <class Part>
std::string path_of(std::string root, std::size_t depth, Part part) {
  constexpr std::size_t shown_at_each_end = 16;
  for (std::size_t index = 0; index < depth; ++index) {
    if (index == shown_at_each_end && depth > 2 * shown_at_each_end) {
      index = depth - shown_at_each_end;
      root += "...";
    }
    part(index, root);
  }
  return root;
}

}  // namespace javaser
