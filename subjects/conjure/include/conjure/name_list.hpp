// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <forward_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace conjure {

/// The names of members that a reader passes over, kept to find the ones given twice.
class NameList {
 public:
  struct Name {
    std::string_view text;
    std::size_t offset = 0;
  };

  /// `borrowed`: the text outlives this list; otherwise it is copied.
  void add(std::string_view text, std::size_t offset, bool borrowed);
  std::size_t size() const { return names_.size(); }
  /// The name added as number `index`, as long as take_repeated() was not called at or below it.
  const Name& operator[](std::size_t index) const { return names_[index]; }

  /// Removes the names from number `first` on. Returns the first, in the document's order, that
  /// repeats an earlier one of them. O(n log n).
  std::optional<Name> take_repeated(std::size_t first);

 private:
  std::vector<Name> names_;
  std::forward_list<std::string> copies_;  // their addresses stay; empty it takes no heap
};

}  // namespace conjure
