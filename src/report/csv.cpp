// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "report/exporters.hpp"
#include "report/figures.hpp"
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

/// Shortest form that is exact, in no locale; JSON's words for what is no number.
std::string number(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : score_text(value, "");
}

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
                                    number(metric.score),
                                    number(metric.error),
                                    metric.unit};
    std::ranges::move(param_values(one, params_, ""), std::back_inserter(fields));
    for (const std::string& ours :
         {std::string(name_of(one.outcome)), one.reason,
          std::string(metric.error_within_forks ? "yes" : "no"), number(metric.min),
          number(metric.median), number(metric.max)}) {
      fields.push_back(ours);
    }
    add_line(fields, false);
  }

  void add_line(const std::vector<std::string>& fields, bool header) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (i > 0) text_ += separator_;
      text_ += quoted(valid_utf8(fields[i]), header);
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
