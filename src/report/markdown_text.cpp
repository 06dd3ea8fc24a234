// SPDX-License-Identifier: Apache-2.0
#include "report/markdown_text.hpp"

#include <algorithm>

namespace tare::report {
namespace {

std::string line_of(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += ' ' + markdown_escaped(cell) + " |";
  return line + '\n';
}

}  // namespace

std::string markdown_escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (std::string_view("\\`*_[]<>|~&$#!").find(c) != std::string_view::npos) safe += '\\';
    safe += c;
  }
  return safe;
}

std::string markdown_table(const std::vector<std::string>& headers,
                           const std::vector<std::vector<std::string>>& rows) {
  std::string text = line_of(headers) + "|:--|";
  for (std::size_t i = 1; i < headers.size(); ++i) text += "--:|";
  text += '\n';
  for (const std::vector<std::string>& row : rows) text += line_of(row);
  return text;
}

std::string code_block(const std::string& text) {
  std::string block;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (end > at) block.append("    ").append(text, at, end - at);
    block += '\n';
    at = end + 1;
  }
  return block;
}

}  // namespace tare::report
