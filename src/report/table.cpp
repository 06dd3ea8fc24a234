// SPDX-License-Identifier: Apache-2.0
#include "report/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "report/aligned_lines.hpp"
#include "report/numbers.hpp"
#include "report/param_columns.hpp"
#include "report/printable.hpp"
#include "report/remarks.hpp"

namespace tare::report {
namespace {

/// A common prefix shorter than this is no burden, and whole names can be pasted as a filter.
constexpr std::size_t worth_dropping = 16;

/// JMH's choice for tables, of those a metric has.
constexpr std::array shown_percentiles{0.0, 50.0, 90.0, 95.0, 99.0, 99.9, 99.99, 100.0};

/// The cells of a line.
struct Row {
  std::string name;
  std::vector<std::string> params;  ///< As the table's columns.
  std::string mode;
  std::string count{};
  std::string score{};
  std::string sign{};
  std::string error{};
  std::string mark{};
  std::string range{};
  std::string unit{};
};

/// The segments (`a.b.`) that the names of all cases begin with, if dropping them helps.
std::string common_prefix(const std::vector<Case>& cases) {
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

/// `p0.50`, `p0.999`, `p1.00`
std::string percentile_label(double percentile) {
  std::string label = fmt::format("p{:.6f}", percentile / 100);
  constexpr std::size_t shortest = 5;
  while (label.size() > shortest && label.back() == '0') label.pop_back();
  return label;
}

/// The rows of a report.
class Rows {
 public:
  Rows(const std::vector<Case>& cases, std::size_t prefix)
      : prefix_(prefix), params_(param_names(cases)) {
    for (const Case& one : cases) add(one);
  }

  const std::vector<std::string>& params() const { return params_; }
  const std::vector<Row>& rows() const { return rows_; }

 private:
  void add(const Case& one) {
    Row& row = begin(one, "");
    if (one.outcome != Outcome::ok) {
      row.score = loud_name(one.outcome);
      return;
    }
    fill(row, one.primary);
    fill_forks(row, one.primary);
    if (one.mode == Mode::sample_time) add_percentiles(one);
    for (const Metric& metric : one.secondary) fill(begin(one, metric.label), metric);
  }

  void add_percentiles(const Case& one) {
    for (const auto& [percentile, value] : one.primary.percentiles) {
      if (std::ranges::find(shown_percentiles, percentile) == shown_percentiles.end()) continue;
      Row& row = begin(one, percentile_label(percentile));
      row.score = score_text(value, one.primary.unit);
      row.unit = printable(one.primary.unit);
    }
  }

  /// A row that tells which case it is of, and nothing else yet.
  Row& begin(const Case& one, const std::string& label) {
    const std::string name = one.benchmark.substr(prefix_);
    Row& row = rows_.emplace_back();
    row.name = printable(label.empty() ? name : name + ':' + label);
    row.mode = short_name(one.mode);
    row.params = param_values(one, params_, "N/A");
    std::ranges::transform(row.params, row.params.begin(), printable);
    return row;
  }

  static void fill(Row& row, const Metric& metric) {
    const std::size_t count = count_of(metric);
    if (count > 1) row.count = std::to_string(count);
    row.score = score_text(metric.score, metric.unit);
    row.unit = printable(metric.unit);
    if (std::isnan(metric.error)) return;
    row.sign = metric.error_within_forks ? "~" : "±";
    row.error = score_text(metric.error, metric.unit);
  }

  /// What only scores of timed forks have: counts in `mem` are exact, and their range is another.
  static void fill_forks(Row& row, const Metric& metric) {
    const std::size_t forks = counts_of(metric).forks;
    if (forks < 2) return;
    if (row.sign == "±" && forks < enough_forks) row.mark = "!";
    row.range = fmt::format("[{} … {}]", score_text(metric.min, metric.unit),
                            score_text(metric.max, metric.unit));
  }

  std::size_t prefix_;
  std::vector<std::string> params_;
  std::vector<Row> rows_;
};

/// One cell of every row.
std::vector<std::string> column(const std::vector<Row>& rows, std::string Row::*cell) {
  std::vector<std::string> cells;
  for (const Row& row : rows) cells.push_back(row.*cell);
  return cells;
}

bool any(const std::vector<Row>& rows, std::string Row::*cell, std::string_view text) {
  return std::ranges::find(rows, text, cell) != rows.end();
}

bool any_filled(const std::vector<Row>& rows, std::string Row::*cell) {
  return !std::ranges::all_of(rows, &std::string::empty, cell);
}

/// What the marks in these rows mean.
std::string legend(const std::vector<Row>& rows, double confidence) {
  std::string text;
  if (any(rows, &Row::sign, "±")) {
    text += fmt::format("±  half the width of the {} interval over the scores of forks.\n",
                        confidence_text(confidence));
  }
  if (any(rows, &Row::sign, "~")) {
    text += "~  too few forks: this error tells how iterations differ, not how processes do.\n";
  }
  if (any_filled(rows, &Row::mark)) {
    text += fmt::format("!  below {} forks the error itself is uncertain.\n", enough_forks);
  }
  if (any_filled(rows, &Row::range)) text += "[min … max]  the range of the scores of forks.\n";
  return text.empty() ? "" : '\n' + text;
}

}  // namespace

std::string result_table(const Report& report) {
  if (report.cases.empty()) return "No results.\n";
  const std::string prefix = common_prefix(report.cases);
  const Rows table(report.cases, prefix.size());
  const std::vector<Row>& rows = table.rows();

  AlignedLines lines(rows.size());
  const auto add = [&](const char* header, std::string Row::*cell, std::size_t gap = 2,
                       Align align = Align::right) {
    lines.add(header, column(rows, cell), gap, align);
  };
  add("Benchmark", &Row::name, 0, Align::left);
  for (std::size_t i = 0; i < table.params().size(); ++i) {
    std::vector<std::string> cells;
    for (const Row& row : rows) cells.push_back(row.params[i]);
    lines.add('(' + printable(table.params()[i]) + ')', cells);
  }
  add("Mode", &Row::mode);
  add("Cnt", &Row::count);
  add("Score", &Row::score);
  add(" ", &Row::sign, 1);
  add("Error", &Row::error, 1);
  if (any_filled(rows, &Row::mark)) add("", &Row::mark, 0);
  if (any_filled(rows, &Row::range)) add("[min … max]", &Row::range);
  add("Units", &Row::unit);

  const std::string heading =
      prefix.empty() ? "" : fmt::format("Names begin with {}\n\n", printable(prefix));
  return heading + lines.text() + legend(rows, report.confidence);
}

}  // namespace tare::report
