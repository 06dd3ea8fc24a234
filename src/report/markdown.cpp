// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "report/exporters.hpp"
#include "report/printable.hpp"
#include "report/remarks.hpp"
#include "report/rows.hpp"

namespace tare::report {
namespace {

/// Text that is shown as it is: ASCII punctuation that means something to GitHub's Markdown may
/// stand behind a backslash (GFM 0.29, 6.1), a bar in a table must.
std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (std::string_view("\\`*_[]<>|~&$#!").find(c) != std::string_view::npos) safe += '\\';
    safe += c;
  }
  return safe;
}

std::string line_of(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += ' ' + escaped(cell) + " |";
  return line + '\n';
}

/// An indented code block: nothing in it means anything.
std::string code(const std::string& text) {
  std::string block;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (end > at) block.append("    ").append(text, at, end - at);
    block += '\n';
    at = end + 1;
  }
  return block;
}

class MarkdownExporter : public extend::Exporter {
 public:
  const char* name() const override { return "markdown"; }
  const char* extension() const override { return "md"; }
  const char* summary() const override {
    return "JMH's table as GitHub's Markdown, then what failed and what must be said";
  }

  std::string render(const Report& report) const override {
    const std::string remarks = code(remarks_text(report));
    if (report.cases.empty()) return "No results.\n" + remarks;
    const Table table(report);
    std::string text;
    if (!table.prefix.empty())
      text += fmt::format("Names begin with {}\n\n", escaped(shown(table.prefix)));
    text += line_of(table.headers()) + "|:--|";
    for (std::size_t i = 1; i < table.headers().size(); ++i) text += "--:|";
    text += '\n';
    for (const Row& row : table.rows) text += line_of(table.cells(row));
    if (!table.legend.empty()) text += '\n' + code(table.legend);
    return text + remarks;
  }
};

}  // namespace

std::unique_ptr<extend::Exporter> markdown_exporter() {
  return std::make_unique<MarkdownExporter>();
}

}  // namespace tare::report
