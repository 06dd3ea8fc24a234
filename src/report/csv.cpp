// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "report/csv_fields.hpp"
#include "report/exporters.hpp"
#include "report/figures.hpp"
#include "report/numbers.hpp"
#include "report/param_columns.hpp"
#include "report/printable.hpp"

namespace tare::report {
namespace {

/// All columns of all cases: where one has none of a kind its field is empty.
class SeparatedValues {
 public:
  SeparatedValues(const Report& report, char separator)
      : separator_(separator), params_(param_names(report.cases)) {
    std::vector<std::string> header{
        "Benchmark", "Mode",  "Threads",
        "Samples",   "Score", fmt::format("Score Error ({})", confidence_text(report.confidence)),
        "Unit"};
    for (const std::string& name : params_) header.push_back("Param: " + name);
    for (const char* ours : {"Outcome", "Reason", "Error Within Forks", "Min", "Median", "Max"}) {
      header.emplace_back(ours);
    }
    add_line(header, true);
    for (const Case& one : report.cases)
      for_each_figure(one, [&](const Metric& figure) { add(one, figure); });
  }

  const std::string& text() const { return text_; }

 private:
  void add(const Case& one, const Metric& metric) {
    std::vector<std::string> fields{figure_name(one, metric),
                                    short_name(one.mode),
                                    std::to_string(one.threads),
                                    std::to_string(count_of(metric)),
                                    csv_number(metric.score),
                                    csv_number(metric.error),
                                    metric.unit};
    std::ranges::move(param_values(one, params_, ""), std::back_inserter(fields));
    for (const std::string& ours :
         {std::string(name_of(one.outcome)), one.reason,
          std::string(metric.error_within_forks ? "yes" : "no"), csv_number(metric.min),
          csv_number(metric.median), csv_number(metric.max)}) {
      fields.push_back(ours);
    }
    add_line(fields, false);
  }

  void add_line(const std::vector<std::string>& fields, bool header) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (i > 0) text_ += separator_;
      text_ += csv_text(valid_utf8(fields[i]), header);
    }
    text_ += "\r\n";
  }

  char separator_;
  std::vector<std::string> params_;
  std::string text_;
};

class CsvExporter : public extend::Exporter {
 public:
  const char* name() const override { return "csv"; }
  const char* summary() const override { return "a line per figure, for spreadsheets (RFC 4180)"; }
  std::string render(const Report& report) const override {
    return SeparatedValues(report, ',').text();
  }
};

class ScsvExporter : public extend::Exporter {
 public:
  const char* name() const override { return "scsv"; }
  const char* extension() const override { return "csv"; }
  const char* summary() const override {
    return "csv with semicolons, for spreadsheets whose decimals have commas";
  }
  std::string render(const Report& report) const override {
    return SeparatedValues(report, ';').text();
  }
};

}  // namespace

std::unique_ptr<extend::Exporter> csv_exporter() { return std::make_unique<CsvExporter>(); }
std::unique_ptr<extend::Exporter> scsv_exporter() { return std::make_unique<ScsvExporter>(); }

}  // namespace tare::report
