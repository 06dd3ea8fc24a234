// SPDX-License-Identifier: Apache-2.0
#include "record/json.hpp"

#include "report/exporters.hpp"

namespace tare::report {
namespace {

class JsonExporter : public extend::Exporter {
 public:
  const char* name() const override { return "json"; }
  const char* summary() const override {
    return "results file: JMH's JSON, with outcome, environment and notes under \"tare\"";
  }
  std::string render(const Report& report) const override { return to_json(report); }
};

class JmhExporter : public extend::Exporter {
 public:
  const char* name() const override { return "jmh"; }
  const char* extension() const override { return "json"; }
  const char* summary() const override { return "JMH's JSON: cases that are ok, JMH's keys alone"; }
  std::string render(const Report& report) const override { return to_jmh_json(report); }
};

}  // namespace

std::unique_ptr<extend::Exporter> json_exporter() { return std::make_unique<JsonExporter>(); }
std::unique_ptr<extend::Exporter> jmh_exporter() { return std::make_unique<JmhExporter>(); }

}  // namespace tare::report
