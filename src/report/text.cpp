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
    return "JMH's table, where the cost is, and what must be said about the numbers";
  }
  std::string render(const Report& report) const override {
    return result_table(report) + remarks_text(report);
  }
};

}  // namespace

std::unique_ptr<extend::Exporter> text_exporter() { return std::make_unique<TextExporter>(); }

}  // namespace tare::report
