// SPDX-License-Identifier: Apache-2.0
#include "tool/history_text.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "history/sparkline.hpp"
#include "report/aligned_lines.hpp"
#include "report/numbers.hpp"
#include "report/printable.hpp"
#include "stats/scores.hpp"

namespace tare::tool {
namespace {

using history::Change;
using history::Point;
using history::Series;
using report::Align;
using report::AlignedLines;
using report::plural;
using report::score_text;
using report::shown;
using Texts = std::vector<std::string>;

/// Fits beside a margin on a terminal of 80 columns.
constexpr std::size_t most_blocks = 72;

Texts texts_of(const auto& items, const auto& text) {
  Texts texts;
  for (const auto& item : items) texts.push_back(text(item));
  return texts;
}

std::string when(const history::Revision& revision) {
  return fmt::format("{:%Y-%m-%d %H:%M}", fmt::gmtime(static_cast<std::time_t>(revision.time())));
}

/// `+3.1%`
std::string percent(double ratio) { return fmt::format("{:+.1f}%", 100 * (ratio - 1)); }

/// `parse (n = 8), ns/op, on AMD EPYC 7763, 4 CPUs`
std::string title(const Series& series) {
  return fmt::format("{}, {}, on {}", shown(display_name(series.key)), shown(series.unit),
                     shown(series.key.machine));
}

std::string score_cell(const Point& point) {
  if (point.outcome != Outcome::ok) return name_of(point.outcome);
  return point.reason.empty() ? score_text(point.score, point.unit) : shown(point.reason);
}

std::string error_cell(const Point& point) {
  if (point.outcome != Outcome::ok || std::isnan(point.error)) return "";
  return fmt::format("{} {}", point.error_within_forks ? "~" : "±",
                     score_text(point.error, point.unit));
}

/// How each point that is measured differs from the one before.
Texts steps(const Series& series) {
  Texts cells(series.points.size());
  const std::vector<std::size_t> measured = series.measured();
  for (std::size_t i = 1; i < measured.size(); ++i) {
    const double ratio = series.points[measured[i]].score / series.points[measured[i - 1]].score;
    if (std::isfinite(ratio)) cells[measured[i]] = percent(ratio);
  }
  return cells;
}

std::string table(const Series& series) {
  const std::vector<Point>& points = series.points;
  AlignedLines lines(points.size());
  lines.add("revision",
            texts_of(points, [](const Point& p) { return shown_revision(p.revision.name); }), 2,
            Align::left);
  lines.add("when (UTC)", texts_of(points, [](const Point& p) { return when(p.revision); }));
  lines.add("score", texts_of(points, score_cell));
  lines.add("error", texts_of(points, error_cell), 1);
  lines.add("step", steps(series));
  if (std::ranges::any_of(points, [](const Point& p) { return p.results > 1; }))
    lines.add("results",
              texts_of(points, [](const Point& p) { return std::to_string(p.results); }));
  return lines.text();
}

/// `worse by 3.1%: 12.310 → 12.692 ns/op, between 7f3a91c0d21e (last good) and … (first bad)`
std::string line_of(const Series& series, const Change& change) {
  const auto revision = [&](std::size_t place) {
    return shown_revision(series.points[place].revision.name);
  };
  const double ratio = change.ratio();
  const std::string by =
      std::isfinite(ratio) ? fmt::format(" by {:.1f}%", 100 * std::abs(ratio - 1)) : "";
  return fmt::format("  {}{}: {} → {} {}, between {}{} and {}{}\n",
                     change.worse ? "worse" : "better", by, score_text(change.before, series.unit),
                     score_text(change.after, series.unit), shown(series.unit),
                     revision(change.last_before), change.worse ? " (last good)" : "",
                     revision(change.first_after), change.worse ? " (first bad)" : "");
}

std::string items_text(const char* noun, const auto& items, const auto& columns) {
  AlignedLines lines(items.size());
  columns(lines);
  lines.add("runs", texts_of(items, [](const auto& item) { return std::to_string(item.runs); }));
  return fmt::format("{}\n{}", plural(items.size(), noun), lines.text());
}

}  // namespace

std::string shown_revision(const std::string& name) {
  constexpr std::size_t sha1_digits = 40;
  constexpr std::size_t sha256_digits = 64;
  constexpr std::size_t enough = 12;
  const std::size_t digits = std::min(name.find_first_not_of("0123456789abcdef"), name.size());
  const bool is_hash = digits == sha1_digits || digits == sha256_digits;
  return shown(is_hash ? name.substr(0, enough) + name.substr(digits) : name);
}

std::string contents_text(const history::Contents& contents) {
  const auto named = [](const auto& items, const char* header) {
    return [&items, header](AlignedLines& lines) {
      lines.add(header, texts_of(items, [](const auto& item) { return shown(item.what); }), 2,
                Align::left);
    };
  };
  const auto revisions = [&](AlignedLines& lines) {
    const auto& items = contents.revisions;
    lines.add("revision",
              texts_of(items, [](const auto& item) { return shown_revision(item.what.name); }), 2,
              Align::left);
    lines.add("when (UTC)", texts_of(items, [](const auto& item) { return when(item.what); }));
  };
  return items_text("revision", contents.revisions, revisions) + '\n' +
         items_text("machine", contents.machines, named(contents.machines, "machine")) + '\n' +
         items_text("case", contents.cases, named(contents.cases, "case"));
}

std::string series_text(const Series& series) {
  std::vector<double> scores(series.points.size(), not_a_number);
  for (const std::size_t place : series.measured()) scores[place] = series.points[place].score;
  const stats::Scores finite(scores);
  const std::string range = finite.size() == 0
                                ? ""
                                : fmt::format("  {} … {}", score_text(finite.min(), series.unit),
                                              score_text(finite.max(), series.unit));
  return fmt::format("{}\n  {}{}\n{}", title(series), history::sparkline(scores, most_blocks),
                     range, table(series));
}

std::string changes_text(const Series& series, const std::vector<Change>& changes) {
  const std::size_t count = series.measured().size();
  const std::string revisions = plural(count, "revision");
  if (count < history::fewest_points && !is_exact(series))
    return fmt::format("{}: too few to tell: {} of {}\n", title(series), count,
                       plural(history::fewest_points, "revision"));
  if (changes.empty()) return fmt::format("{}: no change in {}\n", title(series), revisions);
  std::string text =
      fmt::format("{}: {} in {}\n", title(series), plural(changes.size(), "change"), revisions);
  for (const Change& change : changes) text += line_of(series, change);
  return text;
}

}  // namespace tare::tool
