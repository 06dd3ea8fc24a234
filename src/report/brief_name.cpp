// SPDX-License-Identifier: Apache-2.0
#include "report/brief_name.hpp"

#include <algorithm>
#include <utility>

namespace tare::report {
namespace {

constexpr std::string_view operator_word = "operator";
constexpr std::string_view ellipsis = "…";

/// Where the operator's own characters end, if `at` is behind the word `operator`: those of
/// `operator<<` are no brackets.
std::size_t end_of_operator(std::string_view name, std::size_t at) {
  if (name.substr(at).starts_with("()")) return at + 2;
  return std::min(name.find_first_not_of("<>=-", at), name.size());
}

bool is_behind_operator(std::string_view name, std::size_t at) {
  if (!name.substr(0, at).ends_with(operator_word)) return false;
  const std::size_t begin = at - operator_word.size();
  return begin == 0 || name[begin - 1] == ':' || name[begin - 1] == ' ';
}

/// A name with an ellipsis in each outermost pair of such brackets; as it is if they do not pair.
std::string emptied(std::string_view name, char open, char close) {
  std::string out;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (is_behind_operator(name, i)) {
      const std::size_t end = end_of_operator(name, i);
      if (depth == 0) out += name.substr(i, end - i);
      i = end;
      if (i == name.size()) break;
    }
    const char c = name[i];
    const bool closes = c == close && (i == 0 || name[i - 1] != '-');  // `->` is an arrow.
    if (closes && --depth < 0) return std::string(name);
    if (closes && depth == 0) {
      const std::string_view content = name.substr(begin, i - begin);
      out += content.empty() || content == "anonymous namespace" ? content : ellipsis;
    }
    if (depth == 0) out += c;
    if (c == open && depth++ == 0) begin = i + 1;
  }
  return depth == 0 ? out : std::string(name);
}

std::string cut(std::string name, std::size_t most) {
  std::size_t end = most > ellipsis.size() ? most - ellipsis.size() : 0;
  constexpr unsigned char kind_mask = 0xC0, continuation = 0x80;  // UTF-8's.
  while (end > 0 && (static_cast<unsigned char>(name[end]) & kind_mask) == continuation) --end;
  name.resize(end);
  return name.append(ellipsis);
}

}  // namespace

std::string brief_name(std::string_view name, std::size_t most) {
  std::string brief(name);
  if (brief.size() > most) brief = emptied(brief, '(', ')');
  if (brief.size() > most) brief = emptied(brief, '<', '>');
  if (brief.size() > most) brief = cut(std::move(brief), most);
  return brief;
}

}  // namespace tare::report
