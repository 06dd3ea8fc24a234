// SPDX-License-Identifier: Apache-2.0
#include "report/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "report/figures.hpp"
#include "report/numbers.hpp"
#include "report/param_columns.hpp"
#include "report/printable.hpp"
#include "report/remarks.hpp"

namespace tare::report {
namespace {

/// A common prefix shorter than this is no burden, and whole names can be pasted as a filter.
constexpr std::size_t worth_dropping = 16;

/// The segments (`a.b.`) that the names of all cases begin with, if dropping them helps.
std::string common_prefix(const std::vector<Case>& cases) {
  if (cases.empty()) return "";
  std::string_view common = cases.front().benchmark;
  bool differ = false;
  for (const Case& one : cases) {
    const auto end = std::ranges::mismatch(common, one.benchmark).in1;
    differ = differ || one.benchmark != cases.front().benchmark;
    common = common.substr(0, static_cast<std::size_t>(end - common.begin()));
  }
  // The last segment of a name is the name.
  common = common.substr(0, common.rfind('.') + 1);
  return differ && common.size() >= worth_dropping ? std::string(common) : "";
}

void fill(Row& row, const Metric& metric) {
  const std::size_t count = count_of(metric);
  if (count > 1) row.count = std::to_string(count);
  row.score = score_text(metric.score, metric.unit);
  row.unit = shown(metric.unit);
  if (std::isnan(metric.error)) return;
  row.sign = metric.error_within_forks ? "~" : "±";
  row.error = score_text(metric.error, metric.unit);
}

/// What only scores of timed forks have: counts in `mem` are exact, and their range is another.
void fill_forks(Row& row, const Metric& metric) {
  const std::size_t forks = counts_of(metric).forks;
  if (forks < 2) return;
  if (row.sign == "±" && forks < enough_forks) row.mark = "!";
  row.range = fmt::format("[{} … {}]", score_text(metric.min, metric.unit),
                          score_text(metric.max, metric.unit));
}

bool any(const std::vector<Row>& rows, std::string Row::*cell, std::string_view text) {
  return std::ranges::find(rows, text, cell) != rows.end();
}

bool any_filled(const std::vector<Row>& rows, std::string Row::*cell) {
  return !std::ranges::all_of(rows, &std::string::empty, cell);
}

std::string legend_of(const Table& table, double confidence) {
  std::string text;
  if (any(table.rows, &Row::sign, "±")) {
    text += fmt::format("±  half the width of the {} interval over the scores of forks.\n",
                        confidence_text(confidence));
  }
  if (any(table.rows, &Row::sign, "~")) {
    text += "~  too few forks: this error tells how iterations differ, not how processes do.\n";
  }
  if (table.has_marks) {
    text += fmt::format("!  below {} forks the error itself is uncertain.\n", enough_forks);
  }
  if (table.has_ranges) text += "[min … max]  the range of the scores of forks.\n";
  return text;
}

}  // namespace

Table::Table(const Report& report)
    : prefix(common_prefix(report.cases)), params(param_names(report.cases)) {
  for (const Case& one : report.cases) add(one);
  has_marks = any_filled(rows, &Row::mark);
  has_ranges = any_filled(rows, &Row::range);
  legend = legend_of(*this, report.confidence);
}

void Table::add(const Case& one) {
  const bool ok = one.outcome == Outcome::ok;
  for_each_figure(one, [&](const Metric& figure) {
    const bool primary = &figure == &one.primary;
    if (!ok && !primary) return;
    Row& row = rows.emplace_back();
    row.name = shown(figure_name(one, figure).substr(prefix.size()));
    row.mode = short_name(one.mode);
    row.params = param_values(one, params, "N/A");
    std::ranges::transform(row.params, row.params.begin(), shown);
    if (!ok) {
      row.score = loud_name(one.outcome);
      return;
    }
    fill(row, figure);
    if (primary) fill_forks(row, figure);
  });
}

std::vector<std::string> Table::headers() const {
  std::vector<std::string> all{"Benchmark"};
  for (const std::string& name : params) all.push_back('(' + shown(name) + ')');
  all.insert(all.end(), {"Mode", "Cnt", "Score", "Error"});
  if (has_ranges) all.emplace_back("[min … max]");
  all.emplace_back("Units");
  return all;
}

std::vector<std::string> Table::cells(const Row& row) const {
  std::vector<std::string> all{row.name};
  all.insert(all.end(), row.params.begin(), row.params.end());
  const std::string error = row.sign.empty() ? "" : row.sign + ' ' + row.error + row.mark;
  all.insert(all.end(), {row.mode, row.count, row.score, error});
  if (has_ranges) all.push_back(row.range);
  all.push_back(row.unit);
  return all;
}

}  // namespace tare::report
