// SPDX-License-Identifier: Apache-2.0
#include "conjure/name_list.hpp"

#include <algorithm>
#include <tuple>

namespace conjure {

void NameList::add(std::string_view text, std::size_t offset, bool borrowed) {
  if (!borrowed) text = copies_.emplace_front(text);
  names_.push_back({text, offset});
}

std::optional<NameList::Name> NameList::take_repeated(std::size_t first) {
  const auto begin = names_.begin() + static_cast<std::ptrdiff_t>(first);
  std::sort(begin, names_.end(), [](const Name& a, const Name& b) {
    return std::tie(a.text, a.offset) < std::tie(b.text, b.offset);
  });
  std::optional<Name> repeated;
  for (std::size_t i = first + 1; i < names_.size(); ++i) {
    if (names_[i].text != names_[i - 1].text) continue;
    if (!repeated || names_[i].offset < repeated->offset) repeated = names_[i];
  }
  names_.erase(begin, names_.end());
  return repeated;
}

}  // namespace conjure
