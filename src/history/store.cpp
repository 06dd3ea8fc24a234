// SPDX-License-Identifier: Apache-2.0
#include "history/store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "history/schema.hpp"
#include "record/conditions.hpp"
#include "record/json_reader.hpp"
#include "record/json_writer.hpp"
#include "stats/summary.hpp"

namespace tare::history {
namespace {

using json::Json;

/// Lists and objects of small things are kept as JSON, which SQLite's own functions can read.
std::string encoded(const auto& values) {
  return json::JsonWriter::encode(values).dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Throws RecordError, as does named().
template <class Values>
Values decoded(const std::string& text) {
  Values values;
  json::JsonReader::decode(Json::parse(text, nullptr, false), values, json::Place());
  return values;
}

template <class Enumeration>
Enumeration named(const std::string& name) {
  Enumeration value{};
  json::JsonReader::decode(Json(name), value, json::Place());
  return value;
}

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

/// The folder of a history that is to be made.
const std::string& with_folder(const std::string& path, Database::Missing missing) {
  std::error_code ignored;  // The file cannot be opened then, and that is told.
  if (missing == Database::Missing::create)
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
  return path;
}

/// The rows of one addition. `INSERT … ON CONFLICT DO UPDATE` even where nothing changes, since a
/// row that is left alone is not returned.
class Writer {
 public:
  explicit Writer(const Database& database)
      : machine_(database,
                 "INSERT INTO machine(name) VALUES (?1)"
                 " ON CONFLICT(name) DO UPDATE SET name = name RETURNING id"),
        revision_(database,
                  "INSERT INTO revision(name, committed, added) VALUES (?1, ?2, ?3)"
                  " ON CONFLICT(name) DO UPDATE SET committed = coalesce(committed, ?2)"
                  " RETURNING id"),
        run_(database,
             "INSERT INTO run(revision, machine, added, started, duration_s, tare_version, command,"
             " seed, confidence, complete) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id"),
        fact_(database, "INSERT INTO fact VALUES (?, ?, ?)"),
        case_(database,
              "INSERT INTO benchmark_case(benchmark, params, mode, conditions) VALUES (?1, ?2, ?3, "
              "?4)"
              " ON CONFLICT DO UPDATE SET benchmark = benchmark RETURNING id"),
        result_(database,
                "INSERT INTO result(run, benchmark_case, outcome, reason) VALUES (?, ?, ?, ?)"
                " RETURNING id"),
        figure_(database, "INSERT OR IGNORE INTO figure VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)") {}

  void add(const Addition& addition) {
    const Report& report = addition.report;
    const std::int64_t time = now();
    const std::int64_t revision =
        revision_.with(addition.revision, addition.committed, time).only_integer();
    const std::int64_t machine = machine_.with(addition.machine).only_integer();
    const std::int64_t run =
        run_.with(revision, machine, time, report.started, report.duration_s, report.tare_version,
                  encoded(report.command), std::to_string(report.seed), report.confidence,
                  std::int64_t{report.complete})
            .only_integer();
    for (const Fact& fact : report.environment) fact_.with(run, fact.name, fact.value).finish();
    for (const Case& one : report.cases) add(run, one);
  }

 private:
  void add(std::int64_t run, const Case& one) {
    std::vector<Param> params = one.params;
    std::ranges::stable_sort(params, {}, &Param::name);
    const std::int64_t id =
        case_.with(one.benchmark, encoded(params), short_name(one.mode), conditions(one))
            .only_integer();
    const std::int64_t result =
        result_.with(run, id, name_of(one.outcome), one.reason).only_integer();
    add_figure(result, one.primary);
    for (const Metric& metric : one.secondary) add_figure(result, metric);
  }

  void add_figure(std::int64_t result, const Metric& metric) {
    figure_
        .with(result, metric.label, metric.unit, json::name_of(metric.better), metric.score,
              metric.error, metric.interval_low, metric.interval_high,
              std::int64_t{metric.error_within_forks}, encoded(stats::fork_scores(metric.sample)))
        .finish();
  }

  Statement machine_, revision_, run_, fact_, case_, result_, figure_;
};

/// What key_of() and point_of() read; `results` is how many there are of the figure at the
/// revision. ?1 is the label wanted, ?2 the machine; NULL is any.
std::string select(const char* results, const char* grouping) {
  return fmt::format(
      "SELECT machine.name, benchmark, params, mode, conditions, label,"
      " revision.name, revision.committed, revision.added, {}, run.added, outcome, reason, started,"
      " tare_version, unit, better, score, error, interval_low, interval_high, error_within_forks,"
      " forks, max(result.id) AS last"
      " FROM figure JOIN result ON result.id = figure.result"
      " JOIN benchmark_case ON benchmark_case.id = result.benchmark_case"
      " JOIN run ON run.id = result.run"
      " JOIN machine ON machine.id = run.machine"
      " JOIN revision ON revision.id = run.revision"
      " WHERE (?1 IS NULL OR label = ?1) AND (?2 IS NULL OR machine.name = ?2)"
      " GROUP BY benchmark_case.id, machine.id, label, {}"
      " ORDER BY benchmark_case.id, machine.name, label,"
      " coalesce(revision.committed, revision.added), revision.id, last",
      results, grouping);
}

SeriesKey key_of(Statement& row) {
  return {.machine = row.text(),
          .benchmark = row.text(),
          .params = decoded<std::vector<Param>>(row.text()),
          .mode = named<Mode>(row.text()),
          .conditions = row.text(),
          .label = row.text()};
}

Point point_of(Statement& row) {
  return {.revision = {row.text(), row.optional_integer(), row.integer()},
          .results = static_cast<std::size_t>(row.integer()),
          .added = row.integer(),
          .outcome = named<Outcome>(row.text()),
          .reason = row.text(),
          .started = row.text(),
          .tare_version = row.text(),
          .unit = row.text(),
          .better = named<Better>(row.text()),
          .score = row.number(),
          .error = row.number(),
          .interval_low = row.number(),
          .interval_high = row.number(),
          .error_within_forks = row.integer() != 0,
          .forks = decoded<std::vector<double>>(row.text())};
}

void for_each_row(const Database& database, const std::string& sql, const Selection& selection,
                  const std::function<void(const SeriesKey&, Point)>& take) {
  Statement rows(database, sql);
  rows.with(selection.label, selection.machine);
  while (rows.step()) {
    const SeriesKey key = key_of(rows);
    if (!selection.wants_case || selection.wants_case(case_name(key))) take(key, point_of(rows));
  }
}

/// What `read` returns. Says of which file it is that what it finds makes no sense.
auto reading(const Database& database, const auto& read) {
  try {
    return read();
  } catch (const RecordError& error) {
    database.fail(fmt::format("holds what no tare has written: {}", error.what()));
  }
}

Contents contents_of(const Database& database) {
  Contents contents;
  Statement revisions(database,
                      "SELECT count(*), name, committed, revision.added FROM revision"
                      " JOIN run ON run.revision = revision.id GROUP BY revision.id"
                      " ORDER BY coalesce(committed, revision.added), revision.id");
  while (revisions.step()) {
    auto& item = contents.revisions.emplace_back();
    item.runs = static_cast<std::size_t>(revisions.integer());
    item.what = {revisions.text(), revisions.optional_integer(), revisions.integer()};
  }
  Statement machines(database,
                     "SELECT count(*), name FROM machine JOIN run ON run.machine = machine.id"
                     " GROUP BY machine.id ORDER BY name");
  while (machines.step()) {
    auto& item = contents.machines.emplace_back();
    item.runs = static_cast<std::size_t>(machines.integer());
    item.what = machines.text();
  }
  Statement cases(database,
                  "SELECT count(*), '', benchmark, params, mode, conditions, '' FROM benchmark_case"
                  " JOIN result ON benchmark_case = benchmark_case.id GROUP BY benchmark_case.id");
  while (cases.step()) {
    auto& item = contents.cases.emplace_back();
    item.runs = static_cast<std::size_t>(cases.integer());
    item.what = case_name(key_of(cases));
  }
  return contents;
}

}  // namespace

std::string machine_name(const std::vector<Fact>& environment) {
  const auto value = [&](const char* fact) {
    const auto found = std::ranges::find(environment, fact, &Fact::name);
    return found == environment.end() ? std::string() : found->value;
  };
  const std::string model = value("cpu.model");
  const std::string count = value("cpu.count");
  if (model.empty()) return "unknown";
  return count.empty() ? model : fmt::format("{}, {} CPU{}", model, count, count == "1" ? "" : "s");
}

Store::Store(const std::string& path, Database::Missing missing)
    : database_(with_folder(path, missing), missing) {
  migrate(database_);
}

void Store::add(const std::vector<Addition>& additions) {
  Transaction transaction(database_);
  Writer writer(database_);
  for (const Addition& addition : additions) writer.add(addition);
  transaction.commit();
}

Contents Store::contents() const {
  return reading(database_, [&] { return contents_of(database_); });
}

std::vector<Series> Store::series(const Selection& selection) const {
  // SQLite takes the other columns of a group from the row that has the maximum
  // (https://www.sqlite.org/lang_select.html#bareagg).
  const std::string last_of_revision = select("count(*)", "revision.id");
  std::vector<Series> all;
  reading(database_, [&] {
    for_each_row(database_, last_of_revision, selection, [&](const SeriesKey& key, Point point) {
      if (all.empty() || all.back().key != key) all.emplace_back().key = key;
      all.back().points.push_back(std::move(point));
    });
  });
  std::ranges::for_each(all, unite_units);
  return all;
}

void Store::each(const Selection& selection,
                 const std::function<void(const SeriesKey&, const Point&)>& take) const {
  reading(database_, [&] { for_each_row(database_, select("1", "result.id"), selection, take); });
}

}  // namespace tare::history
