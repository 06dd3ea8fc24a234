// SPDX-License-Identifier: Apache-2.0
#include "report/exporters.hpp"
#include "report/remarks.hpp"
#include "report/table.hpp"

namespace tare::report {
namespace {

class TextExporter : public extend::Exporter {
 public:
  const char* name() const override { return "text"; }
  const char* extension() const override { return "txt"; }
  const char* summary() const override {
    return "JMH's table, then what failed and what must be said about the numbers";
  }
  std::string render(const Report& report) const override {
    std::string text = result_table(report);
    const auto add = [&](const std::string& part) {
      if (!part.empty()) text += '\n' + part;
    };
    if (!report.complete) add("The run did not finish: these are the figures it got to.\n");
    add(failures_text(report));
    add(notes_text(report));
    return text;
  }
};

}  // namespace

std::unique_ptr<extend::Exporter> text_exporter() { return std::make_unique<TextExporter>(); }

}  // namespace tare::report
