// SPDX-License-Identifier: Apache-2.0
#include "conjure/enum.hpp"

namespace conjure {

bool is_enum_name(std::string_view name) {
  // [A-Z][A-Z0-9]*(_[A-Z0-9]+)*: an underscore stands between two of the other characters.
  bool after_underscore = false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool letter = c >= 'A' && c <= 'Z';
    const bool inner = letter || (c >= '0' && c <= '9');
    if (i == 0 ? !letter : !inner && (c != '_' || after_underscore)) return false;
    after_underscore = c == '_';
  }
  return !name.empty() && !after_underscore;
}

}  // namespace conjure
