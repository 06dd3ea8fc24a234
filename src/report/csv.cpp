// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "report/exporters.hpp"
#include "report/numbers.hpp"
#include "report/param_columns.hpp"
#include "report/printable.hpp"

namespace tare::report {
namespace {

/// RFC 4180, 2.5 to 2.7. Blanks are quoted too: some readers trim fields.
std::string quoted(std::string_view text, bool always) {
  if (!always && text.find_first_of(" \t,;\"\r\n") == std::string_view::npos) {
    return std::string(text);
  }
  std::string field = "\"";
  for (const char c : text) field.append(c == '"' ? 2 : 1, c);
  return field + '"';
}

/// Shortest form that is exact, in no locale; `NaN` where there is none, as JMH.
std::string number(double value) { return std::isnan(value) ? "NaN" : fmt::format("{}", value); }

class Csv {
 public:
  explicit Csv(const Report& report) : params_(param_names(report.cases)) {
    std::vector<std::string> header{
        "Benchmark", "Mode",  "Threads",
        "Samples",   "Score", fmt::format("Score Error ({})", confidence_text(report.confidence)),
        "Unit"};
    for (const std::string& name : params_) header.push_back("Param: " + name);
    for (const char* ours : {"Outcome", "Error Within Forks", "Min", "Median", "Max"}) {
      header.emplace_back(ours);
    }
    add_line(header, true);
    for (const Case& one : report.cases) {
      add(one, one.primary, one.benchmark);
      for (const Metric& metric : one.secondary) {
        add(one, metric, one.benchmark + ':' + metric.label);
      }
    }
  }

  const std::string& text() const { return text_; }

 private:
  void add(const Case& one, const Metric& metric, const std::string& name) {
    std::vector<std::string> fields{name,
                                    short_name(one.mode),
                                    std::to_string(one.threads),
                                    std::to_string(count_of(metric)),
                                    number(metric.score),
                                    number(metric.error),
                                    metric.unit};
    std::ranges::move(param_values(one, params_, ""), std::back_inserter(fields));
    for (const std::string& ours :
         {std::string(name_of(one.outcome)), std::string(metric.error_within_forks ? "yes" : "no"),
          number(metric.min), number(metric.median), number(metric.max)}) {
      fields.push_back(ours);
    }
    add_line(fields, false);
  }

  void add_line(const std::vector<std::string>& fields, bool header) {
    const char* separator = "";
    for (const std::string& field : fields) {
      text_.append(separator).append(quoted(valid_utf8(field), header));
      separator = ",";
    }
    text_ += "\r\n";
  }

  std::vector<std::string> params_;
  std::string text_;
};

class CsvExporter : public extend::Exporter {
 public:
  const char* name() const override { return "csv"; }
  const char* summary() const override { return "a line per metric, for spreadsheets (RFC 4180)"; }
  std::string render(const Report& report) const override { return Csv(report).text(); }
};

}  // namespace

std::unique_ptr<extend::Exporter> csv_exporter() { return std::make_unique<CsvExporter>(); }

}  // namespace tare::report
