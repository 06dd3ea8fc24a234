// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "report/aligned_lines.hpp"
#include "report/exporters.hpp"
#include "report/numbers.hpp"
#include "report/param_columns.hpp"
#include "report/printable.hpp"
#include "report/remarks.hpp"

namespace tare::report {
namespace {

/// The secondary figures that are columns here, with the words above them.
struct BriefColumn {
  const char* label;
  const char* header;
};
constexpr std::array columns{BriefColumn{"mem.alloc.count.norm", "allocs/op"},
                             BriefColumn{"mem.alloc.rate.norm", "alloc B/op"},
                             BriefColumn{"mem.retained.total.norm", "retained B/op"}};

const Metric* find(const Case& one, std::string_view label) {
  const auto found = std::ranges::find(one.secondary, label, &Metric::label);
  return found == one.secondary.end() ? nullptr : &*found;
}

/// An exact figure stands alone, any other with its error.
std::string figure(const Metric& metric) {
  const std::string score = score_text(metric.score, metric.unit);
  if (metric.error == 0 || std::isnan(metric.score)) return score;
  return fmt::format("{} {} {}", score, metric.error_within_forks ? "~" : "±",
                     std::isnan(metric.error) ? "?" : score_text(metric.error, metric.unit));
}

std::string primary_figure(const Case& one) {
  return one.outcome == Outcome::ok ? figure(one.primary) : loud_name(one.outcome);
}

class BriefExporter : public extend::Exporter {
 public:
  const char* name() const override { return "brief"; }
  const char* extension() const override { return "txt"; }
  const char* summary() const override {
    return "one line for each case: score, allocated and retained bytes; then what must be said";
  }

  std::string render(const Report& report) const override {
    if (report.cases.empty()) return "No results.\n" + remarks_text(report);
    const std::vector<Case>& cases = report.cases;
    AlignedLines lines(cases.size());
    const auto add = [&](const std::string& header, auto cell, Align align = Align::right) {
      std::vector<std::string> cells;
      for (const Case& one : cases) cells.push_back(shown(cell(one)));
      lines.add(shown(header), cells, align == Align::left ? 0 : 2, align);
    };
    add(
        "Benchmark", [](const Case& one) { return one.benchmark; }, Align::left);
    for (const std::string& name : param_names(cases))
      add('(' + name + ')', [&](const Case& one) { return param_values(one, {name}, "")[0]; });
    add("Score", primary_figure);
    add("Units", [](const Case& one) { return one.primary.unit; });
    for (const BriefColumn& column : columns) {
      const auto has = [&](const Case& one) { return find(one, column.label) != nullptr; };
      if (!std::ranges::any_of(cases, has)) continue;
      add(column.header, [&](const Case& one) {
        const Metric* metric = find(one, column.label);
        return metric != nullptr ? figure(*metric) : std::string();
      });
    }
    return lines.text() +
           fmt::format(
               "\n±  half the width of the {} interval over the scores of forks, ? where it is not"
               " known; a figure without it is exact.\n",
               confidence_text(report.confidence)) +
           remarks_text(report);
  }
};

}  // namespace

std::unique_ptr<extend::Exporter> brief_exporter() { return std::make_unique<BriefExporter>(); }

}  // namespace tare::report
