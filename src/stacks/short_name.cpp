// SPDX-License-Identifier: Apache-2.0
#include "stacks/short_name.hpp"

#include <array>
#include <cstddef>

namespace tare::stacks {
namespace {

/// Where the template argument list that begins at `open` (a '<') ends: behind its '>'. npos if it
/// does not.
std::size_t end_of_arguments(std::string_view name, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < name.size(); ++i) {
    if (name[i] == '<' || name[i] == '(') ++depth;
    // Operators are no brackets: operator->, operator>, a lambda's trailing type.
    if (name[i] == '>' && i > 0 && name[i - 1] == '-') continue;
    if (name[i] == '>' || name[i] == ')') --depth;
    if (depth == 0) return i + 1;
  }
  return std::string_view::npos;
}

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

/// Arguments with a default in the standard library's containers, pointers and streams.
constexpr std::array<std::string_view, 6> defaulted{", std::allocator<", ", std::char_traits<",
                                                    ", std::hash<",      ", std::equal_to<",
                                                    ", std::less<",      ", std::default_delete<"};

/// Only where nothing but other arguments that are left out follows: a comparison of one's own
/// stays, and what stands before an argument that stays, too.
void drop_defaults(std::string& text) {
  for (bool dropped = true; dropped;) {
    dropped = false;
    for (const std::string_view begin : defaulted)
      for (std::size_t at = text.find(begin); at != std::string::npos;) {
        std::size_t end = end_of_arguments(text, at + begin.size() - 1);
        if (end == std::string::npos) break;
        const std::size_t next = text.find_first_not_of(' ', end);
        const bool is_last = next != std::string::npos && text[next] == '>';
        if (is_last) {
          text.erase(at, end - at);
          dropped = true;
        }
        at = text.find(begin, is_last ? at : at + 1);
      }
  }
}

}  // namespace

std::string short_name(std::string_view demangled) {
  std::string name(demangled);
  replace_all(name, "std::__cxx11::", "std::");
  drop_defaults(name);
  replace_all(name, " >", ">");
  replace_all(name, "std::basic_string<char>", "std::string");
  replace_all(name, "std::basic_string_view<char>", "std::string_view");
  return name;
}

}  // namespace tare::stacks
