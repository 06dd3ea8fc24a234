// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace tare::stacks {

/// Whether a function, as Frame::function names it, is in a scope (`std::`), or has a name that
/// begins so (`operator new`). The name of a template begins with its return type.
inline bool is_in_scope(std::string_view function, std::string_view scope) {
  const std::size_t at = function.find(scope);
  return at == 0 || (at < function.find_first_of("(<") && function[at - 1] == ' ');
}

}  // namespace tare::stacks
