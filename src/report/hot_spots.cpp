// SPDX-License-Identifier: Apache-2.0
#include "report/hot_spots.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "report/aligned_lines.hpp"
#include "report/brief_name.hpp"
#include "report/numbers.hpp"
#include "report/printable.hpp"

namespace tare::report {
namespace {

/// Shares are samples' and known to some tenths at best; the rest is spelled as in the main table.
std::string value_text(double value, const std::string& unit) {
  if (std::isnan(value)) return "";
  return unit.starts_with('%') ? fmt::format("{:.1f}", value) : score_text(value, unit);
}

/// Bytes of a name that leave room for figures, file and line in a terminal of 132 columns.
constexpr std::size_t most_of_name = 80;

/// `what (file:line)`, with less where less is known.
std::string place_text(const HotSpot& spot) {
  const std::string what = brief_name(printable(spot.what), most_of_name);
  if (spot.file.empty()) return what;
  const std::string name = printable(spot.file.substr(spot.file.rfind('/') + 1));
  return spot.line == 0 ? fmt::format("{} ({})", what, name)
                        : fmt::format("{} ({}:{})", what, name, spot.line);
}

std::string table_text(const std::string& case_name, const HotSpots& table) {
  AlignedLines lines(table.spots.size());
  for (std::size_t unit = 0; unit < table.units.size(); ++unit) {
    std::vector<std::string> cells;
    for (const HotSpot& spot : table.spots)
      cells.push_back(unit < spot.values.size() ? value_text(spot.values[unit], table.units[unit])
                                                : "");
    lines.add(printable(table.units[unit]), cells);
  }
  std::vector<std::string> places;
  for (const HotSpot& spot : table.spots) places.push_back(place_text(spot));
  lines.add("", places, 2, Align::left);
  return fmt::format("{}: {}\n{}", shown(case_name), printable(table.title), lines.text());
}

}  // namespace

std::string hot_spots_text(const Report& report) {
  std::string text;
  for (const Case& one : report.cases)
    for (const HotSpots& table : one.hot_spots)
      if (!table.spots.empty()) text += '\n' + table_text(display_name(one), table);
  return text;
}

std::string profile_files_text(const Report& report) {
  std::string text;
  for (const Case& one : report.cases)
    for (const ForkRun& run : one.fork_runs)
      for (const ProfileFile& file : run.files)
        text += fmt::format("  {}: {}\n", printable(file.path), printable(file.content));
  return text.empty() ? "" : "Profiles\n" + text;
}

}  // namespace tare::report
