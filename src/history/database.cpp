// SPDX-License-Identifier: Apache-2.0
#include "history/database.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cstring>
#include <filesystem>

#include "record/printable.hpp"
#include "tare/record.hpp"

namespace tare::history {
namespace {

/// A writer keeps the file for as long as a commit takes, which is far less on any disk: who has it
/// for longer has stopped within.
constexpr int patience_ms = 60'000;

/// The parts of SQLite's answers that people can do something about.
std::string explained(sqlite3* connection) {
  switch (sqlite3_errcode(connection)) {
    case SQLITE_NOTADB:
      return "this is no history: the file is not SQLite's; say another one with --db";
    case SQLITE_BUSY:
      return fmt::format("another program has kept it locked for {} s; end that, or try again",
                         patience_ms / 1000);
    case SQLITE_CANTOPEN:
      return fmt::format("cannot be opened: {}", std::strerror(sqlite3_system_errno(connection)));
    case SQLITE_READONLY:
      return "may not be written: look at the permissions of the file and of its folder";
    default:
      return sqlite3_errmsg(connection);
  }
}

}  // namespace

HistoryError::HistoryError(const std::string& line) : std::runtime_error(printable(line)) {}

Database::Database(const std::string& path, Missing missing) : path_(path) {
  if (missing == Missing::refuse && !std::filesystem::exists(path))
    fail("there is no such history; `tare history add` makes one");
  const int flags = SQLITE_OPEN_READWRITE | (missing == Missing::create ? SQLITE_OPEN_CREATE : 0);
  sqlite3* connection = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &connection, flags, nullptr);
  connection_.reset(connection);
  if (code != SQLITE_OK) fail();
  sqlite3_busy_timeout(connection, patience_ms);
}

void Database::Close::operator()(sqlite3* connection) const { sqlite3_close(connection); }

void Database::run(const std::string& statements) {
  if (sqlite3_exec(handle(), statements.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

void Database::fail() const { fail(explained(handle())); }

void Database::fail(const std::string& what) const {
  throw HistoryError(fmt::format("{}: {}", path_, what));
}

Statement::Statement(const Database& database, std::string_view sql) : database_(&database) {
  sqlite3_stmt* statement = nullptr;
  check(sqlite3_prepare_v2(database.handle(), sql.data(), static_cast<int>(sql.size()), &statement,
                           nullptr));
  statement_.reset(statement);
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

void Statement::check(int code) const {
  if (code != SQLITE_OK) database_->fail();
}

void Statement::reset() {
  sqlite3_reset(statement_.get());  // Its code repeats what the last step said.
  sqlite3_clear_bindings(statement_.get());
}

void Statement::bind(int place, std::string_view text) {
  // A null pointer would be NULL.
  check(sqlite3_bind_text64(statement_.get(), place, text.data() == nullptr ? "" : text.data(),
                            text.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
}

void Statement::bind(int place, double number) {
  check(sqlite3_bind_double(statement_.get(), place, number));
}

void Statement::bind(int place, std::int64_t number) {
  check(sqlite3_bind_int64(statement_.get(), place, number));
}

bool Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code != SQLITE_ROW && code != SQLITE_DONE) database_->fail();
  column_ = 0;
  return code == SQLITE_ROW;
}

std::int64_t Statement::only_integer() {
  step();
  const std::int64_t number = integer();
  reset();
  return number;
}

bool Statement::is_null() const {
  return sqlite3_column_type(statement_.get(), column_) == SQLITE_NULL;
}

std::int64_t Statement::integer() { return sqlite3_column_int64(statement_.get(), column_++); }

std::optional<std::int64_t> Statement::optional_integer() {
  const bool null = is_null();
  const std::int64_t number = integer();
  return null ? std::nullopt : std::optional(number);
}

double Statement::number() {
  const bool null = is_null();
  const double number = sqlite3_column_double(statement_.get(), column_++);
  return null ? not_a_number : number;
}

std::string Statement::text() {
  const unsigned char* const bytes = sqlite3_column_text(statement_.get(), column_);
  const int size = sqlite3_column_bytes(statement_.get(), column_++);
  if (bytes == nullptr) return {};
  return {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size)};
}

Transaction::Transaction(Database& database) : database_(database) {
  database_.run("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
  if (open_) sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  database_.run("COMMIT");
  open_ = false;
}

}  // namespace tare::history
