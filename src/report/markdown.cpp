// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "report/exporters.hpp"
#include "report/markdown_text.hpp"
#include "report/printable.hpp"
#include "report/remarks.hpp"
#include "report/rows.hpp"

namespace tare::report {
namespace {

class MarkdownExporter : public extend::Exporter {
 public:
  const char* name() const override { return "markdown"; }
  const char* extension() const override { return "md"; }
  const char* summary() const override {
    return "JMH's table as GitHub's Markdown, then what failed and what must be said";
  }

  std::string render(const Report& report) const override {
    const std::string remarks = code_block(remarks_text(report));
    if (report.cases.empty()) return "No results.\n" + remarks;
    const Table table(report);
    std::string text;
    if (!table.prefix.empty())
      text += fmt::format("Names begin with {}\n\n", markdown_escaped(shown(table.prefix)));
    std::vector<std::vector<std::string>> rows;
    for (const Row& row : table.rows) rows.push_back(table.cells(row));
    text += markdown_table(table.headers(), rows);
    if (!table.legend.empty()) text += '\n' + code_block(table.legend);
    return text + remarks;
  }
};

}  // namespace

std::unique_ptr<extend::Exporter> markdown_exporter() {
  return std::make_unique<MarkdownExporter>();
}

}  // namespace tare::report
