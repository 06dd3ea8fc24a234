// SPDX-License-Identifier: Apache-2.0
#include "history/schema.hpp"

#include <fmt/format.h>

#include <iterator>

namespace tare::history {
namespace {

/// `PRAGMA application_id`, by which file(1) and we tell a history from other SQLite files: "tare".
constexpr std::int64_t application_id = 0x74617265;

/// What takes a file from version n to version n + 1, at place n. What was released is never
/// changed: a change of tables is one more entry.
constexpr const char* migrations[] = {
    R"(
CREATE TABLE machine (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE revision (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  committed INTEGER,
  added INTEGER NOT NULL
) STRICT;

CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  revision INTEGER NOT NULL REFERENCES revision,
  machine INTEGER NOT NULL REFERENCES machine,
  added INTEGER NOT NULL,
  started TEXT NOT NULL,
  duration_s REAL,
  tare_version TEXT NOT NULL,
  command TEXT NOT NULL,
  seed TEXT NOT NULL,
  confidence REAL,
  complete INTEGER NOT NULL
) STRICT;

CREATE TABLE fact (
  run INTEGER NOT NULL REFERENCES run,
  name TEXT NOT NULL,
  value TEXT NOT NULL
) STRICT;
CREATE INDEX fact_of_run ON fact(run);

CREATE TABLE benchmark_case (
  id INTEGER PRIMARY KEY,
  benchmark TEXT NOT NULL,
  params TEXT NOT NULL,
  mode TEXT NOT NULL,
  conditions TEXT NOT NULL,
  UNIQUE (benchmark, params, mode, conditions)
) STRICT;

CREATE TABLE result (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES run,
  benchmark_case INTEGER NOT NULL REFERENCES benchmark_case,
  outcome TEXT NOT NULL,
  reason TEXT NOT NULL
) STRICT;
CREATE INDEX result_of_case ON result(benchmark_case);

CREATE TABLE figure (
  result INTEGER NOT NULL REFERENCES result,
  label TEXT NOT NULL,
  unit TEXT NOT NULL,
  better TEXT NOT NULL,
  score REAL,
  error REAL,
  interval_low REAL,
  interval_high REAL,
  error_within_forks INTEGER NOT NULL,
  forks TEXT NOT NULL,
  PRIMARY KEY (result, label)
) STRICT, WITHOUT ROWID;
)"};

std::int64_t pragma(const Database& database, const char* name) {
  return Statement(database, fmt::format("PRAGMA {}", name)).only_integer();
}

/// Throws for what is not ours to write.
std::int64_t known_version(const Database& database) {
  const std::int64_t version = pragma(database, "user_version");
  const std::int64_t tables =
      Statement(database, "SELECT count(*) FROM sqlite_schema").only_integer();
  if (version < 0 || (tables != 0 && pragma(database, "application_id") != application_id))
    database.fail("this is no history: the database is another program's; say another with --db");
  if (version > newest_schema()) {
    database.fail(
        fmt::format("written by a newer tare (its tables are version {}, this one knows {}); "
                    "take that one, or say another file with --db",
                    version, newest_schema()));
  }
  return version;
}

}  // namespace

int newest_schema() { return static_cast<int>(std::size(migrations)); }

void migrate(Database& database) {
  database.run("PRAGMA foreign_keys = ON");
  if (known_version(database) == newest_schema()) return;  // Without waiting for writers.
  Transaction transaction(database);
  const auto version = known_version(database);  // Another may just have done it.
  for (auto place = version; place < newest_schema(); ++place) database.run(migrations[place]);
  database.run(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", application_id,
                           newest_schema()));
  transaction.commit();
}

}  // namespace tare::history
