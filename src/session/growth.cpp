// SPDX-License-Identifier: Apache-2.0
#include "session/growth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "record/units.hpp"
#include "stats/fit.hpp"
#include "stats/scores.hpp"
#include "stats/summary.hpp"

namespace tare::session {
namespace {

std::optional<double> number(const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

/// Cases that differ in one parameter, which is a number in all of them.
struct Series {
  std::string parameter;
  std::string others;  ///< The case without that parameter, as people are told of it.
  std::vector<Case*> cases;
  std::vector<stats::Point> points;
};

std::string without(const Case& c, std::size_t param) {
  Case other;
  other.benchmark = c.benchmark;
  other.mode = c.mode;
  other.params = c.params;
  other.params.erase(other.params.begin() + static_cast<std::ptrdiff_t>(param));
  return display_name(other);
}

/// Time per operation in ns, of a throughput its inverse.
stats::Point point_of(const Case& c, double size) {
  const bool throughput = c.mode == Mode::throughput;
  const stats::Scores forks(stats::fork_scores(c.primary.sample));
  const std::string& name = c.primary.unit;  // `ns/op`, `ops/s`
  const std::size_t slash = name.find('/');
  const std::optional<TimeUnit> unit =
      parse_time_unit(throughput ? name.substr(slash + 1) : name.substr(0, slash));
  const double base = unit ? c.primary.score / unit_factor(c.mode, *unit) : not_a_number;
  const double noise =
      forks.deviation() / std::sqrt(static_cast<double>(forks.size())) / c.primary.score;
  return {size, throughput ? 1e9 / base : base, noise};
}

std::vector<Series> series_of(std::vector<Case>& cases) {
  std::map<std::pair<std::string, std::string>, Series> found;
  for (Case& c : cases) {
    if (c.outcome != Outcome::ok || !std::isfinite(c.primary.score)) continue;
    for (std::size_t i = 0; i < c.params.size(); ++i) {
      const std::optional<double> size = number(c.params[i].value);
      if (!size) continue;
      const std::string others = without(c, i);
      Series& series = found[{others, c.params[i].name}];
      series.parameter = c.params[i].name;
      series.others = others;
      series.cases.push_back(&c);
      series.points.push_back(point_of(c, *size));
    }
  }
  std::vector<Series> all;
  for (auto& [key, series] : found)
    if (series.points.size() >= stats::fewest_sizes) all.push_back(std::move(series));
  return all;
}

std::string figure(double ns) {
  const TimeUnit unit = suiting_unit(Mode::average_time, ns);
  const double factor = unit_factor(Mode::average_time, unit);
  return fmt::format("{:.3g} {}", ns * factor, short_name(unit));
}

std::string text_of(const Fit& fit) {
  std::string law = figure(fit.coefficient);
  if (fit.complexity != "1") law += " · " + fit.complexity;
  if (fit.fixed_ns > 0) law = figure(fit.fixed_ns) + " + " + law;
  return fmt::format("Grows with {} as O({}): {}, off by {:.2g} % (RMS).", fit.parameter,
                     fit.complexity, law, 100 * fit.residual);
}

Note note(const std::string& case_name, std::string text, std::string advice = "") {
  const Severity severity = advice.empty() ? Severity::info : Severity::warning;
  return {severity, "fit", case_name, std::move(text), std::move(advice)};
}

}  // namespace

void fit_growth(Report& report) {
  const std::vector<Series> all = series_of(report.cases);
  for (const Series& series : all) {
    std::optional<Fit> fit = stats::fit(series.points);
    if (!fit) {
      report.notes.push_back(note(
          series.others,
          fmt::format("No complexity is fitted to {}: not all of its values are above 0, or fewer "
                      "than {} differ.",
                      series.parameter, stats::fewest_sizes),
          fmt::format("Give it others: -p {}=1000,2000,4000,8000.", series.parameter)));
      continue;
    }
    fit->parameter = series.parameter;
    report.notes.push_back(note(series.others, text_of(*fit)));
    for (Case* c : series.cases) c->fits.push_back(*fit);
  }
  if (!all.empty()) return;
  report.notes.push_back(note("",
                              "No complexity is fitted: no benchmark was run with 4 values of a "
                              "numeric parameter.",
                              "Give more values: -p NAME=1000,2000,4000,8000."));
}

}  // namespace tare::session
