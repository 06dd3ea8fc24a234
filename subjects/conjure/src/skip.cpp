// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "conjure/name_list.hpp"
#include "conjure/reader.hpp"

namespace conjure {

namespace {

// A container that is being passed over.
struct Open {
  bool is_object;
  std::size_t names;  // how many names there were before it
  std::size_t elements = 0;
};

// Adds to the recorded error the path from the skipped value down to the place of the error.
bool add_path(Reader& reader, const std::vector<Open>& open, const NameList& names) {
  std::size_t last_name = names.size();
  for (std::size_t i = open.size(); i-- > 0;) {
    if (open[i].is_object) {
      if (last_name > open[i].names) reader.in_key(names[last_name - 1].text);
    } else if (open[i].elements > 0) {
      reader.in_index(open[i].elements - 1);
    }
    last_name = open[i].names;
  }
  return false;
}

bool skip_scalar_or_open(Reader& reader, std::vector<Open>& open, std::size_t names) {
  std::string_view text;
  bool boolean;
  NumberText number;
  switch (reader.peek()) {
    case '{':
      if (!reader.begin_object()) return false;
      open.push_back({true, names});
      return true;
    case '[':
      if (!reader.begin_array()) return false;
      open.push_back({false, names});
      return true;
    case '"':
      return reader.read_text(text);
    case 't':
    case 'f':
      return reader.read_boolean(boolean);
    case 'n':
      return reader.accept_null() || reader.fail_expected(ErrorCode::unexpected_character);
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
      return reader.read_number(number);
    default:
      return reader.fail_expected(ErrorCode::unexpected_character);
  }
}

// Moves to the next item of the innermost container that has one, closing those that end.
bool advance(Reader& reader, std::vector<Open>& open, NameList& names) {
  // What is skipped may be an object or a map, and either may be allowed to repeat itself.
  const ReadOptions& options = reader.options();
  const bool repeats_allowed = options.keep_last_field || options.keep_last_key;
  while (!open.empty()) {
    Open& inner = open.back();
    std::string_view key;
    if (!inner.is_object) {
      if (reader.next_element()) return ++inner.elements, true;
      if (!reader.ok()) return false;
    } else {
      if (reader.next_key(key)) {
        names.add(key, reader.key_offset(), reader.borrows(key));
        return true;
      }
      if (!reader.ok()) return false;
      const auto repeated = names.take_repeated(inner.names);
      if (repeated && !repeats_allowed) {
        open.pop_back();
        return reader.fail_at(ErrorCode::repeated_key, repeated->offset, repeated->text);
      }
    }
    open.pop_back();
  }
  return true;
}

}  // namespace

bool Reader::skip_value() {
  std::vector<Open> open;
  NameList names;
  do {
    if (!skip_scalar_or_open(*this, open, names.size()) || !advance(*this, open, names)) {
      return add_path(*this, open, names);
    }
  } while (!open.empty());
  return true;
}

}  // namespace conjure
