// SPDX-License-Identifier: Apache-2.0
#include "tool/history_export.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "record/json_writer.hpp"
#include "record/printable.hpp"
#include "report/csv_fields.hpp"
#include "tare/comparison.hpp"

namespace tare::tool {
namespace {

using history::Point;
using history::SeriesKey;
using json::Json;

/// Each column is named once, here, in order.
Json row_of(const SeriesKey& key, const Point& point) {
  Json row;
  json::JsonWriter writer(row);
  writer.required("machine", key.machine);
  writer.required("revision", point.revision.name);
  row["committed"] = point.revision.committed ? Json(*point.revision.committed) : Json();
  writer.required("added", point.added);
  writer.required("benchmark", key.benchmark);
  writer.required("params", key.params);
  writer.required("mode", key.mode);
  writer.required("conditions", key.conditions);
  writer.required("metric", key.label.empty() ? std::string(primary_metric) : key.label);
  writer.required("unit", point.unit);
  writer.required("better", point.better);
  writer.required("score", point.score);
  writer.required("error", point.error);
  writer.required("intervalLow", point.interval_low);
  writer.required("intervalHigh", point.interval_high);
  writer.required("errorWithinForks", point.error_within_forks);
  writer.required("forks", point.forks);
  writer.required("outcome", point.outcome);
  writer.required("reason", point.reason);
  writer.required("started", point.started);
  writer.required("tareVersion", point.tare_version);
  return row;
}

std::string spelled(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string field(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return report::csv_text(valid_utf8(value.get_ref<const std::string&>()));
  if (value.is_number_float()) return report::csv_number(value.get<double>());
  return report::csv_text(spelled(value));
}

/// Fields with commas between them, and the line's end.
std::string line(const std::vector<std::string>& fields) {
  return fmt::format("{}\r\n", fmt::join(fields, ","));
}

}  // namespace

std::string history_csv(const history::Store& store, const history::Selection& selection) {
  std::vector<std::string> headers;
  const Json columns = row_of({}, {});
  for (const auto& column : columns.items()) headers.push_back(column.key());
  std::string text = line(headers);
  store.each(selection, [&](const SeriesKey& key, const Point& point) {
    std::vector<std::string> fields;
    for (const Json& value : row_of(key, point)) fields.push_back(field(value));
    text += line(fields);
  });
  return text;
}

std::string history_json(const history::Store& store, const history::Selection& selection) {
  std::string text;
  store.each(selection, [&](const SeriesKey& key, const Point& point) {
    text.append(text.empty() ? "[\n  " : ",\n  ").append(spelled(row_of(key, point)));
  });
  return text.empty() ? "[]\n" : text + "\n]\n";
}

}  // namespace tare::tool
