// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "report/exporters.hpp"
#include "report/printable.hpp"
#include "report/remarks.hpp"
#include "report/rows.hpp"

namespace tare::report {
namespace {

/// What typesets a character that means something to LaTeX, or that its usual fonts have no glyph
/// for; null: it typesets itself.
const char* command(char32_t point) {
  switch (point) {
    case '\\':
      return "\\textbackslash{}";
    case '{':
      return "\\{";
    case '}':
      return "\\}";
    case '$':
      return "\\$";
    case '&':
      return "\\&";
    case '#':
      return "\\#";
    case '^':
      return "\\textasciicircum{}";
    case '_':
      return "\\_";
    case '~':
      return "\\textasciitilde{}";
    case '%':
      return "\\%";
    case '<':
      return "\\textless{}";
    case '>':
      return "\\textgreater{}";
    case '|':
      return "\\textbar{}";
    case '"':  // Some languages of babel make it a command.
      return "\\symbol{34}";
    case '`':  // Begins a ligature before ? and !.
      return "\\symbol{96}";
    case '-':  // Two would be a dash.
      return "{-}";
    case U'±':
      return "$\\pm$";
    case U'…':
      return "\\ldots{}";
    default:
      return nullptr;
  }
}

/// Letters of Latin-1 that LaTeX knows in each of its encodings.
bool is_known_letter(char32_t point) {
  constexpr std::u32string_view unknown = U"ÐÞðþ×÷";
  return point >= U'À' && point <= U'ÿ' && unknown.find(point) == unknown.npos;
}

std::string escaped(std::string_view text) {
  std::string safe;
  for_each_code_point(text, [&](char32_t point) {
    const char* const known = command(point);
    std::string itself;
    append(itself, point);
    if (known != nullptr)
      safe += known;
    else if (point < 0x80 || is_known_letter(point))
      safe += itself;
    else
      safe += fmt::format("\\tarechar{{{:04X}}}{{{}}}", static_cast<std::uint32_t>(point), itself);
  });
  return safe;
}

/// Names in a font that has all of ASCII.
std::string line_of(const std::vector<std::string>& cells) {
  std::string line;
  for (const std::string& cell : cells) {
    line += line.empty() ? "" : " & ";
    line += cell.empty() ? "" : fmt::format("\\texttt{{{}}}", escaped(cell));
  }
  return line + " \\\\\n";
}

std::string commented(const std::string& text) {
  std::string comment;
  for (const char c : text) {
    if (comment.empty() || comment.back() == '\n') comment += "% ";
    comment += c;
  }
  return comment;
}

class LatexExporter : public extend::Exporter {
 public:
  const char* name() const override { return "latex"; }
  const char* extension() const override { return "tex"; }
  const char* summary() const override {
    return "JMH's table as a LaTeX tabular, with what must be said in comments";
  }

  std::string render(const Report& report) const override {
    const Table table(report);
    std::string text =
        "% Needs no packages. What pdfTeX has no letter for is its number there; XeTeX and LuaTeX\n"
        "% set it if the font has it.\n"
        "\\providecommand{\\tarechar}[2]{\\ifdefined\\Umathchar #2\\else U+#1\\fi}\n";
    if (!table.prefix.empty())
      text += commented(fmt::format("Names begin with {}\n", shown(table.prefix)));
    const std::vector<std::string> headers = table.headers();
    text += fmt::format("\\begin{{tabular}}{{l{}l}}\n", std::string(headers.size() - 2, 'r'));
    text += line_of(headers) + "\\hline\n";
    for (const Row& row : table.rows) text += line_of(table.cells(row));
    return text + "\\end{tabular}\n" + commented(table.legend) + commented(remarks_text(report));
  }
};

}  // namespace

std::unique_ptr<extend::Exporter> latex_exporter() { return std::make_unique<LatexExporter>(); }

}  // namespace tare::report
