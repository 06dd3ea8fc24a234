// SPDX-License-Identifier: Apache-2.0
// SQLite as far as histories need it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace tare::history {

/// The file cannot be read or written. what() is one line: which file, what is wrong with it, and
/// what to do where that is known.
class HistoryError : public std::runtime_error {
 public:
  explicit HistoryError(const std::string& line);
};

/// A connection to an SQLite file. What others have locked is waited for.
class Database {
 public:
  enum class Missing { create, refuse };  ///< What to do where there is no such file.
  /// Throws HistoryError. The file's first bytes are not looked at before something is asked of it.
  Database(const std::string& path, Missing missing);

  /// Runs statements, separated by `;`, that have no results.
  void run(const std::string& statements);

  /// Throws what SQLite says of the last call that failed.
  [[noreturn]] void fail() const;
  /// Throws HistoryError: `PATH: WHAT`.
  [[noreturn]] void fail(const std::string& what) const;

  sqlite3* handle() const { return connection_.get(); }

 private:
  struct Close {
    void operator()(sqlite3* connection) const;
  };
  std::string path_;
  std::unique_ptr<sqlite3, Close> connection_;
};

/// One statement, compiled once and run as often as wanted. Bytes of texts are kept as they are. In
/// numbers, NaN is NULL.
class Statement {
 public:
  /// The database must outlive it. Throws HistoryError, as all else here.
  Statement(const Database& database, std::string_view sql);

  /// Starts it anew with these values for its `?`, in order.
  template <class... Values>
  Statement& with(const Values&... values) {
    reset();
    int place = 0;
    (bind(++place, values), ...);
    return *this;
  }

  /// The next row is there to be read.
  bool step();
  /// Runs it to its end.
  void finish() {
    while (step()) {
    }
  }
  /// The first row's first number; of a statement that has a row.
  std::int64_t only_integer();

  // The next column of the current row: each call moves on.
  std::int64_t integer();
  std::optional<std::int64_t> optional_integer();
  double number();
  std::string text();

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  void reset();
  void bind(int place, std::string_view text);
  void bind(int place, const char* text) { bind(place, std::string_view(text)); }
  void bind(int place, double number);
  void bind(int place, std::int64_t number);
  template <class T>
  void bind(int place, const std::optional<T>& value) {
    if (value) bind(place, *value);  // Else it stays NULL.
  }
  void check(int code) const;
  bool is_null() const;

  const Database* database_;
  int column_ = 0;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

/// All that is written while it lives is written together by commit(), or not at all. Begins by
/// waiting for other writers.
class Transaction {
 public:
  explicit Transaction(Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace tare::history
